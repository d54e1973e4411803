"""Workers that are processes of this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic

from levelgen.executors.crew import Crew

PATIENCE = 1.0
"""Seconds that workers have to end what they are at, when nobody wants it any more."""


@contextmanager
def processes(count: int) -> Iterator[Crew]:
    """So many processes, which end with this one, however it ends.

    Where an error or Ctrl-C leaves the block, workers may finish what they are at: one that is killed while
    it sends a result leaves half of it in the pipe, whose reader then waits for the rest. Those that hang
    are killed; they send nothing.
    """
    pool, before = ProcessPoolExecutor(count, initializer=_follow_parent), active_children()
    try:
        yield Crew(pool, count)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        _end([worker for worker in active_children() if worker not in before])
        raise
    pool.shutdown(wait=True)


def _end(workers: Iterable[BaseProcess]) -> None:
    deadline = monotonic() + PATIENCE
    for worker in workers:
        worker.join(max(0.0, deadline - monotonic()))
        if worker.is_alive():
            worker.kill()
            worker.join()


def _follow_parent() -> None:
    """In a worker: Ctrl-C goes to the parent, which ends its workers in good order; when it is killed, they end too."""

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    Thread(target=follow, daemon=True).start()
