"""What a shell offers at the Tab key, asked as bash asks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LEVELGEN = Path(sys.executable).with_name("levelgen")


def offered(words: str, folder: Path) -> list[str]:
    environment = {
        **os.environ,
        "_LEVELGEN_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    done = subprocess.run([LEVELGEN], cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout.split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "caves.yaml").write_text("levelgen: 1\n", "utf-8")
    (tmp_path / "other.yaml").write_text("a: 1\n", "utf-8")
    (tmp_path / "more").mkdir()
    (tmp_path / "more/castle.yml").write_text("levelgen: 1\n", "utf-8")
    (tmp_path / ".hidden").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("levelgen show ", ["caves.yaml", "more/"]),
        ("levelgen build ca", ["caves.yaml"]),
        ("levelgen compare more/", ["more/castle.yml"]),
        ("levelgen plugins show start_e", ["start_exit"]),
        ("levelgen plugins test kru", ["kruskal"]),
        ("levelgen show nothing/", []),
    ],
)
def test_it_offers_recipes_and_plugins(words: str, answer: list[str], folder: Path) -> None:
    assert offered(words, folder) == answer


def test_it_offers_commands() -> None:
    assert {"build", "show", "schema", "new"} <= set(offered("levelgen ", ROOT))
