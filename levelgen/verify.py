"""The proof of a finished level: what must hold of any level, whatever plug-ins made it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.errors import GenerationError
from levelgen.kernels.sets import components
from levelgen.level import Level
from levelgen.pipeline import BuiltLevel
from levelgen.tilemap import SOLID, MapObject, TileMap
from levelgen.where import BELONGS

_SHOWN = 5


@dataclass(frozen=True)
class Proof:
    """The figures of a level that holds; `str(proof)` is its line of proof."""

    rooms: int
    walls: int
    opened: int
    components: int
    loops: int
    dead_ends: int
    treasures: int

    def __str__(self) -> str:
        names = {"dead_ends": "dead ends"}
        return " | ".join(f"{names.get(name, name)}: {value}" for name, value in vars(self).items())


def verify(built: BuiltLevel) -> Proof:
    """Prove a level and its tile map, in O(rooms + walls + tiles); GenerationError lists what does not hold.

    One component of rooms, a spanning tree plus loops; one component of walkable tiles, closed border;
    the rooms that touch on the tiles are exactly those that an open wall joins, or listed crossings;
    every mark on walkable ground and where its pass promises.
    """
    level, tilemap = built.level, built.tilemap
    groups = len(np.unique(components(level.graph.rooms, *level.graph.edges[level.open].T)))
    wrong = [] if groups == 1 else [f"{groups} groups of rooms instead of one"]
    wrong += [*_marks(level), *_owners(tilemap), *_contacts(level, tilemap), *map_problems(tilemap)]
    if wrong:
        raise GenerationError(
            f"{built.recipe.path}: level {built.stem} (seed {built.seed}) does not hold: {'; '.join(wrong)}"
        )
    opened = int(level.open.sum())
    return Proof(level.graph.rooms, level.graph.walls, opened, groups, opened - level.graph.rooms + groups,
                 len(level.dead_ends), len(level.marked("treasure")))  # fmt: skip


def map_problems(tilemap: TileMap) -> Iterator[str]:
    """What does not hold of the tiles and objects alone, also for a map that was read from a file."""
    free = tilemap.walkable
    if free[0].any() or free[-1].any() or free[:, 0].any() or free[:, -1].any():
        y, x = np.argwhere(free & _border(free.shape))[0].tolist()
        yield f"the border is open at tile {x},{y}"
    things = [(thing, (thing.x, thing.y)) for thing in tilemap.objects]
    for thing, (x, y) in things:
        if not (0 <= x < tilemap.width and 0 <= y < tilemap.height and free[y, x]):
            yield f"{thing.kind} at tile {x},{y} stands on no walkable ground"
    yield from _cut_off(free, tilemap.objects)


def regions(free: NDArray[np.bool_]) -> NDArray[np.int64]:
    """int64 (h, w): the same number for all tiles of a connected region, −1 where one cannot stand.

    A flood fill by whole rows: the runs of free tiles in each row are joined where they touch.
    """
    padded = np.zeros((free.shape[0], free.shape[1] + 1), np.bool_)
    padded[:, 1:] = free
    starts = padded[:, 1:] & ~padded[:, :-1]
    run = np.cumsum(starts.ravel()).reshape(free.shape) - 1
    both = free[1:] & free[:-1]
    first = both.copy()
    first[:, 1:] &= ~both[:, :-1]
    label = components(int(run[-1, -1]) + 1 if run.size else 0, run[:-1][first], run[1:][first])
    return np.where(free, label[run] if len(label) else -1, -1)


def _border(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    border = np.ones(shape, np.bool_)
    border[1:-1, 1:-1] = False
    return border


def _cut_off(free: NDArray[np.bool_], objects: tuple[MapObject, ...]) -> Iterator[str]:
    """The cells that do not hang together with the start, or with the largest region without one."""
    region = regions(free)
    numbers, sizes = np.unique(region[free], return_counts=True)
    if len(numbers) == 0:
        yield "there is no walkable tile"
    if len(numbers) <= 1:
        return
    start = [region[thing.y, thing.x] for thing in objects
             if thing.kind == "start" and 0 <= thing.x < free.shape[1] and 0 <= thing.y < free.shape[0]]  # fmt: skip
    main = start[0] if start and start[0] >= 0 else numbers[sizes.argmax()]
    cells = np.argwhere(free & (region != main))
    shown = ", ".join(f"{x},{y}" for y, x in cells[:_SHOWN].tolist())
    more = f" and {len(cells) - _SHOWN} more" if len(cells) > _SHOWN else ""
    yield f"{len(numbers)} regions of tiles instead of one; cut off: {shown}{more}"


def _marks(level: Level[Any]) -> Iterator[str]:
    for name in {mark.belongs for mark in level.marks}:
        if name not in BELONGS:
            yield f"a mark promises to stand '{name}', which is no place by name"
            continue
        allowed = BELONGS[name](level)
        for mark in level.marks:
            if mark.belongs == name and not allowed[mark.node]:
                yield f"{mark.kind} in room {level.graph.name(mark.node)} is not where its pass promised ({name})"


def _owners(tilemap: TileMap) -> Iterator[str]:
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


def _contacts(level: Level[Any], tilemap: TileMap) -> Iterator[str]:
    """The owners that touch must be what the open walls say; crossings are the listed exceptions."""
    code = _Codes(level, tilemap)
    touching = code.touching()
    expected = code.expected()
    listed = code.listed()
    for pair in np.setdiff1d(touching, np.union1d(expected, listed))[:_SHOWN]:
        yield f"{code.name(pair)} touch, but no open wall joins them"
    for pair in np.setdiff1d(listed, touching)[:_SHOWN]:
        yield f"{code.name(pair)} are listed as a crossing, but do not touch"
    for edge in code.unseen(touching, listed)[:_SHOWN]:
        u, v = level.graph.edges[edge].tolist()
        yield f"the wall between {level.graph.name(u)} and {level.graph.name(v)} is open, but the tiles do not show it"


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
        self.home = np.where(tilemap.owner[y, x] >= 0, tilemap.owner[y, x], np.arange(graph.rooms)).astype(
            np.int64
        )
        self.opened = np.flatnonzero(level.open)
        self.ends = self.home[graph.edges[self.opened]]

    def pairs(self, a: Any, b: Any) -> NDArray[np.int64]:
        a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
        return np.unique(np.minimum(a, b) * self.total + np.maximum(a, b))

    def of(self, owner: Any) -> NDArray[np.int64]:
        owner = np.asarray(owner, np.int64)
        return np.where(owner >= 0, owner, self.graph.rooms - 2 - owner)

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
        return [
            int(self.opened[i]) for i in np.flatnonzero(~shown) if not self._led_over(i, touching, listed)
        ]

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
