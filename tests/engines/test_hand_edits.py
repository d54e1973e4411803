"""Maps edited by Tiled itself, by its own scripting, are proved again and told from what was built."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.engines.programs import tiled, tiled_new

TEXT = """levelgen: 1
seed: 3
graph: {grid: {rows: 2, columns: 6}}
spanning_tree: binary_tree
passes: [start_exit, treasure: {count: 1}]
"""


def edited(path: Path, *words: str) -> None:
    """The map, with what tests/engines/edit.js does to it, saved by Tiled in its place."""
    script = Path(__file__).parent / "edit.js"
    done = tiled_new()("--evaluate", script, path, path, *words)
    assert (done.returncode, "Error" in done.stderr) == (0, False), done.stderr


@pytest.fixture
def built(tmp_path: Path, levelgen: Command) -> Path:
    (tmp_path / "level.yaml").write_text(TEXT)
    assert levelgen("build", "level.yaml").returncode == 0
    return tmp_path / "build" / "level.tmj"


def test_what_tiled_saves_unedited_is_as_built(built: Path, levelgen: Command) -> None:
    again = built.with_name("again.tmj")
    assert tiled()("--export-map", "json", built, again).returncode == 0
    again.replace(built)
    assert levelgen("check", built).stdout.endswith("| edits: 0 | holds\n")


def test_edits_made_in_tiled_are_told(built: Path, levelgen: Command) -> None:
    x, y = opening(built)
    edited(built, f"{x},{y},1", "treasure+16")
    done = levelgen("check", built)
    assert (done.returncode, done.stderr.count("cut off from the start: ")) == (1, 1)
    assert f"  1 × floor → wall at {x},{y}\n" in done.stdout
    assert "  treasure of room " in done.stdout
    assert "  chest added at 1,1\n" in done.stdout


def opening(built: Path) -> tuple[int, int]:
    """A place between two rooms of a tree: with a wall there, one part is cut off."""
    document = json.loads(built.read_bytes())
    walls, width = document["layers"][1]["data"], document["width"]
    return next((i % width, i // width) for i, gid in enumerate(walls) if not gid and (i % width + i // width) % 2)


def test_edits_made_in_tiled_survive_a_changed_recipe(built: Path, tmp_path: Path, levelgen: Command) -> None:
    before = [thing["type"] for thing in json.loads(built.read_bytes())["layers"][2]["objects"]]
    edited(built, "0,0,1", "treasure+4")
    (tmp_path / "level.yaml").write_text(TEXT.replace("start_exit, ", "start_exit, place: {kind: boss, where: hub}, "))
    done = levelgen("merge", "level.yaml", built)
    assert (done.returncode, done.stderr) == (0, "")
    assert "  chest added at 1,1\n" in done.stdout
    again = built.with_name("again.tmj")
    assert tiled()("--export-map", "json", built, again).returncode == 0
    document = json.loads(again.read_bytes())
    things = document["layers"][2]["objects"]
    assert sorted(t.get("type") or t["class"] for t in things) == sorted([*before, "boss", "chest"])
    assert len({thing["id"] for thing in things}) == len(things)
    assert document["layers"][1]["data"][0] == 2
    assert [thing["x"] % 16 for thing in things if (thing.get("type") or thing["class"]) == "treasure"] == [4]
    assert {p["name"]: p["value"] for p in document["properties"]}["team"] == "A"
