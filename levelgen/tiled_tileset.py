"""Tiled's tilesets, .tsj (JSON) and .tsx (XML), as far as levelgen needs them: tiles, classes, wang sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelgen.errors import Place, Problem, RecipeError
from levelgen.neighbours import ALL, CORNERS, EDGES, reduced
from levelgen.tileset import Look, Variant

ENDINGS = (".tsj", ".tsx")
LARGEST_FILE = 16 << 20
_SEES = {"edge": EDGES, "corner": CORNERS, "mixed": ALL}


@dataclass(frozen=True)
class WangSet:
    """A terrain set: colours by name, and which of them each tile shows towards its eight neighbours."""

    name: str
    sees: int
    colors: tuple[str, ...]
    tiles: tuple[tuple[int, tuple[int, ...]], ...]
    chances: Mapping[int, float]

    def look(self, color: str) -> Look | None:
        """The look of a role by the tiles that show this colour; None where there are none."""
        if color not in self.colors:
            return None
        number = self.colors.index(color) + 1
        tiles: dict[int, tuple[Variant, ...]] = {}
        for tile, shown in self.tiles:
            mask = sum(1 << bit for bit, c in enumerate(shown) if c == number) & self.sees
            if mask and (self.sees != ALL or mask == reduced(mask)):
                tiles[mask] = (*tiles.get(mask, ()), Variant(tile, self.chances.get(tile, 1.0)))
        return Look(tiles, self.sees) if tiles else None


@dataclass(frozen=True)
class TiledTileSet:
    """A tileset file: sizes in pixels, the image's path as written, the class of each tile, wang sets."""

    path: Path
    name: str
    image: str
    tile_size: tuple[int, int]
    margin: int
    spacing: int
    classes: Mapping[int, str]
    wangsets: tuple[WangSet, ...]


def read_tiled_tileset(path: Path) -> TiledTileSet:
    """The tileset of a .tsj or .tsx file; RecipeError in one line where it is none."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"larger than {LARGEST_FILE >> 20} MiB")
        data = path.read_bytes()
        return _tileset(path, xml_tileset(data) if path.suffix == ".tsx" else _json(data))
    except OSError as error:
        raise _mistake(path, f"cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise _mistake(path, f"not a tileset that levelgen reads: {what}") from None


def _tileset(path: Path, document: dict[str, Any]) -> TiledTileSet:
    sizes = [_whole(document.get(key, 0)) for key in ("tilewidth", "tileheight", "margin", "spacing")]
    if not document.get("image") or min(sizes[:2]) < 1 or min(sizes) < 0 or max(sizes) > 4096:
        raise ValueError("it must be made of one image, with tiles of 1 to 4096 pixels")
    tiles = document.get("tiles", [])
    classes = {_whole(tile["id"]): _class(tile) for tile in tiles if _class(tile)}
    chances = {_whole(tile["id"]): float(tile["probability"]) for tile in tiles if "probability" in tile}
    sets = tuple(_wangset(wang, chances) for wang in document.get("wangsets", []))
    width, height, margin, spacing = sizes
    return TiledTileSet(path, str(document.get("name", path.stem)), str(document["image"]), (width, height),
                        margin, spacing, classes, sets)  # fmt: skip


def _whole(value: Any) -> int:
    number = int(value)
    if number != value or not 0 <= number < 1 << 24:
        raise ValueError(f"{value!r} is not a whole number in range")
    return number


def _class(tile: dict[str, Any]) -> str:
    """Its class, or its custom property `role`."""
    said = {p["name"]: p["value"] for p in tile.get("properties", [])}
    return str(tile.get("type") or tile.get("class") or said.get("role") or "")


def _wangset(wang: dict[str, Any], chances: Mapping[int, float]) -> WangSet:
    colors = [(str(color["name"]), float(color.get("probability", 1))) for color in wang["colors"]]
    tiles = tuple((_whole(tile["tileid"]), tuple(map(_whole, tile["wangid"]))) for tile in wang["wangtiles"])
    if any(len(shown) != 8 for _, shown in tiles) or wang["type"] not in _SEES:
        raise ValueError(f"wang set '{wang.get('name')}' needs type corner, edge or mixed, and eight colours a tile")
    return WangSet(str(wang["name"]), _SEES[wang["type"]], tuple(name for name, _ in colors), tiles, dict(chances))


def _json(data: bytes) -> dict[str, Any]:
    import orjson

    document = orjson.loads(data)
    if not isinstance(document, dict):
        raise ValueError("no JSON object")
    return document


def xml_tileset(data: bytes) -> dict[str, Any]:
    """A .tsx in the shape of a .tsj; ValueError where it is no XML."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, LookupError) as error:  # LookupError: of an encoding that nobody knows
        raise ValueError(f"no XML: {error}") from None
    return xml_tileset_of(root)


def xml_tileset_of(root: Any) -> dict[str, Any]:
    """A `tileset` element in the shape of a .tsj."""
    image = root.find("image")
    document: dict[str, Any] = {**root.attrib, "image": "" if image is None else image.attrib["source"]}
    for key in ("tilewidth", "tileheight", "margin", "spacing", "tilecount"):
        document[key] = int(root.attrib.get(key, 0))
    document["tiles"] = [_xml_tile(tile) for tile in root.iter("tile")]
    document["wangsets"] = [_xml_wangset(wang) for wang in root.iter("wangset")]
    return document


def _xml_tile(tile: Any) -> dict[str, Any]:
    return {**tile.attrib, "id": int(tile.attrib["id"]), "properties": xml_properties(tile)}


def xml_properties(element: Any) -> list[dict[str, Any]]:
    """The custom properties of an element, with values of their types."""
    return [{"name": p.attrib["name"], "value": _xml_value(p)} for p in element.findall("properties/property")]


def _xml_value(element: Any) -> bool | int | float | str:
    text = str(element.attrib.get("value", element.text or ""))
    kind = element.attrib.get("type", "string")
    if kind == "bool":
        return text == "true"
    return int(text) if kind == "int" else float(text) if kind == "float" else text


def _xml_wangset(wang: Any) -> dict[str, Any]:
    tiles = [{"tileid": int(tile.attrib["tileid"]), "wangid": [int(c) for c in tile.attrib["wangid"].split(",")]}
             for tile in wang.iter("wangtile")]  # fmt: skip
    return {**wang.attrib, "colors": [color.attrib for color in wang.iter("wangcolor")], "wangtiles": tiles}


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
