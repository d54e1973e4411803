"""Three-way merging of tile layers, place by place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.complaint import some
from levelgen_exporters.merging.layers import add_layer, layers_of, named_layer, remove_layer, same_layer
from levelgen_exporters.tiled_data import packed
from levelgen_exporters.tiled_map import CHUNK
from levelgen_exporters.tmj_frame import Frame

Json = dict[str, Any]
Gids = NDArray[np.uint32]


def merge_tile_layers(base: Json, edited: Json, rebuilt: Json, *, frame: Frame) -> Iterator[str]:
    """Merge all tile layers, of gids that mean the same on all sides, into `edited`; yields conflicts.

    The layers of `rebuilt` get the ids that they have there.
    """
    below: Json | None = None
    for layer in layers_of(rebuilt, "tilelayer"):
        built = named_layer(layer["name"], "tilelayer", base)
        mine = same_layer(built, edited) if built else named_layer(layer["name"], "tilelayer", edited)
        layer["id"] = edited["nextlayerid"] if mine is None else mine["id"]
        edited["nextlayerid"] += mine is None
        if built is not None and mine is not None:
            yield from _merge(built, mine, layer, frame)
        elif built is None and mine is None:
            add_layer(edited, dict(layer), below)
        elif built is not None:
            if not np.array_equal(layer["gids"], built["gids"]):
                yield f"layer {layer['name']} was taken away by hand and changed by the recipe; it stays away"
        else:
            yield f"layer {layer['name']} is new by hand and by the recipe; yours is kept"
        below = mine or below
    yield from _given_up(base, edited, rebuilt, frame)
    for layer in [*layers_of(edited, "tilelayer"), *layers_of(rebuilt, "tilelayer")]:
        _pack(layer, frame, bool(edited.get("infinite")))


def _merge(built: Json, mine: Json, new: Json, frame: Frame) -> Iterator[str]:
    changed = mine["gids"] != built["gids"]
    both = changed & (new["gids"] != built["gids"]) & (new["gids"] != mine["gids"])
    mine["gids"] = np.where(changed, mine["gids"], new["gids"])
    if both.any():
        where = some(_places(both, frame))
        yield f"layer {mine['name']}: changed by hand and by the recipe at {where}; yours are kept"


def _given_up(base: Json, edited: Json, rebuilt: Json, frame: Frame) -> Iterator[str]:
    """Layers that the recipe makes no longer go, but for the tiles that were edited."""
    for built in layers_of(base, "tilelayer"):
        mine = same_layer(built, edited)
        if mine is not None and named_layer(built["name"], "tilelayer", rebuilt) is None:
            changed = mine["gids"] != built["gids"]
            mine["gids"] = np.where(changed, mine["gids"], 0).astype(np.uint32)
            if changed.any():
                where = some(_places(changed, frame))
                yield f"layer {mine['name']}: the recipe makes none any more; your tiles at {where} stay"
            else:
                remove_layer(edited, mine)


def _places(mask: NDArray[np.bool_], frame: Frame) -> list[str]:
    left, top, *_ = frame
    return [f"{x + left},{y + top}" for y, x in np.argwhere(mask).tolist()]


def _pack(layer: Json, frame: Frame, infinite: bool) -> None:
    """Spell the layer's gids as it spelled its tiles before."""
    gids = layer.pop("gids")
    if not infinite:
        layer["data"] = _spelled(gids, layer)
        return
    left, top, width, height = frame
    layer["chunks"] = [
        {"x": left + x, "y": top + y, "width": CHUNK, "height": CHUNK, "data": _spelled(part, layer)}
        for y in range(0, height, CHUNK)
        for x in range(0, width, CHUNK)
        if (part := gids[y : y + CHUNK, x : x + CHUNK]).any()
    ]


def _spelled(gids: Gids, layer: Json) -> Any:
    if layer.get("encoding") != "base64":
        return np.ascontiguousarray(gids).reshape(-1)
    return packed(gids, layer.get("compression") or "base64")["data"]
