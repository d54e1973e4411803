"""What all tests share: the command in a process of its own, and recipes from texts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("levelgen", deadline=None)  # a busy machine is no fault
settings.load_profile("levelgen")

ROOT = Path(__file__).parent.parent
WORLD = ROOT / "configs" / "world.yaml"
CONFIGS = sorted(path for path in (ROOT / "configs").glob("*.yaml") if path != WORLD)

Command = Callable[..., subprocess.CompletedProcess[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seeds", type=int, default=300, help="how many seeds of each recipe `-m seeds` makes")
    parser.addoption("--kills", type=int, default=40, help="how many builds `-m faults` kills")


@pytest.fixture
def levelgen(tmp_path: Path) -> Command:
    """Run `levelgen` as a user would, in a folder of its own; returns code, stdout and stderr."""

    def run(*arguments: object, cwd: Path = tmp_path, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "levelgen", *map(str, arguments)]
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", **options)  # type: ignore[call-overload, no-any-return]

    return run
