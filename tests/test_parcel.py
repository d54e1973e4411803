"""Recipes as bytes: they make the same level elsewhere, and say what is missing there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from levelgen import Recipe, load_recipe
from levelgen.parcel import packed, unpacked
from levelgen.pipeline import files_of, generate
from tests.conftest import CONFIGS, ROOT

ELSEWHERE = """
import sys
from levelgen import LevelgenError
from levelgen.parcel import unpacked
from levelgen.pipeline import files_of, generate
try:
    files = files_of(generate(unpacked(sys.stdin.buffer.read())))
except LevelgenError as error:
    sys.exit(str(error))
sys.stdout.buffer.write(repr(sorted(files.items())).encode())
"""


def elsewhere(recipe: Recipe, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Its files as a process makes them that has nothing but the parcel."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", ELSEWHERE]
    return subprocess.run(command, input=packed(recipe), capture_output=True, cwd=folder, env=environment)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_parcel_makes_the_same_level(path: Path) -> None:
    recipe = load_recipe(path)
    again = unpacked(packed(recipe))
    assert again is not recipe
    assert files_of(generate(again, 3)) == files_of(generate(recipe, 3))
    assert again is unpacked(packed(load_recipe(path)))


def test_a_worker_needs_no_file_of_the_project(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    shutil.copy(ROOT / "levelgen/assets/levelgen_tiles.png", project / "own.png")
    (project / "a.yaml").write_text(
        "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\n"
        "tileset: {image: own.png, roles: {floor: 1, wall: 2}}\nexport: [tiled, picture]\n"
    )
    recipe = load_recipe(project / "a.yaml")
    files = files_of(generate(recipe))
    shutil.rmtree(project)
    done = elsewhere(recipe, tmp_path)
    assert done.stderr == b""
    assert done.stdout == repr(sorted(files.items())).encode()


def test_a_worker_without_the_add_on_says_so(tmp_path: Path) -> None:
    addon = tmp_path / "addons/marks"
    addon.mkdir(parents=True)
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["marks"]\n')
    manifest = "[plugin]\nname=marks\nversion={}\nscript=plugin.py\n[levelgen.passes]\nlamp=lamp\n"
    (addon / "plugin.cfg").write_text(manifest.format(1))
    (addon / "plugin.py").write_text(
        "from levelgen import Mark\nfrom levelgen.level import Marked\n"
        "def lamp(level, rng) -> Marked:\n    return level.with_marks([Mark('lamp', rng.below(level.graph.rooms))])\n"
    )
    (tmp_path / "a.yaml").write_text(
        "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\npasses: [lamp]\n"
    )
    recipe = load_recipe(tmp_path / "a.yaml")
    done = elsewhere(recipe, tmp_path)
    assert (done.returncode, done.stdout) == (0, repr(sorted(files_of(generate(recipe)).items())).encode())
    (addon / "plugin.cfg").write_text(manifest.format(2))
    other = elsewhere(recipe, tmp_path).stderr.decode()
    assert other == "pass 'lamp' is of add-on marks 1 here, but of add-on marks 2 on a worker; install the same there\n"
    shutil.rmtree(addon)
    (tmp_path / "levelgen.toml").unlink()
    none = elsewhere(recipe, tmp_path).stderr.decode()
    assert none == "pass 'lamp' of add-on marks 1 is not on this worker; install or share it there\n"
