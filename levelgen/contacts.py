"""Which rooms touch on a tile map, against which rooms the graph joins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.kernels.sets import components
from levelgen.level import Level
from levelgen.tilemap import SOLID, TileMap, passage

Pair = tuple[int, int]
Pairs = NDArray[np.int64]

_SHOWN = 5


def owner_problems(tilemap: TileMap) -> Iterator[str]:
    """Walkable tiles have owners, solid ones have none; each room owns the tile of its place."""
    wrong = np.argwhere((tilemap.owner == SOLID) == tilemap.walkable)
    if len(wrong):
        y, x = wrong[0].tolist()
        yield f"{len(wrong)} tiles whose owner contradicts their role, the first at {x},{y}"
    x, y = tilemap.places.T
    here = tilemap.owner[y, x]
    lost = np.flatnonzero(here != np.arange(len(here)))
    shared = here[lost]
    same = (shared >= 0) & (tilemap.places[np.maximum(shared, 0)] == tilemap.places[lost]).all(axis=1)
    if not same.all():
        yield f"rooms without a tile of their own: {', '.join(map(str, lost[~same][:_SHOWN].tolist()))}"


def contact_problems(level: Level[Any], tilemap: TileMap) -> Iterator[str]:
    """The owners that touch must be what the open walls say; crossings are the listed exceptions."""
    contacts = _Contacts(level, tilemap)
    listed = {(min(pair), max(pair)) for pair in tilemap.crossings}
    for a, b in [pair for pair in contacts.strange if pair not in listed][:_SHOWN]:
        yield f"{contacts.name(a)} and {contacts.name(b)} touch, but no open wall joins them"
    for edge in contacts.hidden(listed)[:_SHOWN]:
        u, v = (level.graph.name(room) for room in level.graph.edges[edge].tolist())
        yield f"the wall between {u} and {v} is open, but the tiles do not show it"


def crossings_of(level: Level[Any], tilemap: TileMap) -> list[Pair]:
    """The pairs of owners, the lower first, whose tiles touch although no open wall says so."""
    return _Contacts(level, tilemap).strange


class _Contacts:
    """Where tiles of two owners touch: mostly a room and a passage of its own, told apart without sorting."""

    def __init__(self, level: Level[Any], tilemap: TileMap) -> None:
        graph = level.graph
        self.graph, self.open = graph, level.open
        x, y = tilemap.places.T
        home = tilemap.owner[y, x].astype(np.int64)
        self.ends = np.where(home >= 0, home, np.arange(graph.rooms))[
            graph.edges
        ]  # rooms on one tile count as the first
        self.reached = np.zeros((graph.walls, 2), np.bool_)
        rows, columns = (self._sift(*pair) for pair in _neighbours(tilemap.owner))
        self.others = _distinct(np.concatenate([rows, columns]))

    def _sift(self, low: NDArray[np.int64], high: NDArray[np.int64]) -> Pairs:
        """Note which open walls' rooms their passages reach; give back all other pairs."""
        edge = passage(np.minimum(low, 0))
        own = (low < SOLID) & (high >= 0)
        own[own] &= self.open[edge[own]]
        for side in (0, 1):
            meets = own.copy()
            meets[own] = self.ends[edge[own], side] == high[own]
            self.reached[edge[meets], side] = True
            low, high, edge, own = low[~meets], high[~meets], edge[~meets], own[~meets]
        return np.stack([low, high], axis=1)

    @cached_property
    def strange(self) -> list[Pair]:
        """The pairs that touch, are no room and its passage, and have no open wall between them."""
        joined = _distinct(np.sort(self.ends[self.open], axis=1))
        known = set(map(tuple, joined.tolist())) if len(self.others) else set()
        return [(a, b) for a, b in self.others.tolist() if (a, b) not in known]

    def hidden(self, listed: set[Pair]) -> list[int]:
        """The open walls whose two rooms do not touch, neither through their passage nor directly."""
        apart = self.open & ~self.reached.all(axis=1) & (self.ends[:, 0] != self.ends[:, 1])
        direct = set(map(tuple, self.others.tolist()))
        edges = [(e, *sorted(self.ends[e].tolist())) for e in np.flatnonzero(apart).tolist()]
        return [e for e, u, v in edges if (u, v) not in direct and not self._led_over(e, u, v, direct, listed)]

    def _led_over(self, edge: int, u: int, v: int, direct: set[Pair], listed: set[Pair]) -> bool:
        """Do the passage's tiles and those it crosses lead from one room to the other?"""
        mine = passage(edge)
        allowed = {mine, u, v, *(owner for pair in listed if mine in pair for owner in pair)}
        own = [(passage(e), int(self.ends[e, side])) for e in map(passage, allowed) if e >= 0
               for side in (0, 1) if self.reached[e, side]]  # fmt: skip
        number = {owner: at for at, owner in enumerate(sorted(allowed))}
        ways = [(number[a], number[b]) for a, b in [*direct, *own] if a in allowed and b in allowed]
        pairs = np.array(ways, np.int64).reshape(-1, 2)
        label = components(len(number), pairs[:, 0], pairs[:, 1])
        return bool(label[number[u]] == label[number[v]])

    def name(self, owner: int) -> str:
        if owner >= 0:
            return f"room {self.graph.name(owner)}"
        u, v = self.graph.edges[passage(owner)].tolist()
        return f"passage {self.graph.name(u)}–{self.graph.name(v)}"


def _neighbours(owner: NDArray[np.int32]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The owners, lower and higher, wherever two neighbouring tiles have different ones, along rows and columns."""
    for a, b in ((owner[:, :-1], owner[:, 1:]), (owner[:-1], owner[1:])):
        meets = (a != b) & (a != SOLID) & (b != SOLID)
        x, y = a[meets].astype(np.int64), b[meets].astype(np.int64)
        yield np.minimum(x, y), np.maximum(x, y)


def _distinct(pairs: Pairs) -> Pairs:
    """The different rows, sorted."""
    return np.unique(pairs, axis=0) if len(pairs) else pairs
