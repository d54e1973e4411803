"""Levels made by Dask, on the workers of a cluster: one that dies costs a retry.

Only orders and finished files travel; the process that asked writes them. (Scheduling, retries and transport are
Dask's own: https://distributed.dask.org.)
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager
from typing import Any

from levelgen.errors import Place, Problem, RecipeError
from levelgen.executors.crew import Crew
from levelgen.version import __version__

LOCAL = "local"
SECONDS_TO_CONNECT = 10
SECONDS_FOR_WORKERS = 30

_DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"


@contextmanager
def on_dask(address: str, count: int | None) -> Iterator[Crew]:
    """The workers of the scheduler at HOST:PORT; `local` starts one here, with `count` workers that end with it.

    RecipeError where Dask is not installed, nobody answers, or levelgen is another one there: before anything is made.
    """
    try:
        import distributed
    except ImportError:
        raise _mistake(address, "needs the package distributed: pip install 'levelgen[dask]'") from None
    with ExitStack() as ends:
        ends.enter_context(_silence())
        where = ends.enter_context(_local(count)) if address == LOCAL else address
        client = ends.enter_context(_client(address, where))
        _check_versions(address, client)
        workers = count or sum(client.nthreads().values())
        yield Crew(_Cluster(client), workers, _Watch(client), (distributed.KilledWorker,))


class _Cluster(Executor):
    """What Client.get_executor() gives, but every future ends.

    Of a result that is lost with its worker before it is fetched, and whose task then fails for good, distributed's
    own executor (2026.8) never hears: its coroutine ends by the error that it was to pass on.
    """

    def __init__(self, client: Any) -> None:
        from distributed.comm.core import CommClosedError

        self.client, self.lost = client, CommClosedError

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        theirs, ours = self.client.submit(function, *arguments, pure=False, **named), Future[Any]()
        ours.add_done_callback(lambda done: theirs.cancel() if done.cancelled() else None)
        theirs.add_done_callback(lambda done: _pass_on(done, ours, self.lost))
        return ours


def _pass_on(theirs: Any, ours: Future[Any], lost: type[Exception]) -> None:
    """Let ours end as theirs does; `lost` says that the scheduler, which holds what was made, is gone."""
    if not ours.set_running_or_notify_cancel():
        return
    try:
        ours.set_result(theirs.result())
    except BaseException as error:
        ours.set_exception(CancelledError() if isinstance(error, lost) else error)


class _Watch:
    """Is the scheduler still there, and a worker now and then? Called while nothing comes."""

    def __init__(self, client: Any) -> None:
        self.client, self.scheduler = client, client.scheduler_info()["id"]
        self.seen = time.monotonic()

    def __call__(self) -> bool:
        if self.client.status != "running" or self.client.scheduler_info()["id"] != self.scheduler:
            return False
        if self.client.nthreads():
            self.seen = time.monotonic()
        return time.monotonic() - self.seen < SECONDS_FOR_WORKERS


@contextmanager
def _local(count: int | None) -> Iterator[Any]:
    """A cluster on this machine; Ctrl-C, which reaches all of a terminal's processes, is this one's to handle."""
    import dask.config
    import distributed

    local: Any = distributed.LocalCluster
    soon = dask.config.set({"distributed.deploy.lost-worker-timeout": "1s", "distributed.adaptive.interval": "1s"})
    with soon, local(n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0", preload=_DEAF,
                     silence_logs=logging.CRITICAL) as cluster:  # fmt: skip
        workers = len(cluster.worker_spec)
        cluster.adapt(minimum=workers, maximum=workers)  # also one that dies while it starts gets a successor
        yield cluster


@contextmanager
def _client(address: str, where: Any) -> Iterator[Any]:
    import distributed

    connect: Any = distributed.Client
    try:
        client = connect(where, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _mistake(address, f"no Dask scheduler answers there: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            mend = f"start some: dask worker {address} --nworkers auto --nthreads 1"
            raise _mistake(address, f"no worker came within {SECONDS_FOR_WORKERS} seconds; {mend}") from None
        yield client


def _check_versions(address: str, client: Any) -> None:
    """All of the cluster have this levelgen: another one would make other bytes."""

    def version() -> str | None:  # a function in a function is sent whole, to those that have no levelgen too
        try:
            from levelgen.version import __version__
        except ImportError:
            return None
        return __version__

    for name, theirs in {"the scheduler": client.run_on_scheduler(version), **client.run(version)}.items():
        if theirs != __version__:
            has = f"has levelgen {theirs}" if theirs else "has no levelgen"
            raise _mistake(address, f"{name} {has}, here it is {__version__}; install the same there")


@contextmanager
def _silence() -> Iterator[None]:
    """No log of Dask's: what it means for the build is said as an error, what Dask mends itself is no news."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _mistake(address: str, message: str) -> RecipeError:
    return RecipeError([Problem(Place(f"dask://{address}"), message)])
