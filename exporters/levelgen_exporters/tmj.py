"""Reading Tiled JSON maps back, also after somebody has edited them in Tiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from levelgen.errors import Place, Problem, RecipeError
from levelgen.tiled_tileset import LARGEST_FILE, xml_tileset
from levelgen.tilemap import ROLES, SOLID, MapObject, Role, TileMap
from levelgen_exporters.tiled_data import unpacked

Json = dict[str, Any]

_ID_BITS = 0x0FFFFFFF
_MOST_TILES = 1 << 24
_MOST_SIDE = 1 << 20
_MOST_PLACES = 1 << 28
_UNKNOWN = Role("", False, "")
_WALKABLE = {role.name: role.walkable for role in ROLES}


def tmj(path: Path) -> TileMap:
    """The tile map of a .tmj file in any of Tiled's layer encodings, finite or infinite.

    A tile's role is its class; one can walk on it when its property `walkable` says so, else when
    levelgen's role of that name can be walked on. Hidden layers and layers without tiles do not count.
    The graph is not in the file: every walkable tile belongs to room 0.
    Raises RecipeError where the file is no such map, with what is wrong.
    """
    return read_map(path, _document)


def read_map(path: Path, document_of: Callable[[Path], Json]) -> TileMap:
    """The tile map of a document in the shape of Tiled's JSON; RecipeError in one line where it is none."""
    try:
        return _tilemap(document_of(path), path)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        what = f"key {error} is missing" if isinstance(error, KeyError) else str(error)
        raise _mistake(path, f"not a map that levelgen reads: {what}") from None


def _document(path: Path) -> Json:
    try:
        document = orjson.loads(path.read_bytes())
    except OSError as error:
        raise _mistake(path, f"cannot be read: {error.strerror}") from None
    except orjson.JSONDecodeError as error:
        raise RecipeError([Problem(Place(str(path), error.lineno, error.colno), f"not JSON: {error.msg}")]) from None
    if not isinstance(document, dict) or document.get("type") != "map":
        raise ValueError("no Tiled map")
    return document


def _tilemap(document: Json, path: Path) -> TileMap:
    tilesets = [external(tileset, path) for tileset in document["tilesets"]]
    roles, role_of_gid = _roles(tilesets)
    left, top, width, height = _frame(document)
    layers: dict[str, NDArray[np.uint16]] = {}
    objects: list[MapObject] = []
    for layer in _flat(document["layers"]):
        if layer["type"] == "tilelayer" and layer.get("visible", True):
            layers[f"{len(layers)} {layer['name']}"] = role_of_gid(_gids(layer, left, top, width, height))
        elif layer["type"] == "objectgroup":
            things = [thing for thing in layer["objects"] if thing.get("type") or thing.get("class")]
            objects += [_object(thing, document, left, top) for thing in things]
    if not layers:
        raise ValueError("no visible tile layer")
    free = TileMap(layers, np.zeros((height, width), np.int32), np.zeros((0, 2), np.int32), tuple(roles)).walkable
    owner = np.where(free, 0, SOLID).astype(np.int32)
    place = np.argwhere(free)[:1, ::-1].astype(np.int32)
    properties = {p["name"]: p["value"] for p in document.get("properties", [])}
    return TileMap(layers, owner, place, tuple(roles), objects=tuple(objects), properties=properties)


def _frame(document: Json) -> tuple[int, int, int, int]:
    """Left, top, width and height of the map; an infinite one is as large as its chunks, and empty around them."""
    chunks = [chunk for layer in _flat(document["layers"]) for chunk in layer.get("chunks", [])]
    if not document.get("infinite") or not chunks:
        left, top, width, height = 0, 0, document["width"], document["height"]
    else:
        left, top = min(chunk["x"] for chunk in chunks) - 1, min(chunk["y"] for chunk in chunks) - 1
        width = max(chunk["x"] + chunk["width"] for chunk in chunks) - left + 1
        height = max(chunk["y"] + chunk["height"] for chunk in chunks) - top + 1
    if not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE and width * height <= _MOST_PLACES):
        raise ValueError(f"a map of {width} × {height} tiles")
    return left, top, width, height


