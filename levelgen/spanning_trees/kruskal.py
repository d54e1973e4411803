"""Kruskal's spanning tree, with the walls in random order or by length."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.graph import Graph
from levelgen.kernels.draw import shuffle
from levelgen.kernels.sets import join
from levelgen.rng import Stream

_SLICE = 1 << 18


def kruskal(graph: Graph, rng: Stream, *, order: Literal["random", "length"] = "random") -> NDArray[np.int32]:
    """Walls are taken in turn; one is opened when it joins two groups of rooms that were apart.

    Levels: an even texture with many short dead ends and no direction (random), or the least total
    length there is, a minimum spanning tree (length).

    order: random, a Fisher–Yates shuffle; or length, shortest first, ties in the builder's order.
    Returns the opened walls in the order they were opened. Cost: O(m α(n)) and the sort or shuffle.
    Source: Kruskal 1956; disjoint sets, Dijkstra 1976.
    """
    if order == "length":
        turns = np.argsort(graph.lengths, kind="stable").astype(np.int32)
    else:
        turns = np.arange(graph.walls, dtype=np.int32)
        kernels.feed(shuffle, rng, turns, np.array([graph.walls - 1], np.int64))
    return turns[_joining(graph, turns)]


def _joining(graph: Graph, turns: NDArray[np.int32]) -> NDArray[np.int32]:
    """The places in `turns` of the walls that join; the walls' ends are brought up slice by slice, into the cache."""
    parent = np.arange(graph.rooms, dtype=np.int32)
    joined, count = np.empty(graph.rooms - 1, np.int32), np.zeros(1, np.int64)
    for first in range(0, len(turns), _SLICE):
        ends = np.take(graph.edges, turns[first : first + _SLICE], axis=0).reshape(-1)
        kernels.run(join, parent, ends, first, joined, count)
        if count[0] == len(joined):
            break
    return joined
