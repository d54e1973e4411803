"""Godot scenes and tilesets: golden text, cells, collisions, names and values that Godot takes."""

from __future__ import annotations

import base64
import re
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levelgen_exporters.godot import godot
from levelgen_exporters.godot.scene3 import tile_data
from levelgen_exporters.godot.text import identifier, node_names, quoted, value

from levelgen import BuiltLevel, GenerationError, generate, load_recipe
from levelgen.paint import FLIP_DIAGONAL, FLIP_X, FLIP_Y
from levelgen.reading import parse_recipe
from levelgen.tilemap import Role
from levelgen.tileset import Look, Variant
from tests.conftest import CONFIGS

GOLDEN = """\
[gd_scene load_steps=2 format=4]

[ext_resource type="TileSet" path="levelgen_tiles.tres" id="1"]

[node name="small" type="Node2D"]
metadata/name = "small"
metadata/seed = "5"
"""
MARKS = """\
[node name="marks" type="Node2D" parent="."]

[node name="start" type="Marker2D" parent="marks" groups=["start"]]
position = Vector2(24, 24)
metadata/room = 0
metadata/kind = "start"

[node name="exit" type="Marker2D" parent="marks" groups=["exit"]]
position = Vector2(56, 24)
metadata/room = 1
metadata/kind = "exit"
"""
SQUARE = "PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)"

Cell = tuple[int, ...]


def small() -> BuiltLevel:
    text = "levelgen: 1\nseed: 5\ngraph: {grid: {rows: 1, columns: 2}}\nspanning_tree: kruskal\npasses: [start_exit]\n"
    return generate(parse_recipe(text, Path("small.yaml")))


def cells(built: BuiltLevel) -> dict[str, list[Cell]]:
    """What the scene says of each layer: x, y, source, column, row, alternative of each cell."""
    text = godot(built)[".tscn"].decode()
    found = {}
    for name, data in re.findall(r'name="(\w+)" type="TileMapLayer".*\n(?:tile_map_data = .*"(.*)"\)\n)?', text):
        raw = base64.b64decode(data)
        assert raw[:2] in (b"", b"\0\0")
        found[name] = list(struct.iter_unpack("<hhHHHH", raw[2:]))
    return found


def repainted(built: BuiltLevel, **layers: Any) -> BuiltLevel:
    arrays = {name: np.array(rows, np.uint32) for name, rows in layers.items()}
    return replace(built, painted=replace(built.painted, layers={**built.painted.layers, **arrays}))


def test_golden_text() -> None:
    text = godot(small())[".tscn"].decode()
    assert text.startswith(GOLDEN)
    assert text.endswith(MARKS)
    assert 'type="TileMapLayer" parent="."]\ntile_map_data = PackedByteArray("AAAB' in text
    assert "uid" not in text


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_cell_is_there(path: Path) -> None:
    built = generate(load_recipe(path))
    found = cells(built)
    assert list(found) == list(built.painted.layers)
    for name, gids in built.painted.layers.items():
        again = np.zeros_like(gids)
        for x, y, source, column, row, _ in found[name]:
            assert source == 0
            again[y, x] = 1 + row * built.painted.tileset.columns + column
        assert np.array_equal(again, gids)


def test_flips_become_transforms() -> None:
    flips = [0, FLIP_X, FLIP_Y, FLIP_DIAGONAL, FLIP_X | FLIP_Y | FLIP_DIAGONAL]
    ground = np.zeros((3, 5), np.uint32)
    ground[1] = [1 | bits for bits in flips]
    found = cells(repainted(small(), ground=ground))["ground"]
    assert [cell[5] & 0x7000 for cell in found] == [0, 0x1000, 0x2000, 0x4000, 0x7000]
    assert {cell[3:5] for cell in found} == {(0, 0)}
    numbers = tile_data(ground, 16, np.zeros((3, 5), np.bool_)).view(np.uint32).reshape(-1, 3)
    assert (numbers[:, 1] >> 29).tolist() == [0, 1, 2, 4, 7]
    assert numbers[:, 0].tolist() == [1 << 16 | x for x in range(5)]


def test_an_empty_layer_has_no_data() -> None:
    assert cells(repainted(small(), ground=np.zeros((3, 5))))["ground"] == []


def test_what_lies_under_a_bridge_does_not_collide() -> None:
    built = generate(load_recipe(next(path for path in CONFIGS if path.stem == "cables")))
    found = cells(built)
    bridges = {cell[:2] for cell in found["bridges"]}
    water = {cell[:2]: cell[5] for cell in found["ground"]}
    assert bridges
    assert {other for place, other in water.items() if place in bridges} == {1}
    assert {other for place, other in water.items() if place not in bridges} == {0}


