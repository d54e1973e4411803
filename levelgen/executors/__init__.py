"""Who makes the levels: several processes of this machine, or a Dask cluster of many machines."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from levelgen.errors import GenerationError
from levelgen.executors.crew import Crew

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""So many levels for each worker are under way or wait to be written; more would fill the memory."""

SECONDS_TO_LOOK = 1.0
"""How long to wait for a level before looking whether the workers are still there."""


class LostError(GenerationError):
    """What workers died of."""


@dataclass(frozen=True)
class Workers:
    """So many workers (None: as many as there are): processes of this machine, or of the Dask cluster at an address.

    cluster: HOST:PORT of a Dask scheduler, or `local` for a cluster of this machine's own.
    """

    count: int | None = None
    cluster: str = ""

    def needed(self, orders: int) -> bool:
        """Are they of any use for so many orders? One worker on this machine is not."""
        return orders > 0 if self.cluster else min(self._count(), orders) > 1

    def stream(self, function: Callable[[T], R], orders: Iterable[T], total: int) -> Iterator[R | LostError]:
        """What `function`, which must be picklable, makes of `total` orders, in their order, as soon as it is there.

        At most AHEAD results for each worker are held. What is not wanted any more is not begun. LostError
        takes the place of what one worker after the other died of; GenerationError where no more can be had.
        """
        with self._opened(total) as crew:
            waiting: deque[tuple[T, Future[Any]]] = deque()
            try:
                for order in orders:
                    waiting.append((order, crew.executor.submit(function, order)))
                    if len(waiting) >= AHEAD * crew.count:
                        yield _result(crew, function, *waiting.popleft())
                while waiting:
                    yield _result(crew, function, *waiting.popleft())
            finally:
                for _, future in waiting:
                    future.cancel()

    def _opened(self, total: int) -> AbstractContextManager[Crew]:
        if not self.cluster:
            from levelgen.executors.processes import processes

            return processes(min(self._count(), total))
        from levelgen.executors.dask_cluster import on_dask

        return on_dask(self.cluster, self.count)

    def _count(self) -> int:
        return self.count or os.cpu_count() or 1


HERE = Workers(1)
"""No worker but this process."""


def _result(crew: Crew, function: Callable[[T], R], order: T, future: Future[Any]) -> Any:
    """The result; LostError where workers died of it twice: once, they may have died of another they held as well."""
    for again in (False, True):
        try:
            return _awaited(crew, crew.executor.submit(function, order) if again else future)
        except crew.died:
            continue
    return LostError("one worker after the other died while making it, perhaps for want of memory")


def _awaited(crew: Crew, future: Future[R]) -> R:
    try:
        while not wait([future], SECONDS_TO_LOOK).done:  # that a connection is lost is not always said
            if not crew.there():
                raise CancelledError
        return future.result()
    except BrokenExecutor as error:
        raise GenerationError("a worker process died, perhaps for want of memory; build with fewer --jobs") from error
    except CancelledError as error:
        raise GenerationError(
            "the scheduler or the last worker is gone; every file written so far is whole; build again"
        ) from error
