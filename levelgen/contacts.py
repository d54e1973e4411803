"""Which rooms touch on a tile map, against which rooms the graph joins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.components import components
from levelgen.level import Level
from levelgen.tilemap import SOLID, TileMap, passage

Pair = tuple[int, int]
Pairs = NDArray[np.int64]
Owners = NDArray[np.int32]

_SHOWN = 5


def owner_problems(tilemap: TileMap) -> Iterator[str]:
    """Walkable tiles have owners, solid ones have none; each room owns the tile of its place."""
    wrong = (tilemap.owner == SOLID) == tilemap.walkable
    if wrong.any():
        y, x = np.argwhere(wrong)[0].tolist()
        yield f"{wrong.sum()} tiles whose owner contradicts their role, the first at {x},{y}"
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
        self.ends = _homes(tilemap)[graph.edges] if _share_a_tile(tilemap) else graph.edges
        self.reached = np.zeros(2 * graph.walls, np.bool_)
        rows, columns = (self._sift(*pair) for pair in _neighbours(tilemap.owner))
        self.reached = self.reached.reshape(-1, 2)
        self.others = _distinct(np.concatenate([rows, columns]))

    def _sift(self, low: Owners, high: Owners) -> Pairs:
        """Note which open walls' rooms their passages reach; give back all other pairs."""
        edge = passage(np.minimum(low, SOLID - 1))
        own = (low < SOLID) & (high >= 0) & self.open[edge] if self.graph.walls else np.zeros(len(low), np.bool_)
        meets = np.zeros(len(low), np.bool_)
        flat = self.ends.reshape(-1)
        for side in (0, 1):
            at = 2 * edge + side
            here = own & (flat[at] == high) if self.graph.walls else own
            self.reached[at[here]] = True
            meets |= here
        return np.stack([low[~meets], high[~meets]], axis=1).astype(np.int64)

    @cached_property
    def strange(self) -> list[Pair]:
        """The pairs that touch, are no room and its passage, and have no open wall between them."""
        if len(self.others) == 0:
            return []
        known = set(map(tuple, np.sort(self.ends[self.open], axis=1).tolist()))
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


def _share_a_tile(tilemap: TileMap) -> bool:
    """Does any room stand on a tile of another? Rooms on one tile count as the first of them."""
    x, y = tilemap.places.T
    return not np.array_equal(tilemap.owner[y, x], np.arange(len(x)))


def _homes(tilemap: TileMap) -> Owners:
    x, y = tilemap.places.T
    home = tilemap.owner[y, x]
    return np.where(home >= 0, home, np.arange(len(home), dtype=home.dtype))


def _neighbours(owner: Owners) -> Iterator[tuple[Owners, Owners]]:
    """The owners, lower and higher, wherever two neighbouring tiles have different ones, along rows and columns."""
    width = owner.shape[1]
    solid = owner == SOLID
    for step, a, b in ((1, np.s_[:, :-1], np.s_[:, 1:]), (width, np.s_[:-1], np.s_[1:])):
        meets = np.zeros(owner.shape, np.bool_)
        meets[a] = (owner[a] != owner[b]) & ~(solid[a] | solid[b])
        at = np.flatnonzero(meets)
        flat = owner.reshape(-1)
        x, y = flat[at], flat[at + step]
        yield np.minimum(x, y), np.maximum(x, y)


def _distinct(pairs: Pairs) -> Pairs:
    """The different rows, sorted."""
    return np.unique(pairs, axis=0) if len(pairs) else pairs
