"""Aldous and Broder's spanning tree: one long random walk."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.errors import GenerationError
from levelgen.graph import Graph
from levelgen.kernels.wandering import wander
from levelgen.rng import Stream


def aldous_broder(graph: Graph, rng: Stream) -> NDArray[np.int32]:
    """A random walk over all walls opens the one by which it first enters each room.

    Levels: every spanning tree is equally likely, so there is no bias at all. Slow, as the walk comes
    back again and again: about n log² n steps on a grid; `wilson` draws from the same trees, faster.

    Returns the opened walls in the order they were opened. Bounded by `most_steps`, past which it is a
    GenerationError. Source: Broder 1989, Aldous 1990.
    """
    reached = np.zeros(graph.rooms, np.uint8)
    opened = np.empty(graph.rooms - 1, np.int32)
    start = rng.below(graph.rooms)
    reached[start] = 1
    state = np.array([0, start, 0], np.int64)
    kernels.feed(wander, rng, *graph.adjacency, most_steps(graph), reached, state, opened)
    if state[2] < len(opened):
        raise GenerationError(f"reached {state[2] + 1} of {graph.rooms} rooms in {state[0]} steps; try another seed")
    return opened


def most_steps(graph: Graph) -> int:
    """A bound on the steps of random walks that is passed with a chance below 2⁻³².

    A walk is expected to see every room within 2 m (n − 1) steps, wherever it stands (Aleliunas et al.
    1979), and Wilson's walks to be done within twice that: 2 m (n − 1) for the one under way, as many
    for all that follow. So either goes on for twice as long again with a chance of at most a half
    (Markov), 32 times over. It is kept below 2⁶³, what a count in an array can hold.
    """
    return min(32 * 8 * graph.walls * (graph.rooms - 1), (1 << 63) - 1)
