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
    assert done.stderr == f"{map_file}: 2 regions of tiles instead of one; cut off: 4,1, 5,1\n"


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
