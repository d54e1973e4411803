"""Wilson's spanning tree: random walks with their loops erased."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.errors import GenerationError
from levelgen.graph import Graph, GridGraph
from levelgen.kernels.wandering import erase_loops, erase_loops_on_grid
from levelgen.rng import Stream
from levelgen.spanning_trees.aldous_broder import most_steps

_REACHED = 16


def wilson(graph: Graph, rng: Stream) -> NDArray[np.int32]:
    """From each room that is not yet joined a random walk leads to the tree; its loops are erased, the rest is opened.

    Levels: every spanning tree is equally likely, so there is no bias at all: corridors and dead ends of
    all lengths. The tree begins at a random room; walks begin at the rooms in order.

    Returns the opened walls in the order they were opened. Cost: the mean time to reach the root, about
    n log n steps on a grid; bounded by a count, past which it is a GenerationError.
    Source: Wilson 1996.
    """
    opened = np.empty(graph.rooms - 1, np.int32)
    state = np.zeros(4, np.int64)
    root = rng.below(graph.rooms)
    if isinstance(graph, GridGraph) and graph.in_rows:
        width = graph.columns + 1
        places, steps = graph.framed(graph.ways, _REACHED), np.array([-width, -1, 1, width], np.int64)
        places[graph.place(root)] |= _REACHED
        kernels.feed(erase_loops_on_grid, rng, width, graph.rooms, most_steps(graph), steps, places, state, opened)
    else:
        reached, leave = np.zeros(graph.rooms, np.uint8), np.empty(graph.rooms, np.int64)
        reached[root] = 1
        kernels.feed(erase_loops, rng, *graph.adjacency, most_steps(graph), reached, leave, state, opened)
    if state[2] < len(opened):
        raise GenerationError(f"reached {state[2] + 1} of {graph.rooms} rooms in {state[0]} steps; try another seed")
    return opened
