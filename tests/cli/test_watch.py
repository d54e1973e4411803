"""`build --watch`: saves are built, mistakes are said and waiting goes on, Ctrl-C ends it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

RECIPE = "levelgen: 1\ngraph: {grid: {rows: 6, columns: 10}}\nspanning_tree: kruskal\n"


class Watch:
    """A watching build and the events it tells, each with when it came."""

    def __init__(self, folder: Path) -> None:
        code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from levelgen.cli import main; main()"
        command = [sys.executable, "-c", code, "build", ".", "--watch", "--format", "json", "--jobs", "1"]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def until(self, *events: str) -> list[dict[str, object]]:
        told = []
        while not told or told[-1]["event"] not in events:
            told.append(json.loads(self.lines.get(timeout=60)))
        return told


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    (tmp_path / "a.yaml").write_text(RECIPE + "seed: 1\n")
    (tmp_path / "b.yaml").write_text(RECIPE)
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["flood"]\n')
    (tmp_path / "addons/flood").mkdir(parents=True)
    (tmp_path / "addons/flood/plugin.cfg").write_text("[plugin]\nscript=plugin.py\n[levelgen.passes]\nflood=rise\n")
    (tmp_path / "addons/flood/plugin.py").write_text("def rise(level, rng):\n    return level\n")
    (tmp_path / "c.yaml").write_text(RECIPE + "seed: 2\npasses: [flood]\n")
    watch = Watch(tmp_path)
    yield watch
    watch.process.kill()
    watch.process.communicate()
    watch.reader.join()


def made(events: list[dict[str, object]]) -> list[object]:
    return [event["name"] for event in events if event["event"] == "made"]


def test_saves_are_built_and_mistakes_waited_out(watch: Watch, tmp_path: Path) -> None:
    assert made(watch.until("news")) == ["a", "b", "c"]
    time.sleep(0.3)
    begun = time.monotonic()
    (tmp_path / "a.yaml").write_text(RECIPE + "seed: 8\n")
    assert made(watch.until("end")) == ["a"], "b, whose seed was drawn, keeps it"
    assert time.monotonic() - begun < 5
    (tmp_path / "a.yaml").write_text(RECIPE + "seed: eight\npasses: [nothing]\n")
    (mistake,) = watch.until("mistake")
    assert (mistake["file"], mistake["line"]) == ("a.yaml", 5)
    (tmp_path / "a.yaml").write_text(RECIPE + "seed: 9\n")
    assert made(watch.until("end")) == ["a"]
    (tmp_path / "addons/flood/plugin.py").write_text("def rise(level, rng):\n    raise ValueError('wet')\n")
    (failed,) = [event for event in watch.until("end") if event["event"] == "failed"]
    assert "wet" in str(failed["message"])


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_told(sign: signal.Signals, watch: Watch) -> None:
    watch.until("news")
    time.sleep(0.3)
    os.kill(watch.process.pid, sign)
    assert watch.process.wait(timeout=30) == 130
    assert watch.process.stderr is not None
    assert watch.process.stderr.read() == "interrupted; every file written so far is whole\n"
