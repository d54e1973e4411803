"""Workers that are processes of this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from threading import Thread

from levelgen.executors.crew import Crew


@contextmanager
def processes(count: int) -> Iterator[Crew]:
    """So many processes, which end with this one, however it ends."""
    pool, before = ProcessPoolExecutor(count, initializer=_follow_parent), active_children()
    try:
        yield Crew(pool, count)
    except BaseException:  # what is under way is not wanted any more, and one that hangs would be waited for
        for worker in active_children():
            if worker not in before:
                worker.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


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
