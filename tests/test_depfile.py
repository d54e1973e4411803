"""What is made from what, as Make and Ninja themselves read it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from levelgen.depfile import depfile
from tests.conftest import Command

RECIPE = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\nname: caves\n"
MAKEFILE = "build/caves.tmj:\n\t{levelgen} build 'my recipes' --jobs 1 --depfile caves.d\n-include caves.d\n"
NINJA = """\
rule levels
  command = {levelgen} build 'my recipes' --jobs 1 --depfile caves.d && touch build/caves.tmj build/levelgen_tiles.png
  depfile = caves.d
build build/caves.tmj build/levelgen_tiles.png: levels
"""


def test_the_text() -> None:
    rules = [([Path("out/a b.tmj")], [Path("a#1.yaml"), Path("$x.yaml")]), ([Path("out/c.tmj")], [Path("a#1.yaml")])]
    assert depfile(rules).decode() == (
        "out/a\\ b.tmj: a\\#1.yaml $$x.yaml\nout/c.tmj: a\\#1.yaml\n\na\\#1.yaml:\n\n$$x.yaml:\n"
    )


@pytest.mark.parametrize(("tool", "file", "text"), [("make", "Makefile", MAKEFILE), ("ninja", "build.ninja", NINJA)])
def test_a_changed_base_makes_the_level_again(
    tool: str, file: str, text: str, tmp_path: Path, levelgen: Command
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    folder = tmp_path / "my recipes"
    folder.mkdir()
    (folder / "caves.yaml").write_text("levelgen: 1\nname: caves\nextends: base.yaml\n")
    (folder / "base.yaml").write_text(RECIPE.replace("levelgen: 1\n", ""))
    (tmp_path / file).write_text(text.format(levelgen=f"{sys.executable} -m levelgen"))

    def ran() -> bool:
        done = subprocess.run([tool], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return "(seed 1)" in done.stdout

    assert ran()
    assert not ran()
    time.sleep(1.1)
    (folder / "base.yaml").write_text(RECIPE.replace("levelgen: 1\n", "").replace("rows: 3", "rows: 4"))
    assert ran()
    assert "caves.tmj" in (tmp_path / "caves.d").read_text()
