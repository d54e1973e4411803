"""The binary tree: one coin a room."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.rng import Stream

Corner = Literal["top_left", "top_right", "bottom_left", "bottom_right"]


def binary_tree(graph: GridGraph, rng: Stream, *, corner: Corner = "bottom_right") -> NDArray[np.int32]:
    """Every room opens its wall towards one of the two sides that meet in `corner`, by a coin where it has both walls.

    Levels: strongly slanted, with one long corridor along each of the two sides; from anywhere a walk
    that never turns back reaches the corner. As every room but that of the corner opens one wall
    towards it, no cycle can arise.

    corner: where all walks lead. Returns the opened walls, room by room. Cost: O(n). Source: Buck 2011.
    """
    sideways, lengthways = (walls.reshape(graph.rows, graph.columns) for walls in (graph.right, graph.below))
    # A wall to the left is the left neighbour's to the right; the −1 of the last column comes to the first.
    sideways = sideways if corner.endswith("right") else np.roll(sideways, 1, axis=1)
    lengthways = lengthways if corner.startswith("bottom") else np.roll(lengthways, 1, axis=0)
    both = (sideways >= 0) & (lengthways >= 0)
    goes_sideways = sideways >= 0
    goes_sideways[both] = [rng.below(2) == 1 for _ in range(int(both.sum()))]
    chosen = np.where(goes_sideways, sideways, lengthways).ravel()
    return chosen[chosen >= 0]
