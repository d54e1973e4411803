"""Tiled JSON: golden bytes, the keys that readers need, and what pytiled_parser makes of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytiled_parser
from levelgen_exporters.tiled import tiled
from levelgen_exporters.tmj import tmj

from levelgen import BuiltLevel, GenerationError, export, generate, load_recipe
from levelgen.reading import parse_recipe
from levelgen.tilemap import MapObject
from tests.conftest import CONFIGS

# The keys whose absence breaks one reader or another.
MAP = "width height tilewidth tileheight orientation renderorder nextlayerid nextobjectid version tiledversion infinite type layers tilesets"
TILESET = "firstgid name tilewidth tileheight tilecount columns margin spacing image imagewidth imageheight"
TILE_LAYER = "id name type width height x y opacity visible data"
OBJECT_LAYER = "id name type opacity visible draworder objects"
OBJECT = "id name type x y width height rotation visible"

GOLDEN = (
    '{"type":"map","version":"1.10","tiledversion":"1.10.2","class":"level","orientation":"orthogonal",'
    '"renderorder":"right-down","width":5,"height":3,"tilewidth":16,"tileheight":16,"infinite":false,'
    '"compressionlevel":-1,"nextlayerid":4,"nextobjectid":3,"properties":['
)


@pytest.fixture(params=CONFIGS, ids=lambda path: path.stem)
def built(request: pytest.FixtureRequest) -> BuiltLevel:
    return generate(load_recipe(request.param))


def document_of(built: BuiltLevel) -> Any:
    return json.loads(tiled(built)[".tmj"])


def small() -> BuiltLevel:
    text = "levelgen: 1\nseed: 5\ngraph: {grid: {rows: 1, columns: 2}}\nspanning_tree: kruskal\npasses: [start_exit]\n"
    return generate(parse_recipe(text, Path("small.yaml")))


def test_golden_bytes() -> None:
    data = tiled(small())[".tmj"].decode()
    assert data.startswith(GOLDEN)
    assert data.endswith("}\n")
    layers = json.loads(data)["layers"]
    assert layers[0]["data"] == [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert layers[1]["data"] == [61, 53, 53, 53, 58, 59, 0, 0, 0, 29, 62, 48, 48, 48, 50]
    assert [(o["type"], o["x"], o["y"], o["gid"]) for o in layers[2]["objects"]] == [
        ("start", 16, 32, 9),
        ("exit", 48, 32, 10),
    ]


def test_no_key_is_missing(built: BuiltLevel) -> None:
    document = document_of(built)
    assert not set(MAP.split()) - set(document)
    assert all(not set(TILESET.split()) - set(tileset) for tileset in document["tilesets"])
    for layer in document["layers"]:
        wanted = TILE_LAYER if layer["type"] == "tilelayer" else OBJECT_LAYER
        assert not set(wanted.split()) - set(layer)
        assert all(not set(OBJECT.split()) - set(thing) for thing in layer.get("objects", []))


def test_the_data_is_plain(built: BuiltLevel) -> None:
    document = document_of(built)
    assert document["version"] == "1.10"
    assert document["infinite"] is False
    for layer in document["layers"]:
        assert not {"encoding", "compression", "chunks"} & set(layer)
        if layer["type"] == "tilelayer":
            assert len(layer["data"]) == document["width"] * document["height"]
            assert all(type(gid) is int for gid in layer["data"])


def test_every_gid_lies_in_the_tileset(built: BuiltLevel) -> None:
    document = document_of(built)
    (tileset,) = document["tilesets"]
    gids = {gid for layer in document["layers"] for gid in layer.get("data", [])}
    gids |= {thing["gid"] for layer in document["layers"] for thing in layer.get("objects", []) if "gid" in thing}
    assert all(0 < gid - tileset["firstgid"] + 1 <= tileset["tilecount"] for gid in gids - {0})
    across, down = tileset["imagewidth"] // tileset["tilewidth"], tileset["imageheight"] // tileset["tileheight"]
    assert (tileset["columns"], tileset["tilecount"]) == (across, across * down)
    assert tileset["image"] in tiled(built)


def test_ids_are_unique_and_next_ids_follow(built: BuiltLevel) -> None:
    document = document_of(built)
    layers = [layer["id"] for layer in document["layers"]]
    objects = [thing["id"] for layer in document["layers"] for thing in layer.get("objects", [])]
    assert len(set(layers)) == len(layers)
    assert document["nextlayerid"] == max(layers) + 1
    assert len(set(objects)) == len(objects)
    assert min(objects, default=1) >= 1
    assert document["nextobjectid"] == max(objects, default=0) + 1
    assert len({layer["name"] for layer in document["layers"]}) == len(layers)


def test_pytiled_parser_reads_what_was_meant(built: BuiltLevel, tmp_path: Path) -> None:
    export(built, tmp_path)
    read = pytiled_parser.parse_map(tmp_path / f"{built.stem}.tmj")
    tile_layers = {layer.name: layer.data for layer in read.layers if isinstance(layer, pytiled_parser.TileLayer)}
    assert list(tile_layers) == list(built.painted.layers)
    for name, gids in built.painted.layers.items():
        assert np.array_equal(np.array(tile_layers[name], np.uint32), gids)
    (marks,) = [layer for layer in read.layers if isinstance(layer, pytiled_parser.ObjectLayer)]
    assert [thing.class_ for thing in marks.tiled_objects] == [thing.kind for thing in built.tilemap.objects]
    assert [thing.properties["room"] for thing in marks.tiled_objects] == [m.node for m in built.level.marks]
    assert read.properties is not None
    assert read.properties["seed"] == str(built.seed)
    assert read.properties["recipe_sha256"] == built.recipe.digest


def test_our_reader_gives_back_what_was_meant(built: BuiltLevel, tmp_path: Path) -> None:
    export(built, tmp_path)
    read = tmj(tmp_path / f"{built.stem}.tmj")
    assert np.array_equal(read.walkable, built.tilemap.walkable)
    assert [(o.kind, o.x, o.y, o.properties) for o in read.objects] == [
        (o.kind, o.x, o.y, o.properties) for o in built.tilemap.objects
    ]
    assert read.properties["rooms"] == built.level.graph.rooms


def test_properties_have_tiled_types() -> None:
    values = {"yes": True, "five": 5, "two": 2.0, "text": "5"}
    document = document_of(_with_properties(values))
    found = {p["name"]: (p["type"], p["value"]) for p in document["properties"] if p["name"] in values}
    assert found == {"yes": ("bool", True), "five": ("int", 5), "two": ("float", 2.0), "text": ("string", "5")}
    assert type(found["two"][1]) is float


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_json_has_not_are_refused(value: float) -> None:
    with pytest.raises(GenerationError, match="property 'odd'"):
        tiled(_with_properties({"odd": value}))


def test_a_big_seed_stays_whole() -> None:
    text = f"levelgen: 1\nseed: {2**80}\ngraph: {{grid: {{rows: 1, columns: 1}}}}\nspanning_tree: kruskal\n"
    document = document_of(generate(parse_recipe(text, Path("big.yaml"))))
    assert {"name": "seed", "type": "string", "value": str(2**80)} in document["properties"]


def test_a_mark_without_a_tile_is_a_point() -> None:
    built = small()
    tilemap = replace(built.tilemap, objects=(MapObject("lantern", 1, 1),))
    painted = replace(built.painted, object_gids=(0,))
    (thing,) = document_of(replace(built, tilemap=tilemap, painted=painted))["layers"][-1]["objects"]
    assert (thing["point"], thing["x"], thing["y"]) == (True, 24.0, 24.0)
    assert "gid" not in thing


def _with_properties(values: dict[str, Any]) -> BuiltLevel:
    built = small()
    return replace(built, tilemap=replace(built.tilemap, properties=values))
