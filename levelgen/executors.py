"""Who makes the levels: this process, or several processes of this machine."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from levelgen.errors import GenerationError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""So many levels for each worker are under way or wait to be written; more would fill the memory."""


@dataclass(frozen=True)
class Workers:
    """So many processes."""

    count: int = 1

    def stream(self, function: Callable[[T], R], orders: Iterable[T], total: int) -> Iterator[R]:
        """What `function`, which must be picklable, makes of `total` orders, in their order, as soon as it is there.

        At most AHEAD results for each worker are held. What is not wanted any more is not begun. GenerationError
        where a worker dies.
        """
        with _processes(min(self.count, total)) as executor:
            waiting: deque[Future[R]] = deque()
            for order in orders:
                waiting.append(executor.submit(function, order))
                if len(waiting) >= AHEAD * self.count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()


HERE = Workers()
"""No worker but this process."""


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    pool, before = ProcessPoolExecutor(count, initializer=_follow_parent), active_children()
    try:
        yield pool
    except BrokenExecutor as error:
        raise GenerationError("a worker process died, perhaps for want of memory; build with fewer --jobs") from error
    except BaseException:  # what is under way is not wanted any more, and one that hangs would be waited for
        for worker in active_children():
            if worker not in before:
                worker.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_parent() -> None:
    """In a worker: Ctrl-C goes to the parent, which ends its workers in good order; when it is killed, they end too."""
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    Thread(target=follow, daemon=True).start()
