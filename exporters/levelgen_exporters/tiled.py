"""Tiled JSON maps (.tmj); left alone, in the dialect that every reader takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import orjson

from levelgen.errors import GenerationError
from levelgen.files import Content
from levelgen.parameters import read_by
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.tiled_data import packed
from levelgen_exporters.tiled_map import Form, Gids, Json, Orientation, document, tileset_of
from levelgen_exporters.tiled_world import has_end, whole_map, world_file

Encoding = Literal["array", "base64", "zlib", "gzip", "zstd"]

_ENGINES: dict[str, dict[str, tuple[Any, ...]]] = {
    "tiled": {},
    "phaser": {"encoding": ("array", "base64"), "tileset": ("embedded",)},
    "pytiled_parser": {},
    "godot": {"orientation": ("orthogonal",)},
}


@read_by(_ENGINES)
def tiled(
    built: BuiltLevel,
    *,
    encoding: Encoding = "array",
    tileset: Literal["embedded", "external"] = "embedded",
    orientation: Orientation = "orthogonal",
    infinite: bool = False,
) -> Mapping[str, Content]:
    """NAME.tmj, and the tileset's image beside it.

    encoding: how tile layers are written: `array`, plain numbers, which every reader takes, or base64,
    plain or packed by zlib, gzip or zstd. tileset: embedded, or external in a .tsj that levels share.
    orientation: `isometric` and `staggered` maps have places half as high as wide, whatever the tileset.
    infinite: write the layers in chunks of 16 × 16 tiles. A world's chunks are a map each, and NAME.world lays them
    side by side in Tiled; or, infinite, the whole world is one map NAME.tmj, which memory must hold to open it.
    Tile layers hold gids; the object layer `marks` holds a tile object (anchored at its bottom left
    corner) or a point for each mark, with its room; map properties say where the map comes from.
    Source: Tiled's "JSON Map Format", 1.10.
    """
    painted = built.painted
    shared = f"{painted.tileset.name}.tsj" if tileset == "external" else ""
    form = Form(lambda gids: _data(gids, encoding), orientation, infinite, shared)
    files: dict[str, Content] = {**painted.tileset.files()}
    site = has_end(built)
    if site and orientation != "orthogonal":
        raise GenerationError(f"a world's maps cannot lie side by side in '{orientation}'; leave 'orientation' out")
    if site and infinite:
        files[f"{site.stem}.tmj"] = whole_map(built, site, form)
    else:
        files[".tmj"] = _json(document(built, form))
        if site:
            files[f"{site.stem}.world"] = world_file(built, site, ".tmj")
    if shared:
        alone = {key: value for key, value in tileset_of(built).items() if key != "firstgid"}
        files[shared] = _json({"type": "tileset", "version": "1.10", "tiledversion": "1.10.2", **alone})
    return files


def _data(gids: Gids, encoding: Encoding) -> Json:
    if encoding == "array":
        return {"data": np.ascontiguousarray(gids).reshape(-1)}
    return packed(gids, encoding)


def _json(value: Json) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY) + b"\n"
