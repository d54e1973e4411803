"""A second build makes what changed and nothing else, overwrites no edits, and knows what it left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from levelgen.files import LOCK
from levelgen.manifest import FILE, LOG
from tests.conftest import Command

RECIPE = "levelgen: 1\nseed: {seed}\ngraph: {{grid: {{rows: 3, columns: 4}}}}\nspanning_tree: kruskal\n"


class Project:
    """Three recipes, their builds' events, and when each file was written."""

    def __init__(self, folder: Path, levelgen: Command) -> None:
        self.folder, self.levelgen, self.out = folder, levelgen, folder / "build"
        for number, name in enumerate("abc"):
            self.write(f"{name}.yaml", RECIPE.format(seed=number))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, "utf-8")

    def build(self, *options: object, code: int = 0) -> list[dict[str, object]]:
        done = self.levelgen("build", ".", "--format", "json", "--jobs", "1", *options)
        assert (done.returncode, done.stderr) == (code, "")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def made(self, *options: object, code: int = 0) -> dict[str, object]:
        return {str(e["name"]): e["because"] for e in self.build(*options, code=code) if e["event"] == "made"}

    def stamps(self) -> dict[str, int]:
        files = [self.out, *(path for path in sorted(self.out.rglob("*")) if path.name != LOCK)]
        return {path.name: path.stat().st_mtime_ns for path in files}


@pytest.fixture
def project(tmp_path: Path, levelgen: Command) -> Project:
    return Project(tmp_path, levelgen)


def test_a_second_build_writes_nothing_and_a_touched_recipe_makes_one_level(project: Project) -> None:
    assert project.made() == {"a": ["new"], "b": ["new"], "c": ["new"]}
    before = project.stamps()
    os.utime(project.folder / "a.yaml")
    project.write("b.yaml", RECIPE.format(seed=1) + "# a comment\n")
    assert project.build()[-1] == {"event": "end", "made": 0, "unchanged": 3, "failed": 0}
    assert project.stamps() == before
    project.write("b.yaml", RECIPE.format(seed=9))
    assert project.made() == {"b": ["recipe", "seed"]}
    assert project.stamps()["a.tmj"] == before["a.tmj"]


def test_options_that_ask_for_another_level_are_changes(project: Project) -> None:
    project.made()
    assert project.made("--seed", "7") == {name: ["seed"] for name in "abc"}
    assert project.made("--seed", "7", "--set", "graph.grid.rows=4") == {name: ["recipe"] for name in "abc"}
    assert project.made("--attempt", "1") == {name: ["attempt", "recipe", "seed"] for name in "abc"}


def test_what_is_missing_is_made_again(project: Project) -> None:
    project.made()
    (project.out / "b.tmj").unlink()
    (project.out / "c.tmj").write_bytes(b"")  # what a lost disk leaves
    assert project.made() == {"b": ["missing"], "c": ["missing"]}
    (project.out / "levelgen_tiles.png").unlink()
    assert project.made() == {name: ["missing"] for name in "abc"}


def test_an_edited_output_is_left_alone_and_said(project: Project) -> None:
    project.made()
    project.write("build/b.tmj", "mine")
    (project.out / ".levelgen-base" / "b.tmj").unlink()  # one that is missing does not make the edited one fair game
    for text in (RECIPE.format(seed=1), RECIPE.format(seed=2)):
        project.write("b.yaml", text)
        (failed,) = [event for event in project.build(code=1) if event["event"] == "failed"]
        assert str(failed["message"]).startswith("build/b.tmj: was edited after it was built, and is left alone; ")
        assert (project.out / "b.tmj").read_text() == "mine"
    assert project.made("--force") == {name: ["forced"] for name in "abc"}
    assert json.loads((project.out / "b.tmj").read_bytes())
    assert project.made() == {}


def test_a_recipe_without_a_seed_is_drawn_anew(project: Project) -> None:
    project.write("b.yaml", RECIPE.format(seed=1).replace("seed: 1\n", ""))
    project.made()
    assert project.made() == {"b": ["seed"]}


def test_tilesets_and_add_ons_count_by_content(project: Project) -> None:
    png = Path(__file__).parent.parent / "levelgen/assets/levelgen_tiles.png"
    (project.folder / "tiles.png").write_bytes(png.read_bytes())
    project.write("tiles.yml", "image: tiles.png\nroles: {floor: 0, wall: 1}\n")
    project.write("b.yaml", RECIPE.format(seed=1) + "tileset: tiles.yml\n")
    project.write("levelgen.toml", '[addons]\nenabled = ["flood"]\n')
    project.write("addons/flood/plugin.cfg", "[plugin]\nscript=plugin.py\n[levelgen.passes]\nflood=rise\n")
    project.write("addons/flood/plugin.py", "from .deep import rise\n")
    project.write("addons/flood/deep.py", "def rise(level, rng):\n    return level\n")
    project.write("c.yaml", RECIPE.format(seed=2) + "passes: [flood]\n")
    project.made()
    project.write("tiles.yml", "image: tiles.png\nroles: {floor: 0, wall: 2}\n")
    assert project.made() == {"b": ["tileset"]}
    project.write("addons/flood/deep.py", "def rise(level, rng):\n    return level  # deeper\n")
    assert project.made() == {"c": ["code"]}
    assert project.made() == {}


