"""Whole worlds for Tiled: a .world file that lays the chunks' maps side by side, or one infinite map of all.

Each chunk gives its parts of such a file; the build puts together all first parts, then all second ones, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson

from levelgen.errors import GenerationError
from levelgen.level import Scalar
from levelgen.pipeline import BuiltLevel
from levelgen.version import __version__
from levelgen.world import Site
from levelgen_exporters.tiled_map import Form, Gids, Json, document, properties_of

Parts = tuple[bytes, ...]


def has_end(built: BuiltLevel) -> Site | None:
    """Where the level lies in a world that can be written whole; None where it stands alone or there is no end."""
    return built.site if built.site and built.site.rows else None


def world_file(built: BuiltLevel, site: Site, ending: str) -> Parts:
    """This chunk's parts of a .world file: its map, and where it lies in pixels.

    Source: Tiled's manual, "Working with Worlds".
    """
    across, down = built.painted.tileset.tile_size
    entry = {
        "fileName": f"{built.stem}{ending}",
        "x": site.origin[0] * across,
        "y": site.origin[1] * down,
        "width": built.tilemap.width * across,
        "height": built.tilemap.height * down,
    }
    head = b'{"maps":[\n' if site.number == 0 else b""
    tail = b'\n],"onlyShowAdjacentMaps":false,"type":"world"}\n' if site.is_last else b",\n"
    return head, orjson.dumps(entry) + tail


def whole_map(built: BuiltLevel, site: Site, form: Form) -> Parts:
    """This chunk's parts of one infinite .tmj of the world: its tiles are a chunk of each layer in Tiled's sense, too.

    The lines that two chunks share are written once. In the object layer a rectangle stands for each chunk.
    """
    whole = document(built, replace(form, data=lambda gids: {}, infinite=False))
    *tile_layers, marks = whole.pop("layers")
    parts = [_head(built, site, whole)]
    for layer, gids in zip(tile_layers, built.painted.layers.values(), strict=True):
        parts.append(_part(site, {**layer, **_size(built, site), "startx": 0, "starty": 0}, "chunks",
                           *_chunk(built, site, gids, form), more=True))  # fmt: skip
    objects = list(_objects(built, site, marks["objects"]))
    parts.append(_part(site, {**marks, "objects": None}, "objects", {}, objects, more=False))
    return *parts, b"]}\n" if site.is_last else b""


def _head(built: BuiltLevel, site: Site, whole: Json) -> bytes:
    if site.number:
        return b""
    said: dict[str, Scalar] = {
        "name": built.recipe.name,
        "seed": str(built.seed),
        "recipe_sha256": built.recipe.digest,
        "levelgen_version": __version__,
        "world_rows": site.rows,
        "world_columns": site.columns,
    }
    last = site.rows * site.columns * _stride(built) + 1
    head = {**whole, **_size(built, site), "class": "world", "infinite": True, "nextobjectid": last}
    return orjson.dumps({**head, "properties": properties_of(said)})[:-1] + b',"layers":['


def _part(site: Site, layer: Json, key: str, shared: Json, entries: list[Json], more: bool) -> bytes:
    """Entries of a layer's list `key`; before the first chunk's its other keys, behind the last chunk's its end."""
    plain = {name: value for name, value in layer.items() if name != key}
    head = orjson.dumps({**plain, **shared})[:-1] + f',"{key}":['.encode() if site.number == 0 else b",\n"
    text = b",".join(orjson.dumps(entry, option=orjson.OPT_SERIALIZE_NUMPY) for entry in entries)
    return head + text + ((b"]}," if more else b"]}") if site.is_last else b"")


def _chunk(built: BuiltLevel, site: Site, gids: Gids, form: Form) -> tuple[Json, list[Json]]:
    """The keys that all chunks of the layer share, and this one."""
    border = built.tilemap.border
    row, column = site.chunk
    kept = gids[: None if row == site.rows - 1 else -border, : None if column == site.columns - 1 else -border]
    data = form.data(kept)
    shared: Json = {key: data.pop(key) for key in ("encoding", "compression") if key in data}
    place = {"x": site.origin[0], "y": site.origin[1], "width": kept.shape[1], "height": kept.shape[0]}
    return shared, [{**place, **data}]


def _size(built: BuiltLevel, site: Site) -> Json:
    tilemap = built.tilemap
    return {
        "width": site.columns * (tilemap.width - tilemap.border) + tilemap.border,
        "height": site.rows * (tilemap.height - tilemap.border) + tilemap.border,
    }


def _objects(built: BuiltLevel, site: Site, things: list[Json]) -> Iterator[Json]:
    """A rectangle for the chunk, and its objects, moved to where they lie in the world."""
    across, down = built.painted.tileset.tile_size
    x, y = site.origin[0] * across, site.origin[1] * down
    first = site.number * _stride(built) + 1
    if len(things) >= _stride(built):
        raise GenerationError(f"{len(things)} objects in a chunk are too many for one map; leave out 'infinite'")
    size: dict[str, Any] = {"width": built.tilemap.width * across, "height": built.tilemap.height * down}
    name = f"{site.chunk[0]},{site.chunk[1]}"
    yield {"id": first, "name": name, "type": "", "x": x, "y": y, **size, "rotation": 0, "visible": True,
           "properties": []}  # fmt: skip
    for number, thing in enumerate(things, first + 1):
        yield {**thing, "id": number, "x": thing["x"] + x, "y": thing["y"] + y}


def _stride(built: BuiltLevel) -> int:
    """How many ids of objects each chunk has to itself."""
    return int(built.level.graph.rooms) + 2
