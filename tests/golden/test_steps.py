"""The digest of every step and version, on every Python that is here, under hash seeds, with numba and without.

A step that makes something else needs a higher version (levelgen.parameters.versioned) and its old function
kept as `name@1`; then `python -m tests.golden.steps > tests/golden/steps.json` adds the new digests.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from levelgen.plugins import registry
from tests.conftest import ROOT
from tests.golden.steps import digests

GOLDEN: dict[str, str] = json.loads((Path(__file__).parent / "steps.json").read_text("utf-8"))


def told(python: str | Path, *options: str, **environment: str) -> dict[str, str]:
    done = subprocess.run(
        [python, "-m", "tests.golden.steps", *options], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_every_step_makes_what_it_made() -> None:
    found = digests()
    changed = [step for step in GOLDEN if found.get(step) != GOLDEN[step]]
    assert not changed, f"{changed[0]} makes something else: raise its version and keep the old one"
    assert not found.keys() - GOLDEN.keys(), "new steps: python -m tests.golden.steps > tests/golden/steps.json"


def test_every_built_in_step_is_held() -> None:
    held = {key.rpartition(", ")[2] for key in GOLDEN}
    plugins = registry()
    for kind in ("graphs", "spanning_trees", "passes", "tiles"):
        for name in plugins.names(kind):
            for version in plugins.versions(kind, name):
                assert f"{name}@{version}" in held


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_hash_seeds_change_nothing(seed: str) -> None:
    assert told(sys.executable, PYTHONHASHSEED=seed) == GOLDEN


@pytest.mark.plugins
def test_compiled_steps_are_the_same() -> None:
    if importlib.util.find_spec("numba") is None:
        pytest.skip("numba is not installed")
    assert told(sys.executable, "--compiled") == GOLDEN


@pytest.mark.plugins
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_every_python_makes_the_same(version: str, tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"Python {version} is not on this machine")
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    there = tmp_path / "venv" / "bin" / "python"
    quiet = [there, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*quiet, ROOT], check=True)
    assert told(there) == GOLDEN


def interpreter(version: str) -> str | None:
    """A Python of this version: on the PATH, or where pyenv keeps them."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for found in [*sorted(pyenv.glob(f"{version}.*/bin/python")), shutil.which(f"python{version}")]:
        if found:
            done = subprocess.run([found, "-c", "import sys; print(sys.version)"], capture_output=True, text=True)
            if done.stdout.startswith(f"{version}."):
                return str(found)
    return None
