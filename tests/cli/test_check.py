"""`levelgen check`: maps proved again after somebody edited them."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from levelgen import export, generate
from levelgen.reading import parse_recipe
from tests.conftest import Command

TEXT = "levelgen: 1\nseed: 5\ngraph: {grid: {rows: 1, columns: 3}}\nspanning_tree: kruskal\npasses: [start_exit]\n"


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    """A map of three rooms in a row, from start to exit: walkable x = 1 … 5 of 7, y = 1 of 3."""
    export(generate(parse_recipe(TEXT, Path("row.yaml"))), tmp_path)
    return tmp_path / "row.tmj"


def edit(path: Path, change: Any) -> None:
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document))


def test_a_map_as_built_holds(map_file: Path, levelgen: Command) -> None:
    done = levelgen("check", map_file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{map_file}: 7 × 3 tiles | walkable: 5 | regions: 1 | objects: 2 | holds\n"


def test_a_wall_painted_across_is_named_with_the_cells_it_cuts_off(map_file: Path, levelgen: Command) -> None:
    def wall(document: Any) -> None:
        document["layers"][1]["data"][7 + 3] = 2

    edit(map_file, wall)
    done = levelgen("check", map_file)
    assert done.returncode == 1
    assert done.stderr == f"{map_file}: cut off from the start: 2 tiles between 4,1 and 5,1, with exit at 5,1\n"


def test_a_thing_moved_into_a_wall_is_named(map_file: Path, levelgen: Command) -> None:
    def move(document: Any) -> None:
        document["layers"][2]["objects"][1]["y"] += 16

    edit(map_file, move)
    done = levelgen("check", map_file)
    assert (done.returncode, done.stderr) == (1, f"{map_file}: exit at tile 5,2 stands on no walkable ground\n")


def test_the_tiles_classes_say_what_is_walkable(map_file: Path, levelgen: Command) -> None:
    def close(document: Any) -> None:
        tile = next(t for t in document["tilesets"][0]["tiles"] if t["type"] == "floor")
        tile["type"] = "lava"
        tile["properties"] = [{"name": "walkable", "type": "bool", "value": False}]

    edit(map_file, close)
    assert "there is no walkable tile" in levelgen("check", map_file).stderr


@pytest.mark.parametrize(("compression", "pack"), [("", bytes), ("zlib", zlib.compress), ("gzip", gzip.compress)])
def test_other_layer_encodings_are_read(compression: str, pack: Any, map_file: Path, levelgen: Command) -> None:
    def encode(document: Any) -> None:
        for layer in document["layers"][:2]:
            raw = np.array(layer["data"], "<u4").tobytes()
            layer |= {"data": base64.b64encode(pack(raw)).decode(), "encoding": "base64", "compression": compression}

    edit(map_file, encode)
    assert levelgen("check", map_file).stdout.endswith("walkable: 5 | regions: 1 | objects: 2 | holds\n")


BROKEN = {
    "no tiles": (lambda d: d["layers"][0].pop("data"), "key 'data' is missing"),
    "too few tiles": (lambda d: d["layers"][0]["data"].pop(), "layer 'ground' has 20 tiles, the map 7 × 3"),
    "a foreign gid": (lambda d: d["layers"][0]["data"].__setitem__(8, 4000), "tile 4000 is in no tileset"),
    "an external tileset": (
        lambda d: d["tilesets"][0].update(source="a.tsj"),
        "tileset a.tsj cannot be read: No such file",
    ),
    "an infinite map": (
        lambda d: (
            d.update(infinite=True),
            d["layers"][0].update(chunks=[{"x": 0, "y": 0, "width": 10**9, "height": 1, "data": []}]),
        ),
        "a map of 1000000002 × ",
    ),
    "lz4": (lambda d: d["layers"][0].update(data="", compression="lz4"), "compression 'lz4'"),
    "no base64": (lambda d: d["layers"][0].update(data="%%%"), "cannot be unpacked"),
    "another type": (lambda d: d.update(type="tileset"), "no Tiled map"),
    "words for tiles": (lambda d: d["layers"][0].update(data=["a"] * 21), "not a map that levelgen reads"),
    "negative tiles": (lambda d: d["layers"][0].update(data=[-1] * 21), "not a map that levelgen reads"),
    "a list for a layer": (lambda d: d.update(layers=[[]]), "not a map that levelgen reads"),
    "a huge size": (lambda d: d.update(width=10**9, height=10**9), "a map of 1000000000 × 1000000000 tiles"),
    "huge tilesets": (lambda d: d["tilesets"][0].update(tilecount=10**12), "not a map that levelgen reads"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_map_is_one_clear_line(case: str, map_file: Path, levelgen: Command) -> None:
    change, message = BROKEN[case]
    edit(map_file, change)
    done = levelgen("check", map_file)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"{map_file}: ")
    assert message in done.stderr


def test_files_that_are_no_maps(map_file: Path, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "bad.tmj").write_text('{"type": "map",\n  oops}')
    done = levelgen("check", "bad.tmj", "none.tmj", map_file.name, "row.png")
    assert done.returncode == 2
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == ["bad.tmj:2:3", "none.tmj", "row.png"]
    assert done.stdout.startswith("row.tmj: 7 × 3")


@pytest.fixture
def built(tmp_path: Path, levelgen: Command) -> Path:
    """The map of `map_file` as a build leaves it, beside its recipe and with its base."""
    (tmp_path / "row.yaml").write_text(TEXT)
    assert levelgen("build", "row.yaml").returncode == 0
    return tmp_path / "build" / "row.tmj"


def wall_and_chest(document: Any) -> None:
    document["layers"][1]["data"][7 + 3] = 2
    document["layers"][2]["objects"][1]["x"] -= 16
    document["layers"][2]["objects"].append({"type": "chest", "x": 24, "y": 24, "width": 0, "height": 0, "id": 9})


EDITED = "  1 × floor → wall at 3,1\n  exit of room 2 moved from 5,1 to 4,1\n  chest added at 1,1\n"


def test_a_built_map_has_no_edits(built: Path, levelgen: Command) -> None:
    assert levelgen("check", built).stdout.endswith("| objects: 2 | edits: 0 | holds\n")


def test_edits_are_told_against_the_base_that_the_build_kept(built: Path, levelgen: Command) -> None:
    edit(built, wall_and_chest)
    done = levelgen("check", built)
    cut_off = "cut off from the start: 2 tiles between 4,1 and 5,1, with exit at 4,1"
    assert (done.returncode, done.stdout, done.stderr) == (1, EDITED, f"{built}: {cut_off}\n")


def test_edits_are_told_against_the_recipe(built: Path, tmp_path: Path, levelgen: Command) -> None:
    edit(built, wall_and_chest)
    elsewhere = built.rename(tmp_path / "edited.tmj")
    assert levelgen("check", elsewhere).stdout == ""
    assert levelgen("check", elsewhere, "--recipe", "row.yaml").stdout == EDITED


def test_a_recipe_that_changed_since_is_refused(built: Path, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "row.yaml").write_text(TEXT.replace("kruskal", "prim"))
    done = levelgen("check", built, "--recipe", "row.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"row.yaml: is not the recipe that {built} was made by (recipe_sha256 ")


def test_a_base_of_another_build_is_no_base(built: Path, levelgen: Command) -> None:
    old = built.read_bytes()
    assert levelgen("build", "row.yaml", "--seed", "6").returncode == 0
    built.write_bytes(old)
    assert "edits: unknown, as " in (said := levelgen("check", built).stdout)
    assert said.endswith("is of another build: seed '5' is not '6'\n")


def test_a_base_behind_a_link_is_not_read(built: Path, tmp_path: Path, levelgen: Command) -> None:
    (built.parent / ".levelgen-base").rename(tmp_path / "elsewhere")
    (built.parent / ".levelgen-base").symlink_to(tmp_path / "elsewhere")
    assert "edits" not in levelgen("check", built).stdout
    done = levelgen("build", "row.yaml", "--force")
    assert (done.returncode, "a link, and levelgen writes through none" in done.stderr) == (1, True)


def test_the_picture_marks_what_is_cut_off_and_what_was_edited(built: Path, levelgen: Command) -> None:
    edit(built, wall_and_chest)
    assert levelgen("check", built, "--picture", "seen.png").returncode == 1
    pixels = np.asarray(Image.open(built.parent.parent / "seen.png").convert("RGB")).astype(int)
    assert pixels.shape == (3 * 16, 7 * 16, 3)
    tiles = pixels.reshape(3, 16, 7, 16, 3).swapaxes(1, 2)
    red = tiles[..., 0].mean(axis=(2, 3)) - tiles[..., 1].mean(axis=(2, 3))
    framed = (tiles[:, :, 0] == (255, 210, 0)).all(axis=(2, 3))
    assert np.argwhere(red > 60).tolist() == [[1, 4], [1, 5]]
    assert np.argwhere(framed).tolist() == [[1, 3]]


def test_one_picture_is_of_one_map(built: Path, levelgen: Command) -> None:
    done = levelgen("check", built, built, "--picture", "seen.png")
    assert (done.returncode, done.stderr) == (2, "--picture: draws one map, and 2 are given\n")
