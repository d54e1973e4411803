"""Reading Tiled JSON maps back, also after somebody has edited them in Tiled."""

from __future__ import annotations

import base64
import binascii
import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from levelgen.errors import Place, Problem, RecipeError
from levelgen.tilemap import ROLES, SOLID, MapObject, Role, TileMap

Json = dict[str, Any]

_ID_BITS = 0x0FFFFFFF
_MOST_TILES = 1 << 24
_UNKNOWN = Role("", False, "")
_WALKABLE = {role.name: role.walkable for role in ROLES}
_UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": zlib.decompress, "gzip": gzip.decompress}


def tmj(path: Path) -> TileMap:
    """The tile map of a finite .tmj file with embedded tilesets, in any of the usual layer encodings.

    A tile's role is its class; one can walk on it when its property `walkable` says so, else when
    levelgen's role of that name can be walked on. Hidden layers and layers without tiles do not count.
    The graph is not in the file: every walkable tile belongs to room 0.
    Raises RecipeError where the file is no such map, with what is wrong.
    """
    try:
        return _tilemap(_document(path))
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
    if document.get("infinite"):
        raise ValueError("an infinite map; in Tiled, Map > Map Properties > Infinite: off")
    return document


def _tilemap(document: Json) -> TileMap:
    shape = (document["height"], document["width"])
    roles, role_of_gid = _roles(document["tilesets"])
    layers: dict[str, NDArray[np.uint16]] = {}
    objects: list[MapObject] = []
    for layer in _flat(document["layers"]):
        if layer["type"] == "tilelayer" and layer.get("visible", True):
            layers[f"{len(layers)} {layer['name']}"] = role_of_gid(_gids(layer, shape))
        elif layer["type"] == "objectgroup":
            objects += [_object(thing, document) for thing in layer["objects"] if thing.get("type", thing.get("class"))]
    if not layers:
        raise ValueError("no visible tile layer")
    free = TileMap(layers, np.zeros(shape, np.int32), np.zeros((0, 2), np.int32), tuple(roles)).walkable
    owner = np.where(free, 0, SOLID).astype(np.int32)
    place = np.argwhere(free)[:1, ::-1].astype(np.int32)
    properties = {p["name"]: p["value"] for p in document.get("properties", [])}
    return TileMap(layers, owner, place, tuple(roles), objects=tuple(objects), properties=properties)


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
    ends = [ts["firstgid"] + ts["tilecount"] for ts in map(_embedded, tilesets)]
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


def _embedded(tileset: Json) -> Json:
    if "source" in tileset:
        raise ValueError(f"tileset {tileset['source']} is not embedded; in Tiled, Map > Embed Tilesets")
    return tileset


def _role(tile: Json) -> Role:
    name = str(tile.get("type") or tile.get("class") or "")
    said = {p["name"]: p["value"] for p in tile.get("properties", [])}
    return Role(name, bool(said.get("walkable", _WALKABLE.get(name, False))), "")


def _gids(layer: Json, shape: tuple[int, int]) -> NDArray[np.uint32]:
    data = layer["data"]
    if isinstance(data, str):
        data = np.frombuffer(_unpacked(data, layer.get("compression", "")), "<u4")
    gids = np.asarray(data, dtype=np.uint32)
    if gids.size != shape[0] * shape[1]:
        raise ValueError(f"layer '{layer['name']}' has {gids.size} tiles, the map {shape[1]} × {shape[0]}")
    return gids.reshape(shape)


def _unpacked(text: str, compression: str) -> bytes:
    if compression not in _UNPACK:
        raise ValueError(f"compression '{compression}'; in Tiled, set Tile Layer Format to CSV or zlib")
    try:
        return _UNPACK[compression](base64.b64decode(text, validate=True))
    except (binascii.Error, zlib.error, OSError, EOFError) as error:
        raise ValueError(f"layer data that cannot be unpacked: {error}") from None


def _object(thing: Json, document: Json) -> MapObject:
    """An object on the tile that it stands on; a tile object is anchored at its bottom left corner."""
    x = thing["x"] + thing["width"] / 2
    y = thing["y"] + (-thing["height"] if "gid" in thing else thing["height"]) / 2
    properties = {p["name"]: p["value"] for p in thing.get("properties", [])}
    kind = thing.get("type") or thing["class"]
    return MapObject(kind, int(x // document["tilewidth"]), int(y // document["tileheight"]), properties)


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
