"""A conversation with the YAML language server that VS Code's YAML extension runs, over LSP on its standard streams."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

Json = dict[str, Any]
HINT = 4


class LanguageServer:
    """A running server; `with` ends it. Files are opened as an editor does, by their text."""

    def __init__(self, program: Path, schema: Path | None = None, recipes: str = "*.yaml") -> None:
        self.settings = {"yaml": {"schemas": {schema.as_uri(): recipes} if schema else {}, "validate": True,
                                  "completion": True, "hover": True, "schemaStore": {"enable": False},
                                  "kubernetesCRDStore": {"enable": False}}}  # fmt: skip
        command = ["node", str(program), "--stdio"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0
        documents = {"publishDiagnostics": {}, "completion": {"completionItem": {"snippetSupport": True}}}
        capabilities = {"textDocument": documents, "workspace": {"configuration": True}}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": self.settings})

    def __enter__(self) -> LanguageServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()

    def complaints(self, *paths: Path) -> list[list[tuple[int, str]]]:
        """For each file, line (from 1) and message of all that the server marks as wrong in it; hints are left out."""
        for path in paths:
            self._open(path)
        said: dict[str, list[Json]] = {}
        while not {path.as_uri() for path in paths} <= set(said):
            message = self._until(lambda message: message.get("method") == "textDocument/publishDiagnostics")
            said[message["params"]["uri"]] = message["params"]["diagnostics"]
        return [
            sorted((d["range"]["start"]["line"] + 1, d["message"]) for d in said[path.as_uri()] if d["severity"] < HINT)
            for path in paths
        ]

    def completions(self, path: Path, line: int, column: int) -> list[Json]:
        """What the server offers at a place, counted from 1."""
        return self._at("textDocument/completion", path, line, column)["items"]  # type: ignore[no-any-return]

    def hover(self, path: Path, line: int, column: int) -> str:
        """What the server tells of a place."""
        return str((self._at("textDocument/hover", path, line, column) or {}).get("contents", {}).get("value", ""))

    def _at(self, method: str, path: Path, line: int, column: int) -> Any:
        self.complaints(path)
        return self.ask(
            method, {"textDocument": {"uri": path.as_uri()}, "position": {"line": line - 1, "character": column - 1}}
        )

    def _open(self, path: Path) -> None:
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": path.read_text("utf-8")}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def ask(self, method: str, params: Json) -> Any:
        """A request, and its answer."""
        self.number += 1
        mine = self.number
        self._send({"id": mine, "method": method, "params": params})
        return self._until(lambda message: message.get("id") == mine and "method" not in message)["result"]

    def tell(self, method: str, params: Json) -> None:
        """A message that nobody answers."""
        self._send({"method": method, "params": params})

    def _until(self, wanted: Callable[[Json], bool]) -> Json:
        while True:
            message = self._receive()
            if wanted(message):
                return message
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": self._answer(message)})

    def _answer(self, message: Json) -> Any:
        """The server asks its editor for settings."""
        if message["method"] == "workspace/configuration":
            return [self.settings.get(item.get("section"), {}) for item in message["params"]["items"]]
        return None

    def _send(self, message: Json) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _receive(self) -> Json:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b": ")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            raise EOFError("the language server has ended")
        return json.loads(self.process.stdout.read(length))  # type: ignore[no-any-return]