def test_outputs_whose_recipe_is_gone_are_listed_and_removed_when_asked(project: Project) -> None:
    project.write("b.yaml", RECIPE.format(seed=1) + "export: [tiled, csv]\n")
    project.made()
    (project.folder / "a.yaml").unlink()
    project.write("b.yaml", RECIPE.format(seed=1))
    project.write("c.yaml", RECIPE.format(seed=2) + "name: cellar\n")
    gone = ["build/a.tmj", "build/b_ground.csv", "build/b_walls.csv", "build/c.tmj"]
    assert [event["file"] for event in project.build() if event["event"] == "leftover"] == gone
    assert all((project.folder / name).is_file() for name in gone)
    project.write("build/c.tmj", "mine")
    project.write("build/other.tmj", "somebody's own")
    removed = [event["file"] for event in project.build("--prune") if event["event"] == "removed"]
    assert removed == gone[:3]
    left = sorted(path.name for path in project.out.glob("[!.]*"))
    assert left == ["b.tmj", "c.tmj", "cellar.tmj", "levelgen_tiles.png", "other.tmj"]
    assert sorted(path.name for path in (project.out / ".levelgen-base").iterdir()) == ["b.tmj", "cellar.tmj"]


def test_a_build_of_one_recipe_leaves_the_others_levels(project: Project) -> None:
    project.made()
    done = project.levelgen("build", "a.yaml", "--prune")
    assert done.stdout == "unchanged: 1 level\n"
    done = project.levelgen("build", "a.yaml", "--seeds", "1..2", "--prune")
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == ["a-1", "a-2"]
    assert project.made() == {}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"levelgen_manifest": 1}', '{"levelgen_manifest": 9}',
    '{"levelgen_manifest":1,"left":{},"levels":{"a":{"recipe":1,"name":2,"made_from":[],"outputs":{}}}}'])  # fmt: skip
def test_a_corrupt_manifest_is_said_and_written_anew(text: str, project: Project) -> None:
    project.made()
    (project.out / FILE).write_text(text)
    events = project.build()
    assert [event["event"] for event in events if event["event"] == "news"] == (["news"] if text else [])
    assert events[-1]["made"] == 3
    assert project.made() == {}


def test_a_manifest_cannot_lead_outside(project: Project) -> None:
    project.made()
    project.write("mine.txt", "mine")
    manifest = json.loads((project.out / FILE).read_bytes())
    held = {"sha256": "d7b9bd5c8ec4efa2cfd54ae8a2e9a5aea2f4e3e2c8d9b7b6a5", "size": 4}
    manifest["left"] = {"../mine.txt": held, str(project.folder / "mine.txt"): held}
    (project.out / FILE).write_text(json.dumps(manifest))
    assert [event for event in project.build("--prune") if event["event"] in ("removed", "leftover")] == []
    assert (project.folder / "mine.txt").read_text() == "mine"


def test_a_build_that_was_cut_off_is_taken_up(project: Project) -> None:
    project.made()
    whole = (project.out / FILE).read_bytes()
    project.write("b.yaml", RECIPE.format(seed=8))
    project.made()
    entry = json.loads((project.out / FILE).read_bytes())["levels"]["b"]
    (project.out / FILE).write_bytes(whole)  # as if killed: the level is noted and written, the manifest is not
    (project.out / LOG).write_text(json.dumps({"stem": "b", "entry": entry}) + '\n{"stem": "c", "en')
    project.write("b.yaml", RECIPE.format(seed=9))
    assert project.made() == {"b": ["recipe", "seed"]}
    assert not (project.out / LOG).exists()


def test_two_builds_of_one_folder_wait_for_each_other(project: Project) -> None:
    project.out.mkdir()
    command = [sys.executable, "-m", "levelgen", "build", ".", "--jobs", "1"]
    lock = FileLock(project.out / LOCK)
    lock.acquire()
    with subprocess.Popen(
        command, cwd=project.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "another build is busy in build; waiting for its end\n"
        time.sleep(0.3)
        assert process.poll() is None
        assert not list(project.out.glob("*.tmj"))
        lock.release()
        assert process.wait(timeout=60) == 0
    assert len(list(project.out.glob("*.tmj"))) == 3
