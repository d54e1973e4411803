"""Tiled JSON maps (.tmj), in the dialect that every reader takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Literal

import numpy as np
import orjson
from numpy.typing import NDArray

from levelgen.errors import GenerationError
from levelgen.level import Scalar
from levelgen.paint import FIRST_GID
from levelgen.parameters import read_by
from levelgen.pipeline import BuiltLevel
from levelgen.tilemap import MapObject
from levelgen.tileset import TileSet
from levelgen.version import __version__

Json = dict[str, Any]
Fields = Mapping[str, Any]

_VERSION = {"version": "1.10", "tiledversion": "1.10.2"}
_TYPES: tuple[tuple[type, str], ...] = ((bool, "bool"), (int, "int"), (float, "float"), (str, "string"))


@read_by({"tiled": {}, "phaser": {}, "pytiled_parser": {}, "godot": {}})
def tiled(built: BuiltLevel, *, encoding: Literal["array"] = "array") -> Mapping[str, bytes]:
    """NAME.tmj, a finite orthogonal map with its tileset embedded, and the tileset's image beside it.

    encoding: how tile layers are written: `array`, plain numbers, which every reader takes.
    Tile layers hold gids; one object layer `marks` holds a tile object (anchored at its bottom left
    corner) or a point for each mark, with its room; map properties say where the map comes from.
    Source: Tiled's "JSON Map Format", 1.10.
    """
    tileset = built.painted.tileset
    return {".tmj": orjson.dumps(_map(built), option=orjson.OPT_SERIALIZE_NUMPY) + b"\n", **tileset.files()}


def _map(built: BuiltLevel) -> Json:
    ids = count(1)
    layers = [_tile_layer(next(ids), name, gids) for name, gids in built.painted.layers.items()]
    layers.append(_object_layer(next(ids), built))
    width, height = built.painted.tileset.tile_size
    return {
        "type": "map", **_VERSION, "class": "level", "orientation": "orthogonal", "renderorder": "right-down",
        "width": built.tilemap.width, "height": built.tilemap.height, "tilewidth": width, "tileheight": height,
        "infinite": False, "compressionlevel": -1,
        "nextlayerid": next(ids), "nextobjectid": len(built.tilemap.objects) + 1,
        "properties": _properties(map_properties(built)),
        "tilesets": [_tileset(built.painted.tileset, _walkable(built))],
        "layers": layers,
    }  # fmt: skip


def map_properties(built: BuiltLevel) -> dict[str, Scalar]:
    """Where a map comes from and what it holds; the seed is a text, as Tiled's integers have 32 bits."""
    level = built.level
    return {
        "name": built.recipe.name,
        "seed": str(built.seed),
        "recipe_sha256": built.recipe.digest,
        "levelgen_version": __version__,
        "rooms": level.graph.rooms,
        "walls": level.graph.walls,
        "opened": int(level.open.sum()),
        "loops": level.loops,
        "dead_ends": len(level.dead_ends),
        "treasures": len(level.marked("treasure")),
        **built.tilemap.properties,
    }


def _tile_layer(number: int, name: str, gids: NDArray[np.uint32]) -> Json:
    height, width = gids.shape
    return {"id": number, "name": name, "type": "tilelayer", "width": width, "height": height, "x": 0, "y": 0,
            "opacity": 1, "visible": True, "data": np.ascontiguousarray(gids).reshape(-1)}  # fmt: skip


def _object_layer(number: int, built: BuiltLevel) -> Json:
    objects = list(_objects(built))
    return {"id": number, "name": "marks", "type": "objectgroup", "x": 0, "y": 0, "opacity": 1, "visible": True,
            "draworder": "topdown", "objects": objects}  # fmt: skip


def _objects(built: BuiltLevel) -> Iterator[Json]:
    width, height = built.painted.tileset.tile_size
    for number, (thing, gid) in enumerate(zip(built.tilemap.objects, built.painted.object_gids, strict=True), 1):
        yield {"id": number, "name": thing.kind, "type": thing.kind, **_shape(thing, gid, width, height),
               "rotation": 0, "visible": True, "properties": _properties(thing.properties)}  # fmt: skip


def _shape(thing: MapObject, gid: int, width: int, height: int) -> Json:
    if gid:
        return {
            "gid": gid,
            "x": thing.x * width,
            "y": (thing.y + 1) * height,
            "width": width,
            "height": height,
        }
    return {"point": True, "x": thing.x * width + width / 2, "y": thing.y * height + height / 2,
            "width": 0, "height": 0}  # fmt: skip


def _tileset(tileset: TileSet, walkable: Mapping[str, bool]) -> Json:
    tiles = [
        {
            "id": number,
            "type": role,
            "properties": _properties({"walkable": walkable[role]} if role in walkable else {}),
        }
        for number, role in enumerate(tileset.tiles)
        if role
    ]
    return {
        "firstgid": FIRST_GID, "name": tileset.name, "image": tileset.image_name,
        "imagewidth": tileset.image_size[0], "imageheight": tileset.image_size[1],
        "tilewidth": tileset.tile_size[0], "tileheight": tileset.tile_size[1],
        "tilecount": len(tileset.tiles), "columns": tileset.columns,
        "margin": tileset.margin, "spacing": tileset.spacing, "tiles": tiles,
    }  # fmt: skip


def _walkable(built: BuiltLevel) -> dict[str, bool]:
    """Whether one can stand on the tiles of each class: what a reader of the map goes by."""
    return {role.name: role.walkable for role in built.tilemap.roles if role.name != "empty"}


def _properties(values: Mapping[str, Scalar]) -> list[Json]:
    return [{"name": name, "type": _type(name, value), "value": value} for name, value in values.items()]


def _type(name: str, value: Scalar) -> str:
    for kind, word in _TYPES:
        if isinstance(value, kind):
            if kind is float and not np.isfinite(value):
                raise GenerationError(f"property '{name}' is {value}; Tiled has no such number")
            return word
    raise GenerationError(
        f"property '{name}' is of type {type(value).__name__}; it must be true/false, a number or a text"
    )
