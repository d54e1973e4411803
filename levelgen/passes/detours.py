"""Detours: how long the walks between the two sides of walls are, and how they shorten as walls open."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.kernels.search import breadth_first
from levelgen.level import Level
from levelgen.walks import distances

Whole = NDArray[np.int64]


def walks_along_tree(level: Level[Any]) -> Whole:
    """int64 (m,): for each wall the walk between its sides along a spanning tree of the open walls.

    Without loops that is the walk, exactly; with loops it is at least as long as the walk.
    Cost: O(m log n), whole arrays at a time.
    """
    depth, parent = _tree(level)
    u, v = level.graph.edges.T
    in_tree = level.open & ((parent[u] == v) | (parent[v] == u))
    away = distances(Level(level.graph, in_tree), 0)
    walks: Whole = away[u] + away[v] - 2 * away[_meeting(depth, parent, u, v)]
    return walks


def _tree(level: Level[Any]) -> tuple[Whole, NDArray[np.int32]]:
    """The depth and the parent of each room in a tree that grows breadth first from room 0, its own parent."""
    n = level.graph.rooms
    depth, parent = np.full(n, -1, np.int64), np.zeros(n, np.int32)
    offsets, nodes, _ = level.adjacency
    kernels.run(breadth_first, offsets, nodes, 0, depth, parent, np.empty(n, np.int32))
    return depth, parent


def _meeting(depth: Whole, parent: NDArray[np.int32], a: Any, b: Any) -> Any:
    """The deepest common ancestor of each a[i] and b[i], by jumps of powers of two (Bender et al. 2005)."""
    jumps = [parent]
    while 1 << len(jumps) <= depth.max():
        jumps.append(jumps[-1][jumps[-1]])
    a, b = np.where(depth[a] < depth[b], b, a), np.where(depth[a] < depth[b], a, b)
    for power, jump in reversed(list(enumerate(jumps))):
        a = np.where(depth[a] - depth[b] >= 1 << power, jump[a], a)
    for jump in reversed(jumps):
        apart = jump[a] != jump[b]
        a, b = np.where(apart, jump[a], a), np.where(apart, jump[b], b)
    return np.where(a == b, a, parent[a])


class Detours:
    """The walks round the closed walls of a level, kept true while walls open.

    bounds: int64 (m,), the longest walk that each wall allows, at least its own length.
    A walk is known exactly or too long: `worst` measures only those that may be the worst.
    """

    def __init__(self, level: Level[Any], bounds: Whole) -> None:
        self.level = level
        self.edges = np.flatnonzero(~level.open)
        self.u, self.v = level.graph.edges[self.edges].T
        self.lengths, self.bounds = level.graph.lengths[self.edges], bounds[self.edges]
        self.walks = walks_along_tree(level)[self.edges]
        self.exact = np.full(len(self.edges), level.loops == 0)

    @property
    def ratios(self) -> NDArray[np.float64]:
        """Walk divided by length, infinite where the length is 0.

        The nearest float of a quotient never turns an order round, so the worst is first, exactly
        (walks below 2⁵³); ties go to the builder's order.
        """
        ratios = np.full(len(self.walks), np.inf)
        np.divide(self.walks, self.lengths, out=ratios, where=self.lengths > 0)
        return ratios

    def worst(self, at_most: int) -> int | None:
        """Of the closed walls up to this length, the place of the worst detour longer than allowed, or None."""
        while True:
            wanted = (self.walks > self.bounds) & (self.lengths <= at_most)
            if not wanted.any():
                return None
            worst = int(np.where(wanted, self.ratios, 0).argmax())
            if self.exact[worst]:
                return worst
            self._measure(int(self.u[worst]))

    def _measure(self, room: int) -> None:
        """One search makes the walks of this room's walls exact, and by way of it those round about less too long."""
        away = distances(self.level, room)
        np.minimum(self.walks, away[self.u] + away[self.v], out=self.walks)
        self.exact |= self.u == room

    def open(self, place: int) -> int:
        """Open a wall and return it. A shorter walk leads over it once, from one of its sides to the other."""
        edge, length = int(self.edges[place]), self.lengths[place]
        here, there = (distances(self.level, int(side[place])) for side in (self.u, self.v))
        for a, b in ((here, there), (there, here)):
            np.minimum(self.walks, a[self.u] + length + b[self.v], out=self.walks)
        self.level = self.level.with_open([edge])
        return edge
