"""Scenes of Godot 4.3 and later: a TileMapLayer a layer, markers for marks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from levelgen.paint import FIRST_GID, FLIP_DIAGONAL, FLIP_X, FLIP_Y
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.godot.solid import differs
from levelgen_exporters.godot.text import marks, metadata, node_names, quoted
from levelgen_exporters.godot.tileset import OTHER_WAY
from levelgen_exporters.tiled_map import map_properties

_NUMBER = np.uint32(FLIP_DIAGONAL - 1)
_TRANSFORMS = ((FLIP_X, 0x1000), (FLIP_Y, 0x2000), (FLIP_DIAGONAL, 0x4000))


def scene(built: BuiltLevel, tileset: str) -> bytes:
    """The .tscn of a level whose TileSet Godot finds at `tileset`."""
    head = [
        "[gd_scene load_steps=2 format=4]",
        "",
        f'[ext_resource type="TileSet" path={quoted(tileset)} id="1"]',
        "",
        f'[node name={quoted(next(node_names([built.stem])))} type="Node2D"]',
        *_metadata(metadata(map_properties(built))),
        "",
        "",
    ]
    return b"".join(["\n".join(head).encode(), *_layers(built), "\n".join(_marks(built)).encode()])


def _layers(built: BuiltLevel) -> Iterator[bytes]:
    for name, layer in zip(node_names(built.painted.layers, ["marks"]), built.painted.layers, strict=True):
        yield f'[node name={quoted(name)} type="TileMapLayer" parent="."]\n'.encode()
        data = cells(built.painted.layers[layer], built.painted.tileset.columns, differs(built, layer))
        if len(data):
            yield b'tile_map_data = PackedByteArray("'
            yield b64encode(data)
            yield b'")\n'
        yield b'tile_set = ExtResource("1")\n\n'


def cells(gids: NDArray[np.uint32], columns: int, other: NDArray[np.bool_]) -> memoryview:
    """`tile_map_data`: version 0, then 12 bytes for each tile, row by row; empty where there is no tile.

    A tile is six numbers of 16 bits, the lower byte first: x, y, source 0, column, row and alternative.
    other: bool (h, w), the cells that take the tile's alternative OTHER_WAY.
    """
    there = np.flatnonzero(gids).astype(np.uint32)
    if not len(there):
        return memoryview(b"")
    data = np.zeros(2 + 12 * len(there), np.uint8)
    words = data[2:].view("<u4").reshape(-1, 3)
    taken = gids.ravel()[there]
    row, column = _places(int((taken & _NUMBER).max()), columns)
    words[:, 0] = there + there // np.uint32(gids.shape[1]) * np.uint32((1 << 16) - gids.shape[1])
    words[:, 1] = column[taken & _NUMBER]
    words[:, 2] = row[taken & _NUMBER] | other.ravel()[there] * np.uint32(OTHER_WAY << 16)
    if int(taken.max()) > _NUMBER:
        for bit, transform in _TRANSFORMS:
            words[:, 2] |= ((taken & np.uint32(bit)) != 0) * np.uint32(transform << 16)
    return data.data


def _places(most: int, columns: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """For every gid up to `most` its row in the image, and its column in the high half."""
    row, column = np.divmod(np.maximum(np.arange(most + 1), FIRST_GID) - FIRST_GID, columns)
    return row.astype(np.uint32), column.astype(np.uint32) << np.uint32(16)


def _marks(built: BuiltLevel) -> Iterator[str]:
    yield '[node name="marks" type="Node2D" parent="."]'
    yield ""
    for name, thing, position in marks(built):
        group = f"groups=[{quoted(thing.kind)}]"
        yield f'[node name={quoted(name)} type="Marker2D" parent="marks" {group}]'
        yield f"position = {position}"
        yield from _metadata(metadata({**thing.properties, "kind": thing.kind}))
        yield ""


def _metadata(values: dict[str, str]) -> Iterator[str]:
    return (f"metadata/{key} = {value}" for key, value in values.items())
