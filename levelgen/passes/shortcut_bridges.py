"""Shortcut bridges: short ways between places that are far apart on foot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import inf
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen import kernels
from levelgen.complaint import Complaint
from levelgen.kernels.network import connect, span, walk_within
from levelgen.level import Level, Opened
from levelgen.parameters import checked
from levelgen.rng import Stream
from levelgen.walks import distances

Detour = Annotated[float, Field(ge=1)]
Number = Annotated[int, Field(ge=0)]

_LONGEST = np.iinfo(np.int64).max // 4


def _check(max_detour: float | None, count: int | None, budget: int | None) -> Iterator[Complaint]:
    if max_detour is None and count is None and budget is None:
        yield Complaint((), "give at least one of 'max_detour', 'count' and 'budget'", at_key=True)


@checked(_check)
def shortcut_bridges(
    level: Level[Any],
    rng: Stream,
    *,
    max_detour: Detour | None = None,
    count: Number | None = None,
    budget: Number | None = None,
) -> Opened:
    """Open closed walls whose two sides are far apart on foot, so that no way round is too long.

    The detour of a wall is the walk between its sides divided by its own length. `max_detour` alone is a
    promise: afterwards no wall's detour is larger. Walls are taken by length, and one is opened if the
    walk as it is now is longer than max_detour times the wall (greedy spanner, Althöfer et al. 1993).
    With `count` (walls) or `budget` (their total length) the worst detour is bought first and all walks
    are measured anew after each, until one of them or max_detour is reached; walls that the rest of the
    budget cannot pay are passed over. The report says what was opened and why it ended.

    Draws nothing. Cost: a bounded search for each closed wall; with count or budget first a search from
    every room, then only of those walls that may be the worst (lazy greedy, Minoux 1978).
    """
    network = _Network(level)
    bounds = network.bounds(max_detour)
    if count is None and budget is None:
        opened = network.open_by_length(bounds)
        reason = f"no walk is longer than {max_detour:g} × the wall between its ends"
    else:
        reason, opened = network.open_worst_first(bounds, count, budget)
    lengths = int(level.graph.lengths[opened].sum())
    return level.with_open(opened).with_note(f"shortcut_bridges: {len(opened)} opened, length {lengths}; {reason}")


class _Network:
    """The open walls as a growing network (`levelgen.kernels.network`), and the closed ones as candidates."""

    def __init__(self, level: Level[Any]) -> None:
        graph = level.graph
        self.level, self.lengths = level, graph.lengths
        self.u, self.v = (np.ascontiguousarray(graph.edges[:, side]) for side in (0, 1))
        self.arrays = (np.full(graph.rooms, -1, np.int32), *(np.empty(2 * graph.walls, np.int64) for _ in range(3)))
        self.used = np.zeros(1, np.int64)
        self.search = np.full(graph.rooms, -1, np.int64), np.empty(graph.rooms, np.int32)
        for edge in np.flatnonzero(level.open).tolist():
            self.connect(edge)

    def connect(self, edge: int) -> None:
        ends = int(self.u[edge]), int(self.v[edge]), int(self.lengths[edge])
        kernels.run(connect, *self.arrays, self.used, *ends)

    def bounds(self, max_detour: float | None) -> NDArray[np.int64]:
        """The longest walk that each wall allows, as a whole number, exactly."""
        if max_detour is None:
            return np.array(self.lengths)
        over, under = Fraction(max_detour).as_integer_ratio()
        return np.array([min(n * over // under, _LONGEST) for n in self.lengths.tolist()], np.int64)

    def open_by_length(self, bounds: NDArray[np.int64]) -> NDArray[np.int64]:
        closed = np.flatnonzero(~self.level.open)
        order = closed[np.argsort(self.lengths[closed], kind="stable")]
        is_open = np.zeros(self.level.graph.walls, np.uint8)
        kernels.run(span, *self.arrays, self.used, order, self.u, self.v, self.lengths, bounds, *self.search, is_open)
        return np.flatnonzero(is_open)

    def open_worst_first(
        self, bounds: NDArray[np.int64], count: int | None, budget: int | None
    ) -> tuple[str, NDArray[np.int64]]:
        """Why it ended, and the walls opened. A walk only gets shorter, so a stale one is an upper bound."""
        heap = [(-self._detour(edge, walk), edge, walk) for edge, walk in self._walks() if walk > bounds[edge]]
        heapify(heap)
        opened: list[int] = []
        left = inf if budget is None else budget
        reason = "no way round is longer than allowed"
        while heap and len(opened) != count:
            _, edge, stale = heappop(heap)
            walk = self._walk(edge, stale)
            if walk < stale:
                if walk > bounds[edge]:
                    heappush(heap, (-self._detour(edge, walk), edge, walk))
            elif self.lengths[edge] > left:
                reason = f"budget {budget} is reached"
            else:
                self.connect(edge)
                opened.append(edge)
                left -= int(self.lengths[edge])
        if len(opened) == count:
            reason = f"count {count} is reached"
        return reason, np.array(opened, np.int64)

    def _walks(self) -> Iterator[tuple[int, int]]:
        """Each closed wall and the walk between its sides, from one search a room."""
        closed = np.flatnonzero(~self.level.open)
        closed = closed[np.argsort(self.u[closed], kind="stable")]
        for group in np.split(closed, np.flatnonzero(np.diff(self.u[closed])) + 1):
            if len(group):
                away = distances(self.level, int(self.u[group[0]]))
                yield from zip(group.tolist(), away[self.v[group]].tolist(), strict=True)

    def _walk(self, edge: int, bound: int) -> int:
        ends = int(self.u[edge]), int(self.v[edge])
        return int(kernels.run(walk_within, *self.arrays, *ends, bound, *self.search))

    def _detour(self, edge: int, walk: int) -> float:
        length = int(self.lengths[edge])
        return walk / length if length else inf
