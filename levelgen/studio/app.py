"""The server: the page's files, and a socket for each page that is open. On this machine only."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from watchfiles import awatch

from levelgen.errors import Place, Problem, RecipeError
from levelgen.studio.guard import Guard
from levelgen.studio.project import Project
from levelgen.studio.requests import LARGEST_MESSAGE
from levelgen.studio.session import Session

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
MOST_SESSIONS = 8
_CODE = (".py", ".cfg", ".toml")


def serve(folder: Path, port: int, opened: Callable[[str], None]) -> None:
    """Serve a folder until Ctrl-C; `opened` is told the page's address once it can be reached.

    port 0 takes any that is free. RecipeError where the port is taken.
    """
    listening = _listen(port)
    port = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)
    config = uvicorn.Config(
        Guard(app(Project(folder), lambda: opened(f"http://{HOST}:{port}/{token}/")), token, port),
        log_level="warning", ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False, server_header=False,
        timeout_graceful_shutdown=1, lifespan="on",
    )  # fmt: skip
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


def app(project: Project, ready: Callable[[], None] = lambda: None) -> ASGIApp:
    """The studio of a project, its addresses below any one name (the token)."""
    sessions: list[Session] = []

    async def talk(websocket: WebSocket) -> None:
        if len(sessions) >= MOST_SESSIONS:
            await websocket.close(1013)
            return
        session = Session(websocket, project)
        sessions.append(session)
        try:
            await session.run()
        finally:
            sessions.remove(session)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(_watch(project, sessions))
        asyncio.get_running_loop().call_soon(ready)
        yield
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching

    inside = [WebSocketRoute("/socket", talk), Mount("/", StaticFiles(directory=PAGE, html=True))]
    return Starlette(routes=[Mount("/{token}", routes=inside)], lifespan=lifespan)


async def _watch(project: Project, sessions: list[Session]) -> None:
    """Tell all pages what changes in the project's folder."""
    async for changes in awatch(project.root, debounce=200, step=50):
        paths = sorted({Path(path) for _, path in changes})
        names = [path.relative_to(project.root).as_posix() for path in paths if path.is_relative_to(project.root)]
        code = any(path.suffix in _CODE for path in paths)
        for session in list(sessions):
            await session.changed(names, code)


def _listen(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "no such port"
        raise RecipeError(
            [Problem(Place("--port"), f"{port} cannot be had: {why}; leave it out for a free one")]
        ) from None
    return listening
