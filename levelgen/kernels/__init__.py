"""The hot loops: plain functions over arrays, each written once.

A kernel touches nothing but its arguments: arrays and numbers. It runs as plain Python over memory
views, which give Python's own integers: no overflow, no copy. With numba installed (the extra `fast`)
large arrays make it run compiled, with the same result to the bit.

A kernel that draws takes `words, cursor` first and returns True when it is done, False when the words
run out; it then has moved `cursor[0]` only past the words of the steps that it finished, so that the
next batch goes on exactly there. So it runs in slices. All others run beside the main thread when they
are large: either way Ctrl-C is heard at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from levelgen.kernels.machine import Kernel, beside, compiled
from levelgen.kernels.words import refill
from levelgen.rng import Stream

_SMALLEST_BATCH = 1 << 8
_LARGEST_BATCH = 1 << 15
_WORTH_COMPILING = 1 << 18
"""Elements in a kernel's arrays from which importing numba, and compiling once, pays."""
_WORTH_IN_SUM = 1 << 22
"""Elements in the arrays of all calls so far from which it pays for small ones too, as more will follow."""

_so_far = 0


def run(kernel: Kernel, *arguments: Any) -> Any:
    """Call a kernel: compiled when its arrays are large and numba is there, else over memory views."""
    size = _size(arguments)
    if (fast := _fast(kernel, arguments, size)) is None:
        return kernel(*_views(arguments))
    return beside(fast, arguments) if size >= _WORTH_COMPILING else fast(*arguments)


def runs_compiled(kernel: Kernel, *arguments: Any) -> bool:
    """Would `run` take machine code? For what numpy does faster than plain Python, if not than that."""
    return _fast(kernel, arguments, _size(arguments)) is not None


def feed(kernel: Kernel, rng: Stream, *arguments: Any) -> None:
    """Run a kernel that draws, batch by batch, and leave `rng` just past the last word it used."""
    fast = _fast(kernel, arguments, _size(arguments))
    if fast is None:
        _feed_plain(kernel, rng, _views(arguments))
    else:
        _feed_compiled(fast, rng, arguments)


def _size(arguments: tuple[Any, ...]) -> int:
    return sum(argument.size for argument in arguments if isinstance(argument, np.ndarray))


def _views(arguments: tuple[Any, ...]) -> list[Any]:
    return [a.data if isinstance(a, np.ndarray) else a for a in arguments]


def _fast(kernel: Kernel, arguments: tuple[Any, ...], size: int) -> Kernel | None:
    """The kernel as machine code where that pays."""
    global _so_far  # noqa: PLW0603 - only speed hangs on it
    _so_far += size
    if (size < _WORTH_COMPILING and _so_far < _WORTH_IN_SUM) or any(isinstance(a, list) for a in arguments):
        return None
    return compiled(kernel)


def _feed_plain(kernel: Kernel, rng: Stream, arguments: list[Any]) -> None:
    batch, cursor = _SMALLEST_BATCH, np.zeros(1, np.int64)
    words = np.empty(0, np.uint32)
    done, kept = False, 0
    while not done:
        before = rng.getstate()
        words = np.concatenate([words[len(words) - kept :], rng.words(batch)])
        cursor[0] = 0
        done = kernel(words.data, cursor.data, *arguments)
        kept = len(words) - int(cursor[0])
        last, batch = batch, min(batch * 4, max(_LARGEST_BATCH, 2 * kept))
    if kept:
        rng.setstate(before)
        rng.skip(last - kept)


def _feed_compiled(fast: Kernel, rng: Stream, arguments: tuple[Any, ...]) -> None:
    """The generator itself runs compiled too, on the stream's own state, which is put back at the end."""
    version, (*key, place), gauss = rng.getstate()
    state = np.array([*key, place], np.uint32)
    words, cursor = np.empty(0, np.int64), np.zeros(1, np.int64)
    generate, done, batch = compiled(refill), False, _SMALLEST_BATCH
    assert generate is not None
    while not done:
        before, kept = state.copy(), len(words) - int(cursor[0])
        batch = min(batch * 4, max(_LARGEST_BATCH, 2 * kept))  # one step may need more than there are
        words = np.concatenate([words[len(words) - kept :], np.empty(batch - kept, np.int64)])
        generate(state, words, kept)
        cursor[0] = 0
        done = fast(words, cursor, *arguments)
    generate(before, words[: cursor[0] - kept], 0)
    rng.setstate((version, tuple(before.tolist()), gauss))
