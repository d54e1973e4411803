"""Tiled XML maps (.tmx), which SuperTiled2Unity, Bevy, libGDX, MonoGame, pytmx and others read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal
from xml.sax.saxutils import quoteattr

from levelgen.errors import GenerationError
from levelgen.files import Content
from levelgen.parameters import read_by
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.tiled_data import comma_rows, packed
from levelgen_exporters.tiled_map import Form, Gids, Json, Orientation, document, tileset_of
from levelgen_exporters.tiled_world import has_end, world_file

Encoding = Literal["csv", "base64", "zlib", "gzip", "zstd"]

_ENGINES: dict[str, dict[str, tuple[Any, ...]]] = {
    "tiled": {},
    "pytiled_parser": {},
    "pytmx": {"encoding": ("csv", "base64", "zlib", "gzip"), "infinite": (False,)},
}
_ELEMENTS = {"tilesets", "layers", "properties", "data", "chunks", "objects", "tiles", "point"}
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


@read_by(_ENGINES)
def tmx(
    built: BuiltLevel,
    *,
    encoding: Encoding = "csv",
    tileset: Literal["embedded", "external"] = "embedded",
    orientation: Orientation = "orthogonal",
    infinite: bool = False,
) -> Mapping[str, Content]:
    """NAME.tmx, and the tileset's image beside it.

    encoding: csv, or base64, plain or packed by zlib, gzip or zstd. tileset: embedded, or external in a
    .tsx that levels share. orientation, infinite: as for `tiled`. A world's chunks are a map each, and
    NAME.tmx.world lays them side by side in Tiled.
    Source: Tiled's "TMX Map Format", 1.10.
    """
    painted = built.painted
    shared = f"{painted.tileset.name}.tsx" if tileset == "external" else ""
    form = Form(lambda gids: _data(gids, encoding), orientation, infinite, shared)
    files: dict[str, Content] = {
        ".tmx": (_HEAD + "".join(_map(document(built, form)))).encode(),
        **painted.tileset.files(),
    }
    if site := has_end(built):
        if orientation != "orthogonal":
            raise GenerationError(f"a world's maps cannot lie side by side in '{orientation}'; leave 'orientation' out")
        files[f"{site.stem}.tmx.world"] = world_file(built, site, ".tmx")
    if shared:
        alone = {"version": "1.10", "tiledversion": "1.10.2", **tileset_of(built)}
        files[shared] = (_HEAD + "".join(_tileset({k: v for k, v in alone.items() if k != "firstgid"}))).encode()
    return files


def _data(gids: Gids, encoding: Encoding) -> Json:
    if encoding == "csv":
        return {"encoding": "csv", "data": comma_rows(gids, b",\n").decode("ascii")}
    return packed(gids, encoding)


def _attributes(values: Json) -> str:
    """The plain values of an object as attributes; what XML writes as elements is left to others."""
    plain = {key: value for key, value in values.items() if key not in _ELEMENTS}
    return "".join(f" {key}={quoteattr(_spelled(value))}" for key, value in plain.items())


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) and value == int(value) else str(value)


def _map(values: Json) -> Iterator[str]:
    attributes = {key: value for key, value in values.items() if key not in ("type", "compressionlevel")}
    yield f"<map{_attributes(attributes)}>\n"
    yield from _properties(values["properties"])
    for tileset in values["tilesets"]:
        yield from _tileset(tileset)
    for layer in values["layers"]:
        yield from _tile_layer(layer) if layer["type"] == "tilelayer" else _object_layer(layer)
    yield "</map>\n"


def _properties(values: list[Json]) -> Iterator[str]:
    if values:
        yield "<properties>\n"
        for entry in values:
            value = str(entry["value"]).lower() if entry["type"] == "bool" else str(entry["value"])
            kept = {"name": entry["name"], "type": entry["type"], "value": value}
            yield f"<property{_attributes(kept)}/>\n"
        yield "</properties>\n"


def _tileset(values: Json) -> Iterator[str]:
    plain = {key: value for key, value in values.items() if not key.startswith("image")}
    if "source" in values:
        yield f"<tileset{_attributes(plain)}/>\n"
        return
    yield f"<tileset{_attributes(plain)}>\n"
    size = f'width="{values["imagewidth"]}" height="{values["imageheight"]}"'
    yield f"<image source={quoteattr(values['image'])} {size}/>\n"
    for tile in values["tiles"]:
        yield f"<tile{_attributes(tile)}>\n"
        yield from _properties(tile["properties"])
        yield "</tile>\n"
    yield "</tileset>\n"


def _tile_layer(values: Json) -> Iterator[str]:
    kept = {key: value for key, value in values.items() if key in ("id", "name", "width", "height")}
    compression = f' compression="{values["compression"]}"' if values.get("compression") else ""
    yield f"<layer{_attributes(kept)}>\n"
    yield f'<data encoding="{values["encoding"]}"{compression}>\n'
    if "data" in values:
        yield f"{values['data']}\n"
    for chunk in values.get("chunks", ()):
        yield f"<chunk{_attributes(chunk)}>\n{chunk['data']}\n</chunk>\n"
    yield "</data>\n</layer>\n"


def _object_layer(values: Json) -> Iterator[str]:
    yield f'<objectgroup id="{values["id"]}" name={quoteattr(values["name"])}>\n'
    for thing in values["objects"]:
        kept = {key: value for key, value in thing.items() if key not in ("rotation", "visible")}
        kept = {key: value for key, value in kept.items() if key not in ("width", "height") or value}
        yield f"<object{_attributes(kept)}>\n"
        yield from _properties(thing["properties"])
        yield "<point/>\n" if thing.get("point") else ""
        yield "</object>\n"
    yield "</objectgroup>\n"
