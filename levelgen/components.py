"""Which things hang together: rooms over walls, tiles over tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.kernels.sets import unite


def components(n: int, u: NDArray[np.integer], v: NDArray[np.integer]) -> NDArray[np.int64]:
    """int64 (n,): the smallest member of each thing's component, for n things and pairs u[i]–v[i].

    O(n + m α(n)) compiled. Else whole arrays at a time: each root hooks onto a smaller neighbouring root,
    then all paths are flattened (after Shiloach and Vishkin 1982); roots only ever point down, so no
    cycle can arise.
    """
    label = np.arange(n, dtype=np.int64)
    u, v = np.ascontiguousarray(u, np.int64), np.ascontiguousarray(v, np.int64)
    if kernels.runs_compiled(unite, label, u, v):
        kernels.run(unite, label, u, v)
        return label
    while len(u):
        a, b = label[u], label[v]
        label[np.maximum(a, b)] = np.minimum(a, b)
        while not np.array_equal(label, flatter := label[label]):
            label = flatter
        apart = label[u] != label[v]
        u, v = u[apart], v[apart]
    return label
