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


def join(parent: Any, ends: Any, first: int, joined: Any, count: Any) -> None:
    """Kruskal's loop: take pair after pair, keep those that join two sets, until `joined` is full.

    ends: the pairs one after the other, u then v, numbered from `first` on. joined: receives the numbers
    of those kept; count[0]: how many they are. Disjoint sets without ranks, where both ways up are
    climbed together and end as soon as they meet (Rem's algorithm with splicing, Dijkstra 1976; the
    fastest one measured by Patwary, Blair and Manne 2010).
    """
    for i in range(len(ends) // 2):
        if count[0] == len(joined):
            break
        u, v = ends[2 * i], ends[2 * i + 1]
        above_u, above_v = parent[u], parent[v]
        while above_u != above_v:
            if above_u < above_v:
                u, v, above_u, above_v = v, u, above_v, above_u
            parent[v] = above_u
            if v == above_v:
                joined[count[0]] = first + i
                count[0] += 1
                break
            v = above_v
            above_v = parent[v]


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
