"""A level as a Tiled map, in the shape of Tiled's JSON: what .tmj and .tmx both spell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from levelgen import measures
from levelgen.errors import GenerationError
from levelgen.level import Scalar
from levelgen.paint import FIRST_GID
from levelgen.pipeline import BuiltLevel
from levelgen.tilemap import MapObject
from levelgen.tileset import TileSet
from levelgen.version import __version__

Json = dict[str, Any]
Gids = NDArray[np.uint32]
Orientation = Literal["orthogonal", "isometric", "staggered"]

CHUNK = 16

_SHOWN = (measures.rooms, measures.walls, measures.opened, measures.loops, measures.dead_ends, measures.treasures)
_VERSION = {"version": "1.10", "tiledversion": "1.10.2"}
_TYPES: tuple[tuple[type, str], ...] = ((bool, "bool"), (int, "int"), (float, "float"), (str, "string"))


@dataclass(frozen=True)
class Form:
    """How a map is written: what stands for a layer's gids, the orientation, in chunks or as one, and
    the file of the tileset where it is not embedded."""

    data: Callable[[Gids], Json]
    orientation: Orientation = "orthogonal"
    infinite: bool = False
    tileset_file: str = ""


def document(built: BuiltLevel, form: Form) -> Json:
    """The map as Tiled's JSON has it; a tile layer's `data` is what `form.data` makes of its gids."""
    ids = count(1)
    layers = [_tile_layer(next(ids), name, gids, form) for name, gids in built.painted.layers.items()]
    layers.append(_object_layer(next(ids), built, form.orientation))
    width, height = grid_size(built.painted.tileset, form.orientation)
    staggered = {"staggeraxis": "y", "staggerindex": "odd"} if form.orientation == "staggered" else {}
    return {
        "type": "map", **_VERSION, "class": "level",
        "orientation": form.orientation, **staggered, "renderorder": "right-down",
        "width": built.tilemap.width, "height": built.tilemap.height, "tilewidth": width, "tileheight": height,
        "infinite": form.infinite, "compressionlevel": -1,
        "nextlayerid": next(ids), "nextobjectid": len(built.tilemap.objects) + 1,
        "properties": properties_of(map_properties(built)),
        "tilesets": [{"firstgid": FIRST_GID, "source": form.tileset_file} if form.tileset_file else tileset_of(built)],
        "layers": layers,
    }  # fmt: skip


def map_properties(built: BuiltLevel) -> dict[str, Scalar]:
    """Where a map comes from and what it holds; the seed is a text, as Tiled's integers have 32 bits."""
    level = built.level
    return {
        "name": built.recipe.name,
        "seed": str(built.seed),
        **({"attempt": built.attempt} if built.attempt else {}),
        "recipe_sha256": built.recipe.digest,
        "levelgen_version": __version__,
        **{measure.__name__: measure(level) for measure in _SHOWN},
        **built.tilemap.properties,
    }


def grid_size(tileset: TileSet, orientation: Orientation) -> tuple[int, int]:
    """Width and height of a place on the map, in pixels: a tile's, or half as high as wide where the grid is tilted."""
    width, height = tileset.tile_size
    return (width, height) if orientation == "orthogonal" else (width, width // 2)


def _tile_layer(number: int, name: str, gids: Gids, form: Form) -> Json:
    height, width = gids.shape
    layer = {"id": number, "name": name, "type": "tilelayer", "width": width, "height": height, "x": 0, "y": 0,
             "opacity": 1, "visible": True}  # fmt: skip
    if not form.infinite:
        return {**layer, **form.data(gids)}
    first, *_ = chunks = list(_chunks(gids, form))
    shared: Json = {key: first.pop(key) for key in ("encoding", "compression") if key in first}
    rest = [{key: value for key, value in chunk.items() if key not in shared} for chunk in chunks]
    whole = {"width": width + -width % CHUNK, "height": height + -height % CHUNK}  # Phaser makes room for so much
    return {**layer, **whole, "startx": 0, "starty": 0, **shared, "chunks": rest}


def _chunks(gids: Gids, form: Form) -> Iterator[Json]:
    """The layer in squares of 16 × 16, as Tiled cuts infinite maps; the outermost are filled up with no tiles."""
    height, width = gids.shape
    whole = np.pad(gids, ((0, -height % CHUNK), (0, -width % CHUNK)))
    for y in range(0, height, CHUNK):
        for x in range(0, width, CHUNK):
            part = whole[y : y + CHUNK, x : x + CHUNK]
            yield {"x": x, "y": y, "width": CHUNK, "height": CHUNK, **form.data(part)}


def _object_layer(number: int, built: BuiltLevel, orientation: Orientation) -> Json:
    objects = list(_objects(built, orientation))
    return {"id": number, "name": "marks", "type": "objectgroup", "x": 0, "y": 0, "opacity": 1, "visible": True,
            "draworder": "topdown", "objects": objects}  # fmt: skip


def _objects(built: BuiltLevel, orientation: Orientation) -> Iterator[Json]:
    tileset = built.painted.tileset
    pairs = zip(built.tilemap.objects, built.painted.object_gids, strict=True)
    for number, (thing, gid) in enumerate(pairs, 1):
        shape = _shape(thing, gid, *tileset.tile_size)
        if orientation != "orthogonal":
            shape = _point(*middle_of(thing.x, thing.y, *grid_size(tileset, orientation), orientation))
        yield {"id": number, "name": thing.kind, "type": thing.kind, **shape, "rotation": 0, "visible": True,
               "properties": properties_of(thing.properties)}  # fmt: skip


def middle_of(x: int, y: int, width: int, height: int, orientation: Orientation) -> tuple[float, float]:
    """The middle of a place in the pixels that objects are placed by.

    On an isometric map these run along its two axes, a place being one tile height long on each; on a
    staggered one they are those of the picture, where odd rows stand half a tile to the right.
    """
    if orientation == "isometric":
        return (x + 0.5) * height, (y + 0.5) * height
    if orientation == "staggered":
        return x * width + (y % 2) * width / 2 + width / 2, (y + 1) * height / 2
    return x * width + width / 2, y * height + height / 2


def _point(x: float, y: float) -> Json:
    return {"point": True, "x": x, "y": y, "width": 0, "height": 0}


def _shape(thing: MapObject, gid: int, width: int, height: int) -> Json:
    if gid:
        return {
            "gid": gid,
            "x": thing.x * width,
            "y": (thing.y + 1) * height,
            "width": width,
            "height": height,
        }
    return _point(*middle_of(thing.x, thing.y, width, height, "orthogonal"))


def tileset_of(built: BuiltLevel) -> Json:
    """The tileset as it stands in a map."""
    return _tileset(built.painted.tileset, tuple(_walkable(built).items()))


@lru_cache(maxsize=16)
def _tileset(tileset: TileSet, classes: tuple[tuple[str, bool], ...]) -> Json:
    walkable = dict(classes)
    tiles = [
        {
            "id": number,
            "type": role,
            "properties": properties_of({"walkable": walkable[role]} if role in walkable else {}),
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


def properties_of(values: Mapping[str, Scalar]) -> list[Json]:
    """Properties as Tiled's JSON has them; GenerationError where Tiled has no such value."""
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
