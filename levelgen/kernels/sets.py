"""Disjoint sets: which things hang together, joined pair by pair."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def root(parent: Any, v: int) -> int:
    """The representative of v's set; halves the path on the way (Tarjan and van Leeuwen 1984)."""
    while parent[v] != v:
        parent[v] = parent[parent[v]]
        v = parent[v]
    return v


def join(parent: Any, u: Any, v: Any, order: Any, joined: Any) -> int:
    """Kruskal's loop: take the pairs in `order`, keep those that join two sets.

    Writes the kept indices to `joined` and returns how many there are; stops when `joined` is full.
    """
    count = 0
    for e in order:
        if count == len(joined):
            break
        a = root(parent, u[e])
        b = root(parent, v[e])
        if a != b:
            parent[a] = b
            joined[count] = e
            count += 1
    return count


def components(n: int, u: NDArray[np.integer], v: NDArray[np.integer]) -> NDArray[np.int64]:
    """The smallest member of each thing's component, for n things and pairs u[i]–v[i].

    Whole arrays at a time: each root hooks onto a smaller neighbouring root, then all paths are
    flattened (after Shiloach and Vishkin 1982); roots only ever point down, so no cycle can arise.
    """
    label = np.arange(n, dtype=np.int64)
    while len(u):
        a, b = label[u], label[v]
        label[np.maximum(a, b)] = np.minimum(a, b)
        while not np.array_equal(label, flatter := label[label]):
            label = flatter
        apart = label[u] != label[v]
        u, v = u[apart], v[apart]
    return label
