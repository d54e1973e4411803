"""The bar: on a terminal it says rate and time left; elsewhere there is none, and it never swallows the answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Command

pty = pytest.importorskip("pty")

RECIPE = "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 30, columns: 30}}\nspanning_tree: wilson\n"


WORDS = ["build", "a.yaml", "--seeds", "1..40", "--jobs", "1", "--force"]


def watched(folder: Path, stdout: int | None = None) -> tuple[str, str]:
    """What a terminal shows of a build whose errors it shows, and what goes to a pipe where `stdout` is one."""
    (folder / "a.yaml").write_text(RECIPE)
    there, here = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "levelgen", *WORDS], cwd=folder, stdout=stdout or here, stderr=here,
                               text=True, env=os.environ | {"TERM": "xterm", "COLUMNS": "160"})  # fmt: skip
    os.close(here)
    piped = process.stdout.read() if process.stdout else ""
    shown = b""
    try:
        while chunk := os.read(there, 1 << 16):
            shown += chunk
    except OSError:  # how the other end of a terminal says that it is closed
        pass
    os.close(there)
    process.communicate()
    return shown.decode(), piped


def test_a_terminal_shows_the_rate_and_the_time_left(tmp_path: Path, levelgen: Command) -> None:
    shown, answer = watched(tmp_path, subprocess.PIPE)
    assert "40/40" in shown
    assert re.search(r"[0-9.]+/s", shown)
    assert re.search(r"0:00:[0-9]+", shown)
    piped = levelgen(*WORDS)
    assert (piped.stdout, piped.stderr) == (answer, "")
    assert answer.count("\n") == 40


def test_the_answer_stands_above_the_bar(tmp_path: Path, levelgen: Command) -> None:
    shown, _ = watched(tmp_path)
    lines = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line).rpartition("\r")[2] for line in shown.split("\r\n")]
    for line in levelgen(*WORDS).stdout.splitlines():
        assert line in lines
