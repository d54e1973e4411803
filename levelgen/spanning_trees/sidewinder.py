"""The sidewinder: runs to the right, each with one way up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.rng import Stream


def sidewinder(graph: GridGraph, rng: Stream) -> NDArray[np.int32]:
    """In each row, runs of rooms are opened to the right; each run opens one way up, from any of its rooms.

    Levels: a corridor along the top, and from everywhere a way up without turning back; columns wind,
    rows are cut into short runs. Each run hangs on the row above by one wall, so no cycle can arise.

    Returns the opened walls. Cost: O(n). Source: Buck 2011.
    """
    opened = []
    for row in range(graph.rows):
        first = row * graph.columns
        for room in range(first, first + graph.columns):
            last = graph.right[room] < 0
            if row > 0 and (last or rng.below(2) == 0):
                above = first + rng.below(room - first + 1) - graph.columns
                opened.append(graph.below[above])
                first = room + 1
            elif not last:
                opened.append(graph.right[room])
    return np.array(opened, np.int32)
