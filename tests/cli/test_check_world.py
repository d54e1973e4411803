"""`levelgen check NAME.world`: a whole world proved from its files, also after an edit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command

TEXT = """levelgen: 1
name: w
seed: 14
graph: {grid: {rows: 4, columns: 6}}
spanning_tree: kruskal
passes: [{treasure: {count: 1}}]
world: {rows: 3, columns: 4, passes: [start_exit]}
export: [tiled, tmx]
"""


@pytest.fixture
def world(tmp_path: Path, levelgen: Command) -> Path:
    (tmp_path / "w.yaml").write_text(TEXT)
    assert levelgen("build", "w.yaml").returncode == 0
    return tmp_path / "build"


def edit(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document))


def put(ground: int, wall: int, *tiles: tuple[int, int]) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        for layer, gid in zip(document["layers"], (ground, wall), strict=False):
            for x, y in tiles:
                layer["data"][y * document["width"] + x] = gid

    return change


def seam(path: Path) -> tuple[int, int]:
    properties = {p["name"]: p["value"] for p in json.loads(path.read_bytes())["properties"]}
    x, y = properties["seams"].split()[0].split(",")
    return int(x), int(y)


def test_a_world_as_built_holds(world: Path, levelgen: Command) -> None:
    for name in ("w.world", "w.tmx.world"):
        done = levelgen("check", world / name)
        assert (done.returncode, done.stderr) == (0, "")
        walkable = 2 * 3 * 4 * 4 * 6 - 1
        assert done.stdout == f"{world / name}: 12 maps | walkable: {walkable} | regions: 1 | objects: 14 | holds\n"


def test_a_seam_walled_up_cuts_the_world_in_two(world: Path, levelgen: Command) -> None:
    x, y = seam(world / "w_0_0.tmj")
    edit(world / "w_0_0.tmj", put(0, 2, (x, y)))
    done = levelgen("check", world / "w.world")
    assert done.returncode == 1
    assert "are one place of the world, but only one of them can be walked on" in done.stderr
    other, place = ("w_0_1.tmj", (0, y)) if x == 12 else ("w_1_0.tmj", (x, 0))
    edit(world / other, put(0, 2, place))
    done = levelgen("check", world / "w.world")
    assert done.returncode == 1
    assert "2 regions of tiles instead of one; cut off: " in done.stderr
    assert "one place" not in done.stderr


def test_a_hole_in_the_outer_wall_is_found_and_one_between_chunks_is_none(world: Path, levelgen: Command) -> None:
    edit(world / "w_0_0.tmj", put(1, 0, (1, 0)))
    done = levelgen("check", world / "w.world")
    assert (done.returncode, done.stderr) == (
        1,
        f"{world / 'w.world'}: w_0_0.tmj: the world's border is open at tile 1,0\n",
    )
    edit(world / "w_0_0.tmj", put(0, 2, (1, 0)))
    for row in range(1, 8, 2):
        edit(world / "w_0_0.tmj", put(1, 0, (12, row)))
        edit(world / "w_0_1.tmj", put(1, 0, (0, row)))
    assert levelgen("check", world / "w.world").returncode == 0


def test_an_object_in_a_wall_is_found(world: Path, levelgen: Command) -> None:
    def change(document: dict[str, Any]) -> None:
        document["layers"][-1]["objects"][0].update(x=0, y=16)

    edit(world / "w_1_1.tmj", change)
    done = levelgen("check", world / "w.world")
    assert (done.returncode, done.stderr) == (
        1,
        f"{world / 'w.world'}: w_1_1.tmj: treasure at tile 0,0 stands on no walkable ground\n",
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["maps"].clear(), "not a .world that levelgen reads: it names no map"),
        (lambda d: d.pop("maps"), "not a .world that levelgen reads: key 'maps' is missing"),
        (lambda d: d["maps"][0].update(x=0.5), "not a .world that levelgen reads: 'x' is no whole number"),
        (lambda d: d["maps"][3].update(x=601), "w_0_3.tmj does not lie on whole tiles"),
        (lambda d: d["maps"][0].update(width=0), "not a .world that levelgen reads: 'width' must be above 0"),
    ],
)
def test_a_world_file_that_is_none(change: Any, message: str, world: Path, levelgen: Command) -> None:
    edit(world / "w.world", change)
    done = levelgen("check", world / "w.world")
    assert (done.returncode, done.stderr) == (2, f"{world / 'w.world'}: {message}\n")


def test_a_map_that_is_missing_is_named(world: Path, levelgen: Command) -> None:
    (world / "w_2_3.tmj").unlink()
    done = levelgen("check", world / "w.world")
    assert (done.returncode, done.stderr) == (2, f"{world / 'w_2_3.tmj'}: no such file\n")


def test_a_chunk_alone_is_proved_with_its_seams(world: Path, levelgen: Command) -> None:
    assert levelgen("check", world / "w_1_1.tmj").returncode == 0
    x, y = seam(world / "w_1_1.tmj")
    edit(world / "w_1_1.tmj", put(0, 2, (x, y)))
    done = levelgen("check", world / "w_1_1.tmj")
    assert (done.returncode, done.stderr) == (1, f"{world / 'w_1_1.tmj'}: the way out at tile {x},{y} is closed\n")
