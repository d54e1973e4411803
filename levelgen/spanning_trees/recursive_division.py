"""Recursive division: walls with one gap, put into an open hall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.rng import Stream


def recursive_division(graph: GridGraph, rng: Stream) -> NDArray[np.int32]:
    """An open hall is divided by a wall with one gap, then each half likewise, down to single rooms.

    Levels: long straight walls, the oldest across the whole level, and gaps that everybody must pass;
    a hall is divided across its longer side, a square one by a coin. Each gap is the only way between
    its two halves, so the gaps are a spanning tree.

    Returns the gaps, the opened walls. Cost: O(n). Source: Perry 2006, after Buck 2011.
    """
    opened: list[int] = []
    halls = [(0, 0, graph.rows, graph.columns)]
    while halls:
        top, left, rows, columns = halls.pop()
        if rows == 1 and columns == 1:
            continue
        if rows > columns or (rows == columns and rng.below(2)):
            cut = 1 + rng.below(rows - 1)
            gap = (top + cut - 1) * graph.columns + left + rng.below(columns)
            opened.append(int(graph.below[gap]))
            halls += [(top, left, cut, columns), (top + cut, left, rows - cut, columns)]
        else:
            cut = 1 + rng.below(columns - 1)
            gap = (top + rng.below(rows)) * graph.columns + left + cut - 1
            opened.append(int(graph.right[gap]))
            halls += [(top, left, rows, cut), (top, left + cut, rows, columns - cut)]
    return np.array(opened, np.int32)