def _flat(layers: list[Json]) -> Iterator[Json]:
    """All layers, those in groups too, from the lowest to the highest."""
    waiting = layers[::-1]
    while waiting:
        layer = waiting.pop()
        if layer["type"] == "group":
            waiting += layer["layers"][::-1] if layer.get("visible", True) else []
        else:
            yield layer


def _roles(tilesets: list[Json]) -> tuple[list[Role], Callable[[NDArray[np.uint32]], NDArray[np.uint16]]]:
    """The roles that tiles play, and the function from gids to indices into them."""
    roles = {ROLES[0]: 0, _UNKNOWN: 1}
    ends = [tileset["firstgid"] + tileset["tilecount"] for tileset in tilesets]
    if max(ends, default=0) > _MOST_TILES:
        raise ValueError(f"tilesets of more than {_MOST_TILES} tiles")
    table = np.zeros(max(ends, default=1), np.uint16)
    for tileset in tilesets:
        first, count = tileset["firstgid"], tileset["tilecount"]
        table[first : first + count] = roles[_UNKNOWN]
        for tile in tileset.get("tiles", []):
            table[first + tile["id"]] = roles.setdefault(_role(tile), len(roles))

    def of(gids: NDArray[np.uint32]) -> NDArray[np.uint16]:
        numbers = gids & _ID_BITS
        if numbers.size and numbers.max() >= len(table):
            raise ValueError(f"tile {int(numbers.max())} is in no tileset")
        found: NDArray[np.uint16] = table[numbers]
        return found

    return list(roles), of


def external(tileset: Json, path: Path) -> Json:
    """The tileset itself, where the map only names its file."""
    if "source" not in tileset:
        return tileset
    file = path.parent / tileset["source"]
    try:
        data = file.read_bytes() if file.stat().st_size <= LARGEST_FILE else b""
    except OSError as error:
        raise ValueError(f"tileset {tileset['source']} cannot be read: {error.strerror}") from None
    found = xml_tileset(data) if file.suffix == ".tsx" else orjson.loads(data)
    return {**found, "firstgid": tileset["firstgid"]}


def _role(tile: Json) -> Role:
    name = str(tile.get("type") or tile.get("class") or "")
    said = {p["name"]: p["value"] for p in tile.get("properties", [])}
    return Role(name, bool(said.get("walkable", _WALKABLE.get(name, False))), "")


def _gids(layer: Json, left: int, top: int, width: int, height: int) -> NDArray[np.uint32]:
    if "chunks" not in layer:
        return _numbers(layer["data"], layer, width, height)
    gids = np.zeros((height, width), np.uint32)
    for chunk in layer["chunks"]:
        x, y, w, h = chunk["x"] - left, chunk["y"] - top, chunk["width"], chunk["height"]
        gids[y : y + h, x : x + w] = _numbers(chunk["data"], layer, w, h)
    return gids


def _numbers(data: Any, layer: Json, width: int, height: int) -> NDArray[np.uint32]:
    if isinstance(data, str):
        data = unpacked(data, layer.get("compression", ""), 4 * width * height)
    gids = np.asarray(data, dtype=np.uint32)
    if gids.size != width * height:
        raise ValueError(f"layer '{layer['name']}' has {gids.size} tiles, the map {width} × {height}")
    return gids.reshape(height, width)


def _object(thing: Json, document: Json, left: int, top: int) -> MapObject:
    """An object on the tile that it stands on; a tile object is anchored at its bottom left corner."""
    width, height = document["tilewidth"], document["tileheight"]
    x = thing["x"] + thing["width"] / 2
    y = thing["y"] + (-thing["height"] if "gid" in thing else thing["height"]) / 2
    if document["orientation"] == "isometric":
        width = height
    if document["orientation"] == "staggered":
        row = round(2 * y / height - 1)
        x, y = x - (row % 2) * width / 2, row * height
    properties = {p["name"]: p["value"] for p in thing.get("properties", [])}
    kind = thing.get("type") or thing["class"]
    return MapObject(kind, int(x // width) - left, int(y // height) - top, properties)


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
