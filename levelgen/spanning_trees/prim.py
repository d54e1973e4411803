"""Prim's spanning tree, with the frontier in random order or by length."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.graph import Graph
from levelgen.kernels.growing import enter, shortest, spread
from levelgen.rng import Stream


def prim(graph: Graph, rng: Stream, *, order: Literal["random", "length"] = "random") -> NDArray[np.int32]:
    """From one room the level spreads: again and again a wall on its rim is opened to a new room.

    Levels: round about the start, with very many short dead ends (random); or the least total length
    there is, a minimum spanning tree (length).

    order: random, from a random room, any wall of the rim with equal chance; or length, from room 0,
    the shortest one, ties by the wall's number. Returns the opened walls in the order they were opened.
    Cost: O(m), by length O(m log m). Source: Jarník 1930, Prim 1957.
    """
    reached = np.zeros(graph.rooms, np.uint8)
    opened = np.empty(graph.rooms - 1, np.int32)
    if order == "length":
        kernels.run(shortest, *graph.adjacency, graph.lengths, reached, opened)
        return opened
    frontier = np.empty(graph.walls, np.int32)
    state = np.zeros(2, np.int64)
    kernels.run(enter, rng.below(graph.rooms), *graph.adjacency, reached, frontier, state)
    kernels.feed(spread, rng, *graph.adjacency, graph.edges.reshape(-1), reached, frontier, state, opened)
    return opened
