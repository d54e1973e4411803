"""Candidate bridges for many points: the nearest in each of eight octants."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.kernels.points import nearest_in_octant


def octants(positions: NDArray[np.int32]) -> NDArray[np.int32]:
    """The pairs of each point with its nearest one (Manhattan metric) in each of eight octants.

    positions: int32 (n, 2). Returns int32 (m, 2), u < v, sorted, at most 8 n pairs. The octants are
    half open and share no direction, so of two points in one octant the nearer to its corner is nearer
    to the other than the corner is: a minimum spanning tree never needs the farther one (Yao 1982;
    Guibas and Stolfi 1983). Points on one cell are chained, and the first of them stands for all, so
    the graph is connected for equal, collinear and few points too. O(n log n), integers only.
    """
    order = np.lexsort((positions[:, 1], positions[:, 0]))
    same = (positions[order][1:] == positions[order][:-1]).all(axis=1)
    found = [np.stack([order[:-1][same], order[1:][same]], axis=1)]
    single = order[np.concatenate([[True], ~same])]
    x, y = positions[single].astype(np.int64).T
    for _ in range(4):
        for east, north, strict in ((x, y, 0), (y, x, 1)):
            nearest = _nearest(east, north, strict)
            has = np.flatnonzero(nearest >= 0)
            found.append(np.stack([single[has], single[nearest[has]]], axis=1))
        x, y = -y, x
    pairs = np.sort(np.concatenate(found), axis=1)
    return np.unique(pairs, axis=0).astype(np.int32)


def _nearest(east: NDArray[np.int64], north: NDArray[np.int64], strict: int) -> NDArray[np.int32]:
    """The nearest with 0 ≤ Δeast < Δnorth (strict 0) or 0 < Δeast ≤ Δnorth (strict 1); −1 for none."""
    key = north - east
    rank = np.unique(east, return_inverse=True)[1].astype(np.int64) + 1
    nearest = np.full(len(east), -1, np.int32)
    best = np.full(len(east) + 2, -1, np.int32)
    order = np.argsort(-key, kind="stable")
    kernels.run(nearest_in_octant, order, rank, key, east + north, strict, best, nearest)
    return nearest
