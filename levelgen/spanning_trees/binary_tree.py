"""The binary tree: one coin a room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.rng import Stream


def binary_tree(graph: GridGraph, rng: Stream) -> NDArray[np.int32]:
    """Every room opens its wall to the right or the one below, by a coin where it has both.

    Levels: strongly slanted, with one long corridor along the right side and one along the bottom; from
    anywhere a walk right and down reaches the last room. As every room but the last opens one wall
    towards it, no cycle can arise.

    Returns the opened walls, room by room. Cost: O(n). Source: Buck 2011.
    """
    both = (graph.right >= 0) & (graph.below >= 0)
    coins = np.array([rng.below(2) for _ in range(int(both.sum()))], np.bool_)
    goes_right = graph.right >= 0
    goes_right[both] = coins
    return np.where(goes_right, graph.right, graph.below)[:-1]
