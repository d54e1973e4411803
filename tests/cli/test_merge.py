"""`levelgen merge`: a changed recipe and the team's edits in one map, proved before it is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command

TEXT = """levelgen: 1
seed: 3
graph: {grid: {rows: 4, columns: 6}}
spanning_tree: kruskal
passes: [start_exit, treasure: {count: 2}]
"""
CHANGED = TEXT.replace("count: 2", "count: 3")


@pytest.fixture
def built(tmp_path: Path, levelgen: Command) -> Path:
    (tmp_path / "hall.yaml").write_text(TEXT)
    assert levelgen("build", "hall.yaml").returncode == 0
    return tmp_path / "build" / "hall.tmj"


def edit(path: Path, change: Any) -> bytes:
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document))
    return path.read_bytes()


def chest(document: Any) -> None:
    document["layers"][2]["objects"].append({"type": "chest", "x": 24, "y": 24, "width": 0, "height": 0, "id": 99})
    document["nextobjectid"] = 100


def cross(document: Any) -> None:
    """A wall through the whole map."""
    width = document["width"]
    for y in range(1, document["height"] - 1):
        document["layers"][1]["data"][y * width + width // 2] = 2


def kinds(path: Path) -> list[str]:
    return sorted(thing["type"] for thing in json.loads(path.read_bytes())["layers"][2]["objects"])


def test_edits_survive_a_changed_recipe(built: Path, tmp_path: Path, levelgen: Command) -> None:
    mine = edit(built, chest)
    (tmp_path / "hall.yaml").write_text(CHANGED)
    done = levelgen("merge", "hall.yaml", "build/hall.tmj")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "build/hall.tmj: 13 × 9 tiles | walkable: 47 | regions: 1 | objects: 6 | edits: 1 | conflicts: 0 | holds\n"
        "  chest added at 1,1\n"
        "  as it was edited: build/hall.edited.tmj\n"
    )
    assert kinds(built) == ["chest", "exit", "start", "treasure", "treasure", "treasure"]
    assert (built.parent / "hall.edited.tmj").read_bytes() == mine


def test_edits_survive_a_second_merge(built: Path, tmp_path: Path, levelgen: Command) -> None:
    edit(built, chest)
    for text in (CHANGED, TEXT):
        (tmp_path / "hall.yaml").write_text(text)
        assert levelgen("merge", "hall.yaml", "build/hall.tmj").returncode == 0
    assert kinds(built) == ["chest", "exit", "start", "treasure", "treasure"]
    assert (built.parent / "hall.edited-2.tmj").is_file()
    assert levelgen("check", built).stdout.splitlines()[1:] == ["  chest added at 1,1"]


def test_a_build_leaves_a_merged_map_alone(built: Path, tmp_path: Path, levelgen: Command) -> None:
    edit(built, chest)
    (tmp_path / "hall.yaml").write_text(CHANGED)
    assert levelgen("merge", "hall.yaml", "build/hall.tmj").returncode == 0
    merged = built.read_bytes()
    done = levelgen("build", "hall.yaml")
    assert (done.returncode, done.stderr.splitlines()[0].partition(",")[0]) == (
        1,
        "build/hall.tmj: was edited after it was built",
    )
    assert built.read_bytes() == merged
    assert levelgen("build", "hall.yaml", "--force").returncode == 0
    assert kinds(built) == ["exit", "start", "treasure", "treasure", "treasure"]


def test_what_does_not_hold_is_not_written(built: Path, tmp_path: Path, levelgen: Command) -> None:
    mine = edit(built, cross)
    (tmp_path / "hall.yaml").write_text(CHANGED)
    done = levelgen("merge", "hall.yaml", "build/hall.tmj", "--picture", "seen.png")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("build/hall.tmj does not hold: cut off from the start: ")
    assert built.read_bytes() == mine
    assert not list(built.parent.glob("*.edited*"))
    assert (tmp_path / "seen.png").is_file()
    assert not [path for path in tmp_path.rglob("*.tmp") if path.name.startswith(".levelgen-")]


def test_a_conflict_is_said_and_ends_with_1(built: Path, tmp_path: Path, levelgen: Command) -> None:
    edit(built, lambda d: d["properties"][0].update(value="great_hall"))
    text = TEXT.replace("seed: 3", "seed: 3\nname: other")
    (tmp_path / "hall.yaml").write_text(text)
    base = built.parent / ".levelgen-base" / "hall.tmj"
    done = levelgen("merge", "hall.yaml", "build/hall.tmj")
    assert (done.returncode, "is of another build than" in done.stderr) == (2, True)
    edit(built, lambda d: (d["properties"][0].update(value="hall"), d["layers"][2]["objects"][0].update(x=20)))
    edit(base, lambda d: d["layers"][2]["objects"][0].update(x=40))
    done = levelgen("merge", "hall.yaml", "build/hall.tmj")
    assert done.returncode == 1
    assert done.stderr.endswith("was moved or reshaped by hand and by the recipe; yours is kept\n")


def test_a_changed_size_is_refused(built: Path, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "hall.yaml").write_text(TEXT.replace("rows: 4", "rows: 5"))
    done = levelgen("merge", "hall.yaml", "build/hall.tmj")
    said = "build/hall.tmj: height is 9 as built, 9 as edited, 11 by the recipe now; edits can only be kept"
    assert (done.returncode, done.stderr.startswith(said)) == (1, True)


def test_the_result_can_go_elsewhere(built: Path, tmp_path: Path, levelgen: Command) -> None:
    mine = edit(built, chest)
    moved = built.rename(tmp_path / "hall.tmj")
    assert "no map as built is kept" in levelgen("merge", "hall.yaml", moved).stderr
    done = levelgen("merge", "hall.yaml", moved, "--base", "build/.levelgen-base/hall.tmj", "--out", "fresh")
    assert done.returncode == 0
    assert moved.read_bytes() == mine
    assert sorted(path.name for path in (tmp_path / "fresh").iterdir() if path.suffix != ".lock") == [
        ".levelgen-base",
        "hall.tmj",
        "levelgen_tiles.png",
    ]
    assert levelgen("check", "fresh/hall.tmj").stdout.splitlines()[1:] == ["  chest added at 1,1"]


def test_a_shared_tileset_that_was_edited_is_kept(built: Path, tmp_path: Path, levelgen: Command) -> None:
    path = tmp_path / "hall.yaml"
    path.write_text(TEXT + "export: [tiled: {tileset: external}]\n")
    assert levelgen("build", "hall.yaml").returncode == 0
    shared = built.parent / "levelgen.tsj"
    mine = edit(
        shared,
        lambda d: d["tiles"][0].update(type="moss", properties=[{"name": "walkable", "type": "bool", "value": True}]),
    )
    done = levelgen("merge", "hall.yaml", "build/hall.tmj")
    assert (done.returncode, done.stderr) == (1, "build/hall.tmj: levelgen.tsj was edited by hand; it is kept\n")
    assert shared.read_bytes() == mine


def test_maps_of_another_kind_are_refused(built: Path, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "hall.yaml").write_text(TEXT + "export: [tmx]\n")
    assert levelgen("build", "hall.yaml").returncode == 0
    done = levelgen("merge", "hall.yaml", "build/hall.tmx")
    assert (done.returncode, done.stderr) == (
        2,
        "build/hall.tmx: maps of this kind cannot be merged; save it as .tmj\n",
    )
    done = levelgen("merge", "hall.yaml", "build/hall.tmj")
    assert (done.returncode, done.stderr) == (2, "hall.yaml: exports no .tmj file, which build/hall.tmj is\n")
