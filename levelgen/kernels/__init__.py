"""The hot loops: plain functions over arrays, each written once.

A kernel touches nothing but its arguments: arrays and numbers. It runs as plain Python over memory
views, which give Python's own integers: no overflow, no copy. With numba installed (the extra `fast`)
large arrays make it run compiled, with the same result to the bit.

A kernel that draws takes `words, cursor` first and returns True when it is done, False when the words
run out; it then has moved `cursor[0]` only past the words of the steps that it finished, so that the
next batch goes on exactly there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from levelgen.rng import Stream

_SMALLEST_BATCH = 1 << 8
_LARGEST_BATCH = 1 << 16
_WORTH_COMPILING = 1 << 18
"""Elements in a kernel's arrays from which importing numba, and compiling once, pays."""


def run(kernel: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel: compiled when its arrays are large and numba is there, else over memory views."""
    arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
    if sum(array.size for array in arrays) >= _WORTH_COMPILING and not any(isinstance(a, list) for a in arguments):
        fast = compiled(kernel)
        if fast is not None:
            return fast(*arguments)
    return kernel(*(a.data if isinstance(a, np.ndarray) else a for a in arguments))


def feed(kernel: Callable[..., bool], rng: Stream, *arguments: Any) -> None:
    """Run a kernel that draws, batch by batch, and leave `rng` just past the last word it used."""
    batch, cursor = _SMALLEST_BATCH, np.zeros(1, np.int64)
    words = np.empty(0, np.int64)
    done = False
    while not done:
        before = rng.getstate()
        words = np.concatenate([words[cursor[0] :], rng.words(batch)])
        cursor[0] = 0
        done = run(kernel, words, cursor, *arguments)
        unused = len(words) - int(cursor[0])
        last, batch = batch, min(batch * 4, max(_LARGEST_BATCH, 2 * unused))
    if unused:
        rng.setstate(before)
        rng.skip(last - unused)


@cache
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any] | None:
    """The kernel as machine code, or None without numba. Kept on disk where there is a place for it."""
    try:
        from numba import njit
    except ImportError:
        return None
    assert isinstance(kernel, FunctionType)
    called = {name: kernel.__globals__.get(name) for name in kernel.__code__.co_names}
    kernels = {name: compiled(f) for name, f in called.items() if getattr(f, "__module__", "").startswith(__name__)}
    twin = FunctionType(kernel.__code__, {**kernel.__globals__, **kernels}, kernel.__name__)
    twin.__qualname__, twin.__module__ = kernel.__qualname__, kernel.__module__
    try:
        fast: Callable[..., Any] = njit(cache=True)(twin)
    except RuntimeError:
        fast = njit(twin)
    return fast