def test_what_a_role_says_counts_more_than_the_tiles_class() -> None:
    """A role of a plug-in's own that cannot be walked on collides, though the tile that stands in is floor."""
    built = small()
    roles = (*built.tilemap.roles, Role("lava", False, "floor"))
    ground = built.tilemap.layers["ground"].copy()
    ground[1, 1] = len(roles) - 1
    tilemap = replace(built.tilemap, roles=roles, layers={**built.tilemap.layers, "ground": ground})
    found = {cell[:2]: cell[5] for cell in cells(replace(built, tilemap=tilemap))["ground"]}
    assert found == {(1, 1): 1, (2, 1): 0, (3, 1): 0}


def test_the_tileset_is_the_same_for_all_levels() -> None:
    shared = {godot(generate(load_recipe(path)))["levelgen_tiles.tres"] for path in CONFIGS}
    assert len(shared) == 1


def test_tiles_collide_by_class_and_their_alternatives_the_other_way() -> None:
    text = godot(small())["levelgen_tiles.tres"].decode()
    shape = "physics_layer_0/polygon_0/points = " + SQUARE
    assert f"\n1:0/0/{shape}\n" in text  # wall
    assert f"\n1:0/1/{shape}\n" not in text
    assert f"\n0:0/0/{shape}\n" not in text  # floor
    assert f"\n0:0/1/{shape}\n" in text
    assert '\n1:0/0/custom_data_0 = "wall"\n' in text
    assert '\n1:0/1/custom_data_0 = "wall"\n' in text


def test_shapes_become_terrains() -> None:
    built = small()
    look = Look({0: (Variant(3),), 5: (Variant(4, 0.5), Variant(5, 1, FLIP_X))}, sees=0b01010101)
    tileset = replace(built.painted.tileset, looks={"wall": look}, margin=1, spacing=2, image_size=(146, 288))
    text = godot(replace(built, painted=replace(built.painted, tileset=tileset)))["levelgen_tiles.tres"].decode()
    assert 'terrain_set_0/mode = 2\nterrain_set_0/terrain_0/name = "wall"' in text
    assert "4:0/0/terrain_set = 0\n4:0/0/terrain = 0\n4:0/0/probability = 0.5\n" in text
    assert re.findall(r"4:0/0/terrains_peering_bit/(\w+) = 0", text) == ["top_side", "right_side"]
    assert "5:0/0/terrain" not in text
    assert "margins = Vector2i(1, 1)\nseparation = Vector2i(2, 2)\n" in text


def test_the_folder_stands_before_the_files() -> None:
    for folder in ("res://levels", "res://levels/"):
        files = godot(small(), folder=folder)
        assert b'path="res://levels/levelgen_tiles.tres"' in files[".tscn"]
        assert b'path="res://levels/levelgen_tiles.png"' in files["levelgen_tiles.tres"]
    assert b'path="res://levelgen_tiles.tres"' in godot(small(), folder="res://")[".tscn"]


def test_an_image_that_the_game_has_is_not_copied() -> None:
    built = small()
    tileset = replace(built.painted.tileset, called="res://art/tiles.png")
    files = godot(replace(built, painted=replace(built.painted, tileset=tileset)), folder="res://levels")
    assert set(files) == {".tscn", "levelgen_tiles.tres"}
    assert b'path="res://art/tiles.png"' in files["levelgen_tiles.tres"]


def test_a_level_that_godot_cannot_hold_is_refused() -> None:
    built = small()
    wide = np.zeros((1, 40000), np.int32)
    with pytest.raises(GenerationError, match="32768 × 32768 tiles, this level has 40000 × 1"):
        godot(replace(built, tilemap=replace(built.tilemap, owner=wide)))


def test_values_are_spelled_as_godot_reads_them() -> None:
    values = [True, 5, 2.0, 1e30, 'a "b" \\', -(2**63), 2**63]
    spelled = ["true", "5", "2.0", "1e+30", '"a \\"b\\" \\\\"', "-9223372036854775808", '"9223372036854775808"']
    assert [value("key", thing) for thing in values] == spelled
    for odd in (float("nan"), float("inf")):
        with pytest.raises(GenerationError, match="property 'key' is"):
            value("key", odd)


def test_names_are_what_godot_allows() -> None:
    assert list(node_names(["key", "key", "key2", "a/b:c", "", "key"])) == [
        "key",
        "key2",
        "key22",
        "a_b_c",
        "_",
        "key3",
    ]
    assert list(node_names(["marks", "x"], ["marks"])) == ["marks2", "x"]
    assert [identifier(key) for key in ("room", "2 of", "größe")] == ["room", "_2_of", "gr__e"]
    assert quoted("ü\n") == '"ü\n"'
