"""Reading Tiled JSON maps back, also after somebody has edited them in Tiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG
from typing import Any

import numpy as np
import orjson
from defusedxml.common import DefusedXmlException
from numpy.typing import NDArray

from levelgen.addons import project_of
from levelgen.complaint import spelled
from levelgen.errors import Place, Problem, RecipeError
from levelgen.settings import is_path, readable
from levelgen.tiled_tileset import LARGEST_FILE, xml_tileset
from levelgen.tilemap import ROLES, SOLID, MapObject, Role, TileMap
from levelgen_exporters.tiled_data import unpacked
from levelgen_exporters.tmj_frame import flat, frame

Json = dict[str, Any]

_ID_BITS = 0x0FFFFFFF
_MOST_TILES = 1 << 24
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
    except DefusedXmlException:
        raise _mistake(path, "not a map that levelgen reads: it declares XML entities, and Tiled writes none") from None
    except RecursionError:
        raise _mistake(path, "not a map that levelgen reads: it is nested too deeply") from None
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
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
    left, top, width, height = frame(document, path.stat().st_size)
    tilesets = [external(tileset, path) for tileset in document["tilesets"]]
    roles, role_of_gid = _roles(tilesets)
    layers: dict[str, NDArray[np.uint16]] = {}
    objects: list[MapObject] = []
    for layer in flat(document["layers"]):
        if layer["type"] == "tilelayer" and layer.get("visible", True):
            layers[f"{len(layers)} {layer['name']}"] = role_of_gid(gids_of(layer, left, top, width, height))
        elif layer["type"] == "objectgroup":
            things = [thing for thing in layer["objects"] if thing.get("type") or thing.get("class")]
            objects += [_object(thing, document, left, top) for thing in things]
    if not layers:
        raise ValueError("no visible tile layer")
    free = TileMap(layers, np.zeros((height, width), np.int32), np.zeros((0, 2), np.int32), tuple(roles)).walkable
    owner = np.where(free, 0, SOLID).astype(np.int32)
    place = np.argwhere(free)[:1, ::-1].astype(np.int32)
    return TileMap(layers, owner, place, tuple(roles), objects=tuple(objects), properties=_properties(document))


def _roles(tilesets: list[Json]) -> tuple[list[Role], Callable[[NDArray[np.uint32]], NDArray[np.uint16]]]:
    """The roles that tiles play, and the function from gids to indices into them."""
    roles = {ROLES[0]: 0, _UNKNOWN: 1}
    counts = [_count(tileset) for tileset in tilesets]
    ends = [tileset["firstgid"] + count for tileset, count in zip(tilesets, counts, strict=True)]
    if max([*ends, sum(counts)]) > _MOST_TILES:
        raise ValueError(f"tilesets of more than {_MOST_TILES} tiles")
    table = np.zeros(max(ends, default=1), np.uint16)
    for tileset, count in zip(tilesets, counts, strict=True):
        first = tileset["firstgid"]
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


def _count(tileset: Json) -> int:
    """How many ids a tileset takes; one of single images may have gaps, so that ids go beyond its tile count."""
    ids = [tile["id"] for tile in tileset.get("tiles", [])]
    if tileset["firstgid"] < 1 or min(ids, default=0) < 0 or tileset["tilecount"] < 0:
        raise ValueError(f"tileset '{tileset.get('name', '')}' has a tile with a number below zero")
    return int(max(tileset["tilecount"], *(number + 1 for number in ids)) if ids else tileset["tilecount"])


def external(tileset: Json, path: Path) -> Json:
    """The tileset itself, where the map only names its file, in the project's folder (of no project: the map's)."""
    if "source" not in tileset:
        return tileset
    if not is_path(tileset["source"]):
        raise ValueError(f"tileset {spelled(tileset['source'])} is no path of a file")
    file = (path.parent / tileset["source"]).resolve()
    if not readable(file, project_of(path) or path.parent):
        mend = "a file levelgen.toml, which may be empty, says which folder that is, and can list others"
        raise ValueError(f"tileset {tileset['source']} lies outside the project's folder; {mend}")
    try:
        if not S_ISREG(file.stat().st_mode) or file.stat().st_size > LARGEST_FILE:  # a pipe or a device never ends
            raise ValueError(f"tileset {tileset['source']} is no file of at most {LARGEST_FILE >> 20} MiB")
        data = file.read_bytes()
    except OSError as error:
        raise ValueError(f"tileset {tileset['source']} cannot be read: {error.strerror}") from None
    found = xml_tileset(data) if file.suffix == ".tsx" else orjson.loads(data)
    return {**found, "firstgid": tileset["firstgid"]}


def _role(tile: Json) -> Role:
    name = str(tile.get("type") or tile.get("class") or "")
    return Role(name, bool(_properties(tile).get("walkable", _WALKABLE.get(name, False))), "")


def gids_of(layer: Json, left: int, top: int, width: int, height: int) -> NDArray[np.uint32]:
    """uint32 (height, width): a tile layer's gids, in the part of the plane that begins at left, top."""
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
    kind = str(thing.get("type") or thing["class"])
    return MapObject(kind, int(x // width) - left, int(y // height) - top, _properties(thing))


def _properties(owner: Json) -> Json:
    return {str(p["name"]): p["value"] for p in owner.get("properties", [])}


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
