"""The guard: the studio answers to its own page only.

Other pages in the same browser can send requests to this machine, so each request must name us as its host (no
name that was rebound to 127.0.0.1), come from our own page where the browser says where it comes from, and begin
its path with the token that only the address printed by the command has.
"""

from __future__ import annotations

import secrets
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets through to `app` what comes from our own page at 127.0.0.1:`port` or localhost:`port`."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or refuse a request (403) or a socket (closed before it opens)."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not self._allowed(scope):
            await _refuse(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _allowed(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        own = [f"http://{host}" for host in self._hosts]
        token = scope["path"].partition("/")[2].partition("/")[0].encode()
        return (
            len(hosts) == 1
            and hosts[0] in self._hosts
            and all(origin in own for origin in origins)
            and (scope["type"] == "http" or len(origins) == 1)
            and secrets.compare_digest(token, self._token)
        )


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        said = "The studio answers only at the address that `levelgen studio` printed.\n"
        await PlainTextResponse(said, 403, HEADERS)(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Any = MutableHeaders(scope=message)
            headers.update(HEADERS)
        await send(message)

    return wrapped
