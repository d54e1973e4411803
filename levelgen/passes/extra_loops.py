"""Extra loops: more walls broken at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from levelgen import kernels
from levelgen.errors import GenerationError
from levelgen.kernels.choosing import choose
from levelgen.level import Level, Opened
from levelgen.parameters import Amount
from levelgen.rng import Stream


def extra_loops(level: Level[Any], rng: Stream, *, count: Amount) -> Opened:
    """Open walls chosen at random among all closed ones: each makes one more independent cycle.

    count: how many, or which share of the closed walls. GenerationError when there are fewer.
    Cost: O(m). Source: the cyclomatic number, Kirchhoff 1847.
    """
    closed = np.flatnonzero(~level.open)
    wanted = count.of(len(closed))
    if wanted > len(closed):
        raise GenerationError(f"{wanted} loops asked for, but only {len(closed)} walls are closed; ask for fewer")
    kernels.feed(choose, rng, closed, wanted, np.zeros(1, np.int64))
    return level.with_open(closed[:wanted])
