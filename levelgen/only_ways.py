"""The only ways: open walls whose closing would cut the level in two (bridges, in graph theory)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.level import Level
from levelgen.walks import parents, steps


def only_ways(level: Level[Any]) -> NDArray[np.bool_]:
    """bool (m,): is it open, and on no cycle?

    A word is drawn for each open wall outside a breadth-first tree and put on the walls of the tree between its
    ends, by exclusive or; a wall of the tree that is left with no word has no way round. Words are hashes of the
    walls' numbers (splitmix64), so two that cancel out by chance do so once in 2⁶⁴ (after Pritchard and Thurimella
    2011). O(rooms + walls) of a connected level.
    """
    graph = level.graph
    above, depth = parents(level, 0), steps(level, 0)
    u, v = graph.edges.T
    down = np.where(above[v] == u, v, u)
    in_tree = level.open & ((above[v] == u) | (above[u] == v))
    words = _hashed(np.flatnonzero(level.open & ~in_tree))
    carried = np.zeros(graph.rooms, np.uint64)
    for ends in graph.edges[level.open & ~in_tree].T:
        np.bitwise_xor.at(carried, ends, words)
    order = np.argsort(-depth, kind="stable")
    for rooms in np.split(order, np.flatnonzero(np.diff(depth[order])) + 1)[:-1]:
        np.bitwise_xor.at(carried, above[rooms], carried[rooms])
    found: NDArray[np.bool_] = in_tree & (carried[down] == 0)
    return found


def _hashed(numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
    z = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    words: NDArray[np.uint64] = z ^ (z >> np.uint64(31))
    return words
