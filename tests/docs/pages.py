"""The documentation's pages, tried as a reader would: files written, commands run in their order, output compared.

In a page, a block with `title="PATH"` is a file; a block ```console holds commands behind `$ ` and what they print,
where `…` stands for anything in a line, or alone in a line for any lines. `python -m tests.docs.pages` writes what the
commands print now into the pages.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

FOLDER = ROOT / "docs" / "pages"
PAGES = sorted(FOLDER.rglob("*.md"))
_BLOCK = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)(?P<rest>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
_INCLUDED = re.compile(r'^--8<-- "([^"]+)"$', re.M)
PROGRAMS = {
    "levelgen": [sys.executable, "-m", "levelgen"],
    "python": [sys.executable],
    "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
}


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the file that it is, its text, and where it lies in the page."""

    kind: str
    title: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Command:
    """A command of a console block: what is typed, what the page says it prints, and where that lies in the page."""

    line: str
    output: str
    start: int
    end: int


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, in their order, what they include included."""
    for match in _BLOCK.finditer(page):
        title = re.search(r'title="([^"]*)"', match["rest"])
        text = re.sub(rf"^{match['indent']}", "", match["text"], flags=re.M) if match["indent"] else match["text"]
        text = _INCLUDED.sub(lambda found: (ROOT / found[1]).read_text("utf-8").rstrip("\n"), text)
        yield Block(match["kind"], title[1] if title else "", text, match.start("text"), match.end("text"))


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block."""
    for match in re.finditer(r"^\$ ([^\n]*)\n(.*?)(?=^\$ |\Z)", block.text, re.M | re.S):
        yield Command(match[1], match[2], block.start + match.start(2), block.start + match.end(2))


class Reader:
    """Somebody who follows a page in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def follow(self, page: str) -> Iterator[tuple[Command, str]]:
        """Write the files and run the commands of a page; each command with what it really printed."""
        for block in blocks(page):
            if block.title:
                path = self.folder / block.title
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, "utf-8")
            elif block.kind == "console":
                for command in commands(block):
                    yield command, self.run(command.line)

    def run(self, line: str) -> str:
        """What a command prints, on both its streams; `cd` moves the reader."""
        words = shlex.split(line)
        if words[0] == "cd":
            self.folder = (self.folder / words[1]).resolve()
            return ""
        environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run([*PROGRAMS[words[0]], *words[1:]], cwd=self.folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")  # fmt: skip
        return done.stdout


def same(said: str, printed: str) -> bool:
    """Is this what the page says, `…` standing for anything?"""
    lines = [
        r"(?:.*\n)*" if line == "…\n" else ".*".join(map(re.escape, line.split("…"))) for line in said.splitlines(True)
    ]
    return re.fullmatch("".join(lines), printed) is not None


def updated(page: str) -> str:
    """The page with what its commands print now."""
    with tempfile.TemporaryDirectory() as folder:
        told = [pair for pair in Reader(Path(folder)).follow(page) if not same(pair[0].output, pair[1])]
    for command, printed in reversed(told):
        page = page[: command.start] + printed + page[command.end :]
    return page


if __name__ == "__main__":
    for path in PAGES if len(sys.argv) == 1 else map(Path, sys.argv[1:]):
        path.write_text(updated(path.read_text("utf-8")), "utf-8")
