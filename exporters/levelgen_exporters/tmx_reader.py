"""Reading Tiled XML maps back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from defusedxml.ElementTree import fromstring

from levelgen.errors import Place, Problem, RecipeError
from levelgen.tiled_tileset import xml_properties, xml_tileset_of
from levelgen.tilemap import TileMap
from levelgen_exporters.tmj import read_map

Json = dict[str, Any]


def tmx(path: Path) -> TileMap:
    """The tile map of a .tmx file in any of Tiled's layer encodings, finite or infinite; else as `tmj`."""
    return read_map(path, _document)


def _document(path: Path) -> Json:
    """The map in the shape of Tiled's JSON."""
    from xml.etree.ElementTree import ParseError

    try:
        root = fromstring(path.read_bytes(), forbid_dtd=True)
    except OSError as error:
        raise RecipeError([Problem(Place(str(path)), f"cannot be read: {error.strerror}")]) from None
    except ParseError as error:
        raise RecipeError([Problem(Place(str(path), *error.position), f"not XML: {error}")]) from None
    if root.tag != "map":
        raise ValueError("no Tiled map")
    numbers = {key: int(root.attrib[key]) for key in ("width", "height", "tilewidth", "tileheight")}
    return {"type": "map", "orientation": root.attrib["orientation"], **numbers,
            "infinite": root.attrib.get("infinite") == "1", "properties": xml_properties(root),
            "tilesets": [_tileset(tileset) for tileset in root.findall("tileset")],
            "layers": _layers(root)}  # fmt: skip


def _tileset(element: Any) -> Json:
    first = int(element.attrib["firstgid"])
    if "source" in element.attrib:
        return {"firstgid": first, "source": element.attrib["source"]}
    return {**xml_tileset_of(element), "firstgid": first}


def _layers(parent: Any) -> list[Json]:
    kinds = {"layer": _tile_layer, "objectgroup": _object_layer, "group": _group}
    return [kinds[element.tag](element) for element in parent if element.tag in kinds]


def _common(element: Any, kind: str) -> Json:
    return {"type": kind, "name": element.attrib.get("name", ""), "visible": element.attrib.get("visible") != "0"}


def _group(element: Any) -> Json:
    return {**_common(element, "group"), "layers": _layers(element)}


def _tile_layer(element: Any) -> Json:
    data = element.find("data")
    if data is None:
        raise ValueError(f"layer '{element.attrib.get('name', '')}' has no data")
    layer = {**_common(element, "tilelayer"), "compression": data.attrib.get("compression", "")}
    encoding = data.attrib.get("encoding", "")
    chunks = [{**{key: int(chunk.attrib[key]) for key in ("x", "y", "width", "height")}, "data": _data(chunk, encoding)}
              for chunk in data.findall("chunk")]  # fmt: skip
    return {**layer, "chunks": chunks} if chunks else {**layer, "data": _data(data, encoding)}


def _data(element: Any, encoding: str) -> Any:
    text = element.text or ""
    if encoding == "base64":
        return text
    if encoding == "csv":
        return [int(number) for number in text.replace("\n", "").split(",") if number.strip()]
    return [int(tile.attrib.get("gid", 0)) for tile in element.findall("tile")]


def _object_layer(element: Any) -> Json:
    return {**_common(element, "objectgroup"), "objects": [_object(thing) for thing in element.findall("object")]}


def _object(element: Any) -> Json:
    numbers = {key: float(element.attrib.get(key, 0)) for key in ("x", "y", "width", "height")}
    gid = {"gid": int(element.attrib["gid"])} if "gid" in element.attrib else {}
    kind = element.attrib.get("type") or element.attrib.get("class", "")
    return {**numbers, **gid, "type": kind, "properties": xml_properties(element)}
