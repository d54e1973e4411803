"""Kernels as machine code, by numba, kept on disk where there is a place for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from threading import Thread
from types import FunctionType
from typing import Any

Kernel = Callable[..., Any]

_PACKAGE = __name__.rpartition(".")[0]
_BROKEN_CACHE = (OSError, EOFError, UnpicklingError)


@cache
def compiled(kernel: Kernel) -> Kernel | None:
    """The kernel as machine code, or None without numba.

    A cache folder that is missing, read-only, full or broken costs compiling anew, nothing else.
    """
    try:
        import numba  # noqa: F401
    except ImportError:
        return None
    try:
        kept = _dispatcher(kernel, True)
    except RuntimeError:
        kept = _dispatcher(kernel, False)

    def call(*arguments: Any) -> Any:
        try:
            return kept(*arguments)
        except _BROKEN_CACHE:
            return _dispatcher(kernel, False)(*arguments)

    return call


def beside(kernel: Kernel, arguments: tuple[Any, ...]) -> Any:
    """Call machine code in a thread of its own: it lets go of Python meanwhile, so that Ctrl-C is heard."""
    results: list[Any] = []
    thread = Thread(target=lambda: results.append(kernel(*arguments)), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    return results[0]


@cache
def _dispatcher(kernel: Kernel, keep: bool) -> Any:
    """numba's view of a kernel and of the kernels that it calls.

    The name under which it is kept tells the text of all kernels: numba itself would not see that one
    which it calls has changed.
    """
    from numba import njit

    assert isinstance(kernel, FunctionType)
    called = {name: kernel.__globals__.get(name) for name in kernel.__code__.co_names}
    kernels = {n: _dispatcher(f, keep) for n, f in called.items() if getattr(f, "__module__", "").startswith(_PACKAGE)}
    twin = FunctionType(kernel.__code__, {**kernel.__globals__, **kernels}, kernel.__name__)
    twin.__qualname__, twin.__module__ = f"{kernel.__name__}_{_digest()}", kernel.__module__
    return njit(cache=keep, nogil=True)(twin)


@cache
def _digest() -> str:
    texts = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return sha256(b"".join(texts)).hexdigest()[:12]
