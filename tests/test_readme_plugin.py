"""The README's plug-in in ten lines, taken from the README and tried: as a drop-in add-on, and as a package."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT, Command

README = (ROOT / "README.md").read_text("utf-8")
SECTION = "".join(re.findall(r"^## Write a plug-in in ten lines\n(.*?)(?=^## |\Z)", README, re.M | re.S))
BLOCKS = dict(re.findall(r"^```\w+\n[#;] (\S+)\n(.*?)^```", SECTION, re.M | re.S))
"""The section's files: each block begins with a comment that says where it goes."""

pytestmark = pytest.mark.skipif(not BLOCKS, reason="the README has no section on plug-ins yet")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("addons/ladders/plugin.py", "addons/ladders/plugin.cfg", "levelgen.toml", "tower.yaml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BLOCKS[name], "utf-8")
    return tmp_path


def test_it_is_ten_lines() -> None:
    lines = [line for line in BLOCKS["addons/ladders/plugin.py"].splitlines() if line.strip()]
    assert len(lines) - sum(line.startswith(("import", "from")) for line in lines) <= 10


def test_it_works_as_an_addon(project: Path, levelgen: Command) -> None:
    done = levelgen("build", "tower.yaml", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    shown = levelgen("plugins", "show", "ladders", cwd=project).stdout
    assert "pass 'ladders' of add-on ladders 1.0" in shown
    assert "from 1 to 100" in shown
    marks = levelgen("show", "tower.yaml", cwd=project)
    assert "ladder" in marks.stdout


def test_its_parameters_are_checked(project: Path, levelgen: Command) -> None:
    recipe = (project / "tower.yaml").read_text("utf-8")
    (project / "tower.yaml").write_text(recipe.replace("every: 3", "every: 0"), "utf-8")
    done = levelgen("build", "tower.yaml", cwd=project)
    assert done.returncode == 2
    assert "ladders.every: must be at least 1, not 0" in done.stderr


def test_it_is_not_run_unless_enabled(project: Path, levelgen: Command) -> None:
    (project / "levelgen.toml").unlink()
    done = levelgen("build", "tower.yaml", cwd=project)
    assert done.returncode == 2
    assert "add-on 'ladders' has it" in done.stderr


def test_the_package_has_an_entry_point_that_is_there() -> None:
    project = tomllib.loads(BLOCKS["pyproject.toml"])
    assert project["project"]["entry-points"]["levelgen.passes"] == {"ladders": "ladders:ladders"}
    assert "def ladders(" in BLOCKS["addons/ladders/plugin.py"]
