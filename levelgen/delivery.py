"""Where the files of a build go: into a folder, or through one to a place that a URL names."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from levelgen import manifest
from levelgen.build import Failed, Kept, Made
from levelgen.errors import OutputError
from levelgen.files import LOCK, scratch, whole_files
from levelgen.gathering import WorldMade
from levelgen.remote import Store

LEVELS_AHEAD = 8
"""The files of so many levels are on their way at a time: what takes long is the way there and back."""

_FOR_FOLDERS = (LOCK, manifest.FILE, manifest.LOG)
"""What makes builds into one folder incremental, one after the other; elsewhere all is made anew."""

Result = Made | Kept | WorldMade | Failed
Build = Callable[[Path], Iterator[Result]]


def delivered(out: str, build: Build) -> Generator[Result, None, None]:
    """The results of a build to `out`, a folder or a URL, in their order, each as soon as its files are there.

    build: makes it in the folder it is given. What cannot be sent makes its level one that failed.
    """
    if (folder := folder_of(out)) is not None:
        yield from build(folder)
        return
    store = Store(out)
    with scratch({}) as staging, ThreadPoolExecutor(store.lines) as pool:
        delivery = _Delivery(store, staging, pool)
        try:
            for result in build(staging):
                yield from delivery.take(result)
            yield from delivery.finish()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def folder_of(out: str) -> Path | None:
    """The folder that a path or a file: URL names; None for the URL of another place."""
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", out):
        return Path(out)
    if not out.lower().startswith("file://"):
        return None
    from urllib.request import url2pathname

    return Path(url2pathname(urlsplit(out).path))


class _Delivery:
    """Files on their way: those that levels share arrive before the maps that name them, a world's after its chunks."""

    def __init__(self, store: Store, staging: Path, pool: ThreadPoolExecutor) -> None:
        self.store, self.staging, self.pool = store, staging, pool
        self.waiting: deque[tuple[Result, list[Future[None]]]] = deque()
        self.sent: dict[str, None] = {}

    def take(self, result: Result) -> Iterator[Result]:
        """Send the files of the next result; gives those results whose files have arrived."""
        if not isinstance(result, Made):
            yield from self.arrived(0)
        else:
            names = [Path(file).relative_to(self.staging).as_posix() for file in result.files]
            result = replace(result, files=tuple(f"{self.store.name}/{name}" for name in names))
        stem = result.stem if isinstance(result, WorldMade) else result.job.stem
        fresh = self._fresh()
        own = [name for name in fresh if name.startswith(stem)]
        shared = [self._send(name) for name in fresh if name not in own]
        wait(shared)
        self.waiting.append((result, shared + [self._send(name) for name in own]))
        yield from self.arrived(LEVELS_AHEAD)

    def finish(self) -> Iterator[Result]:
        """Send what belongs to no level; gives the results that are left. OutputError."""
        yield from self.arrived(0)
        for file in [self._send(name) for name in self._fresh()]:
            file.result()

    def _fresh(self) -> list[str]:
        return [name for name in whole_files(self.staging) if name not in self.sent and name not in _FOR_FOLDERS]

    def _send(self, name: str) -> Future[None]:
        self.sent[name] = None
        return self.pool.submit(self._carry, name)

    def _carry(self, name: str) -> None:
        self.store.put(name, self.staging / name)
        (self.staging / name).unlink()

    def arrived(self, left: int) -> Iterator[Result]:
        """The results in their order, until so many are left that are on their way."""
        while len(self.waiting) > left:
            result, files = self.waiting.popleft()
            try:
                for file in files:
                    file.result()
            except OutputError as error:
                if isinstance(result, WorldMade):
                    raise
                result = Failed(result.job, error)
            yield result
