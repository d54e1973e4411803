"""A session: the conversation with one page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from levelgen.studio.lane import Lane
from levelgen.studio.project import ChangedOnDiskError, Project, RefusedError
from levelgen.studio.requests import REQUEST, Open, Request, Save
from levelgen.version import __version__

_GONE = (WebSocketDisconnect, ConnectionError, RuntimeError)
"""What is raised when a page that is gone is told something."""


class Session:
    """Answers what a page asks over its socket, and tells it what changes on disk."""

    def __init__(self, socket: WebSocket, project: Project) -> None:
        self._socket = socket
        self._project = project
        self._sending = asyncio.Lock()
        self._lanes = {
            "view": Lane(project.root, self._send, spares=1),
            "thumbnails": Lane(project.root, self._send),
            "export": Lane(project.root, self._send),
        }

    async def run(self) -> None:
        """Until the page is gone. A request that makes no sense is answered and forgotten."""
        await self._socket.accept()
        working = [asyncio.create_task(lane.run()) for lane in self._lanes.values()]
        try:
            await self._say(kind="hello", version=__version__, folder=self._project.root.name)
            await self._list()
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._hear(message.get("text") or "")
        except _GONE:
            pass
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    async def changed(self, names: Iterable[str], code: bool) -> None:
        """Tell the page, where it is still there, of files that changed on disk; `code`: plug-ins may be others now."""
        if code:
            for lane in self._lanes.values():
                lane.restart()
        with suppress(*_GONE):
            await self._list()
            await self._say(kind="changed", paths=list(names), code=code)

    async def _hear(self, text: str) -> None:
        try:
            await self._answer(REQUEST.validate_json(text))
        except ValidationError as error:
            detail = error.errors()[0]
            where = ".".join(map(str, detail["loc"]))
            await self._say(kind="refused", message=f"a request that the studio does not know: {where} {detail['msg']}")
        except RefusedError as error:
            await self._say(kind="refused", message=str(error))

    async def _answer(self, request: Request) -> None:
        if isinstance(request, Open):
            file = self._project.read(request.path)
            await self._say(kind="file", path=request.path, text=file.text, seen=file.seen)
        elif isinstance(request, Save):
            await self._save(request)
        else:
            self._project.read(request.path)
            self._lanes[request.op].submit(request.model_dump(by_alias=True))

    async def _save(self, request: Save) -> None:
        try:
            seen = self._project.save(request.path, request.text, request.seen)
            await self._say(kind="saved", path=request.path, seen=seen)
        except ChangedOnDiskError as error:
            await self._say(kind="conflict", path=request.path, seen=error.seen)

    async def _list(self) -> None:
        await self._say(kind="recipes", paths=await asyncio.to_thread(self._project.recipes))

    async def _say(self, **message: Any) -> None:
        async with self._sending:
            await self._socket.send_text(orjson.dumps(message).decode())

    async def _send(self, message: bytes) -> None:
        async with self._sending:
            await self._socket.send_bytes(message)
