"""A lane: one worker for one kind of order, where the latest order wins."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from levelgen.studio.messages import packed

PATIENCE = 0.25
"""Seconds that an order which is no longer wanted may go on: a new worker takes longer than that to begin."""

_BUFFER = 1 << 24


class Lane:
    """Orders one after another in a process of its own, in `folder`; answers go to `deliver`.

    An order that comes while another runs takes its place: the other's answers are dropped, and where it does not
    end soon its worker is killed and another takes over, one of the `spares` that have begun already.
    """

    def __init__(self, folder: Path, deliver: Callable[[bytes], Awaitable[None]], spares: int = 0) -> None:
        self._folder = folder
        self._deliver = deliver
        self._next: dict[str, Any] | None = None
        self._news = asyncio.Event()
        self._workers: list[Process] = []
        self._count = 1 + spares
        self._stale = False

    def submit(self, order: dict[str, Any]) -> None:
        """Take this order next, in place of any other."""
        self._next = order
        self._news.set()

    def restart(self) -> None:
        """Take a new worker for the next order: plug-ins may have changed."""
        self._stale = True

    async def run(self) -> None:
        """Work until cancelled; the worker ends with it."""
        try:
            await self._fill()
            while True:
                await self._news.wait()
                self._news.clear()
                order, self._next = self._next, None
                if order is not None:
                    await self._work(order)
        finally:
            await self._end(*self._workers)

    async def _fill(self) -> None:
        command = (sys.executable, "-P", "-m", "levelgen.studio.worker")
        while len(self._workers) < self._count:
            worker = await asyncio.create_subprocess_exec(
                *command, cwd=self._folder, stdin=PIPE, stdout=PIPE, limit=_BUFFER
            )
            self._workers.append(worker)

    async def _end(self, *workers: Process) -> None:
        for worker in workers:
            self._workers.remove(worker)
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.communicate()

    async def _work(self, order: dict[str, Any]) -> None:
        await self._end(*(worker for worker in self._workers if self._stale or worker.returncode is not None))
        self._stale = False
        await self._fill()
        worker = self._workers[0]
        answering = asyncio.ensure_future(self._answer(worker, order))
        passed_over = asyncio.ensure_future(self._passed_over())
        ended_well = False
        try:
            await asyncio.wait({answering, passed_over}, return_when=asyncio.FIRST_COMPLETED)
            ended_well = answering.done() and answering.exception() is None
        finally:
            passed_over.cancel()
            answering.cancel()
            await asyncio.gather(answering, passed_over, return_exceptions=True)
        if not ended_well:
            await self._end(worker)

    async def _passed_over(self) -> None:
        await self._news.wait()
        await asyncio.sleep(PATIENCE)

    async def _answer(self, worker: Process, order: dict[str, Any]) -> None:
        """Hand the worker an order, and on what it says as long as nothing newer is wanted."""
        assert worker.stdin and worker.stdout
        try:
            worker.stdin.write(json.dumps(order).encode() + b"\n")
            await worker.stdin.drain()
            while size := int.from_bytes(await worker.stdout.readexactly(8), "little"):
                answer = await worker.stdout.readexactly(size)
                if not self._news.is_set():
                    await self._deliver(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            if not self._news.is_set():
                said = "what makes the levels died, perhaps for want of memory; the next change begins it again"
                problem = {"file": "", "line": 0, "column": 0, "message": said}
                await self._deliver(packed({"kind": "problems", "id": order["id"], "problems": [problem]}))
            raise
