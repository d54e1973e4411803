"""Wilson's spanning tree: random walks with their loops erased."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.errors import GenerationError
from levelgen.graph import Graph
from levelgen.kernels.wandering import erase_loops
from levelgen.rng import Stream
from levelgen.spanning_trees.aldous_broder import most_steps


def wilson(graph: Graph, rng: Stream) -> NDArray[np.int32]:
    """From each room that is not yet joined a random walk leads to the tree; its loops are erased, the rest is opened.

    Levels: every spanning tree is equally likely, so there is no bias at all: corridors and dead ends of
    all lengths. The tree begins at a random room; walks begin at the rooms in order.

    Returns the opened walls in the order they were opened. Cost: the mean time to reach the root, about
    n log n steps on a grid; bounded by a count, past which it is a GenerationError.
    Source: Wilson 1996.
    """
    reached = np.zeros(graph.rooms, np.uint8)
    opened = np.empty(graph.rooms - 1, np.int32)
    leave = np.empty(graph.rooms, np.int64)
    reached[rng.below(graph.rooms)] = 1
    state = np.zeros(4, np.int64)
    kernels.feed(erase_loops, rng, *graph.adjacency, most_steps(graph), reached, leave, state, opened)
    if state[2] < len(opened):
        raise GenerationError(f"reached {state[2] + 1} of {graph.rooms} rooms in {state[0]} steps; try another seed")
    return opened
