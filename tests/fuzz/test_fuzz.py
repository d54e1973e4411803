"""The corpus, crashes found once among it, goes through every reader; with `-m fuzz` each is fuzzed for a while."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, feed

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*/*"))
RUNS = 20_000


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_of_the_corpus_is_read_or_refused_in_whole_lines(path: Path) -> None:
    feed(TARGETS[path.parent.name], path.read_bytes())


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TARGETS)
def test_a_short_fuzzing_finds_nothing(name: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="fuzzing needs atheris: pip install 'levelgen[fuzz]'")
    command = [sys.executable, "-m", "tests.fuzz", name, f"-runs={RUNS}", "-seed=1", f"-artifact_prefix={tmp_path}/"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=600)
    found = [f"{path.name}: {path.read_bytes()!r}" for path in tmp_path.iterdir()]
    assert (done.returncode, found) == (0, []), done.stderr[-3000:]
    assert f"Done {RUNS} runs" in done.stderr
