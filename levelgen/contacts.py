"""Which rooms touch on a tile map, against which rooms the graph joins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.kernels.sets import components
from levelgen.level import Level
from levelgen.tilemap import SOLID, TileMap, passage

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
    code = _Codes(level, tilemap)
    touching = code.touching()
    expected = code.expected()
    listed = code.listed()
    for pair in np.setdiff1d(touching, np.union1d(expected, listed))[:_SHOWN]:
        yield f"{code.name(pair)} touch, but no open wall joins them"
    for edge in code.unseen(touching, listed)[:_SHOWN]:
        u, v = level.graph.edges[edge].tolist()
        names = f"{level.graph.name(u)} and {level.graph.name(v)}"
        yield f"the wall between {names} is open, but the tiles do not show it"


def crossings_of(level: Level[Any], tilemap: TileMap) -> list[tuple[int, int]]:
    """The pairs of owners, the lower first, whose tiles touch although no open wall says so."""
    code = _Codes(level, tilemap)
    pairs = np.setdiff1d(code.touching(), code.expected()).tolist()
    both = [(code.owner(pair // code.total), code.owner(pair % code.total)) for pair in pairs]
    return [(min(pair), max(pair)) for pair in both]


class _Codes:
    """Pairs of owners as single numbers, so that sets of pairs are sorted arrays.

    An owner's code is its room (rooms that share one place share the code of the first), or the
    number of rooms + e for the passage of edge e; a pair is low · total + high.
    """

    def __init__(self, level: Level[Any], tilemap: TileMap) -> None:
        graph = level.graph
        self.graph, self.tilemap = graph, tilemap
        self.total = graph.rooms + graph.walls
        x, y = tilemap.places.T
        self.home = np.where(tilemap.owner[y, x] >= 0, tilemap.owner[y, x], np.arange(graph.rooms)).astype(np.int64)
        self.opened = np.flatnonzero(level.open)
        self.ends = self.home[graph.edges[self.opened]]

    def pairs(self, a: Any, b: Any) -> NDArray[np.int64]:
        a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
        return np.unique(np.minimum(a, b) * self.total + np.maximum(a, b))

    def of(self, owner: Any) -> NDArray[np.int64]:
        owner = np.asarray(owner, np.int64)
        codes: NDArray[np.int64] = np.where(owner >= 0, owner, self.graph.rooms - 2 - owner)
        return codes

    def owner(self, code: int) -> int:
        return code if code < self.graph.rooms else passage(code - self.graph.rooms)

    def touching(self) -> NDArray[np.int64]:
        owner = self.tilemap.owner
        found = []
        for a, b in ((owner[:, :-1], owner[:, 1:]), (owner[:-1], owner[1:])):
            meets = (a != b) & (a != SOLID) & (b != SOLID)
            found.append(self.pairs(self.of(a[meets]), self.of(b[meets])))
        return np.unique(np.concatenate(found))

    def expected(self) -> NDArray[np.int64]:
        """A room and its passage, and the two rooms of an open wall."""
        u, v = self.ends.T
        passages = self.graph.rooms + self.opened
        return np.unique(np.concatenate([self.pairs(u, passages), self.pairs(v, passages), self.pairs(u, v)]))

    def listed(self) -> NDArray[np.int64]:
        crossings = np.array(self.tilemap.crossings, np.int64).reshape(-1, 2)
        return self.pairs(*self.of(crossings).T)

    def unseen(self, touching: NDArray[np.int64], listed: NDArray[np.int64]) -> list[int]:
        """The open walls whose two rooms do not touch, neither through their passage nor directly."""
        u, v = self.ends.T
        passages = self.graph.rooms + self.opened
        has = [np.isin(np.minimum(a, b) * self.total + np.maximum(a, b), touching)
               for a, b in ((u, passages), (v, passages), (u, v))]  # fmt: skip
        shown = (has[0] & has[1]) | has[2] | (u == v)
        hidden = np.flatnonzero(~shown).tolist()
        return [int(self.opened[i]) for i in hidden if not self._led_over(i, touching, listed)]

    def _led_over(self, i: int, touching: NDArray[np.int64], listed: NDArray[np.int64]) -> bool:
        """Do the passage's tiles and those it crosses lead from one room to the other?"""
        mine = self.graph.rooms + int(self.opened[i])
        pairs = np.stack(np.divmod(listed, self.total), axis=1)
        crossed = np.unique(pairs[(pairs == mine).any(axis=1)])
        allowed = np.union1d(crossed, [mine, *self.ends[i]])
        low, high = np.divmod(touching, self.total)
        within = np.isin(low, allowed) & np.isin(high, allowed)
        label = components(self.total, low[within], high[within])
        return bool(label[self.ends[i, 0]] == label[self.ends[i, 1]])

    def name(self, pair: int) -> str:
        return " and ".join(self._name(code) for code in divmod(int(pair), self.total))

    def _name(self, code: int) -> str:
        if code < self.graph.rooms:
            return f"room {self.graph.name(code)}"
        u, v = self.graph.edges[code - self.graph.rooms].tolist()
        return f"passage {self.graph.name(u)}–{self.graph.name(v)}"
