"""Scenes of Godot 3: a TileMap a layer, Position2D nodes for marks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from levelgen.paint import FIRST_GID, FLIP_DIAGONAL, FLIP_X, FLIP_Y
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.godot.solid import differs
from levelgen_exporters.godot.text import marks, metadata, node_names, quoted, vector
from levelgen_exporters.tiled_map import map_properties

_NUMBER = FLIP_DIAGONAL - 1
_TRANSFORMS = ((FLIP_X, 1 << 29), (FLIP_Y, 1 << 30), (FLIP_DIAGONAL, 1 << 31))


def scene3(built: BuiltLevel, tileset: str) -> bytes:
    """The .tscn of a level whose TileSet Godot 3 finds at `tileset`."""
    lines = [
        "[gd_scene load_steps=2 format=2]",
        "",
        f'[ext_resource path={quoted(tileset)} type="TileSet" id=1]',
        "",
        f'[node name={quoted(next(node_names([built.stem])))} type="Node2D"]',
        _metadata(metadata(map_properties(built))),
        "",
        *_layers(built),
        *_marks(built),
    ]
    return "\n".join(lines).encode()


def _layers(built: BuiltLevel) -> Iterator[str]:
    tileset = built.painted.tileset
    for name, layer in zip(node_names(built.painted.layers, ["marks"]), built.painted.layers, strict=True):
        numbers = tile_data(built.painted.layers[layer], len(tileset.tiles), differs(built, layer))
        yield f'[node name={quoted(name)} type="TileMap" parent="."]'
        yield "tile_set = ExtResource( 1 )"
        yield f"cell_size = {vector(*tileset.tile_size)}"
        yield "format = 1"
        yield f"tile_data = PoolIntArray( {', '.join(map(str, numbers.tolist()))} )"
        yield ""


def tile_data(gids: NDArray[np.uint32], tiles: int, other: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Three numbers a tile: place, tile with its flips, and 0; other: cells that take the tile of the other shape."""
    y, x = np.nonzero(gids)
    taken = gids[y, x]
    number = (taken & np.uint32(_NUMBER)) - np.uint32(FIRST_GID) + other[y, x] * np.uint32(tiles)
    for bit, transform in _TRANSFORMS:
        number |= ((taken & np.uint32(bit)) != 0) * np.uint32(transform)
    place = (y << 16 | x).astype(np.uint32)
    return np.stack([place, number, np.zeros_like(number)], axis=1).ravel().view(np.int32)


def _marks(built: BuiltLevel) -> Iterator[str]:
    yield '[node name="marks" type="Node2D" parent="."]'
    yield ""
    for name, thing, position in marks(built):
        group = f"groups=[{quoted(thing.kind)}]"
        yield f'[node name={quoted(name)} type="Position2D" parent="marks" {group}]'
        yield f"position = {position}"
        yield _metadata(metadata({**thing.properties, "kind": thing.kind}))
        yield ""


def _metadata(values: dict[str, str]) -> str:
    entries = ",\n".join(f'"{key}": {value}' for key, value in values.items())
    return f"__meta__ = {{\n{entries}\n}}"
