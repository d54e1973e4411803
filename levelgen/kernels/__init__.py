"""The hot loops: plain functions over arrays, each written once.

A kernel touches nothing but its arguments: arrays (seen as memory views, which give Python's own
integers: no overflow, no copy) and numbers. A kernel that draws takes `words, cursor` first and
returns True when it is done, False when the words run out; it then has moved `cursor[0]` only past
the words of the steps that it finished, so that the next batch goes on exactly there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from levelgen.rng import Stream

_SMALLEST_BATCH = 1 << 8
_LARGEST_BATCH = 1 << 16


def run(kernel: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel; arrays among the arguments are handed over as memory views."""
    return kernel(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))


def feed(kernel: Callable[..., bool], rng: Stream, *arguments: Any) -> None:
    """Run a kernel that draws, batch by batch, and leave `rng` just past the last word it used."""
    batch = _SMALLEST_BATCH
    done = False
    while not done:
        before = rng.getstate()
        cursor = np.zeros(1, np.int64)
        done = run(kernel, rng.words(batch), cursor, *arguments)
        rng.setstate(before)
        if cursor[0]:
            rng.getrandbits(32 * int(cursor[0]))
        batch = batch * 2 if not cursor[0] else min(batch * 4, _LARGEST_BATCH)
