"""One list of tilesets for three maps: the same tile gets the same gid in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen_exporters.merging.layers import layers_of
from levelgen_exporters.tmj import gids_of
from levelgen_exporters.tmj_frame import Frame

Json = dict[str, Any]
Gids = NDArray[np.uint32]

_ID_BITS = np.uint32(0x0FFFFFFF)


def merge_tilesets(*documents: Json, frame: Frame) -> Iterator[str]:
    """Give base, edited and rebuilt map one list of tilesets, their layers and objects its gids; yields conflicts.

    Afterwards each tile layer has its gids as an array under the key `gids`.
    """
    for document in documents:
        for layer in layers_of(document, "tilelayer"):
            layer["gids"] = gids_of(layer, *frame)
    base, edited, rebuilt = ({_name(t): t for t in document["tilesets"]} for document in documents)
    merged = []
    for name in dict.fromkeys([*edited, *rebuilt]):
        taken = edited.get(name, rebuilt.get(name, {}))
        if name in base and name in edited and name in rebuilt and _facts(rebuilt[name]) != _facts(base[name]):
            if _facts(edited[name]) == _facts(base[name]):
                taken = rebuilt[name]
            else:
                yield f"tileset {name} was changed by hand and by the recipe; yours is kept"
        merged.append({**taken, "firstgid": edited[name]["firstgid"] if name in edited else 0})
    spans = [max(_span(document, name) for document in documents) for name in map(_name, merged)]
    _number(merged, spans)
    firsts = {_name(tileset): tileset["firstgid"] for tileset in merged}
    for document in documents:
        _renumber(document, firsts)
    documents[1]["tilesets"] = merged
    documents[2]["tilesets"] = [{**tileset, "firstgid": firsts[name]} for name, tileset in rebuilt.items()]


def _name(tileset: Json) -> str:
    return str(tileset.get("name") or PurePosixPath(tileset.get("source", "")).stem)


def _facts(tileset: Json) -> Json:
    """What a tileset is, apart from its number in a map and from how a program spells it."""
    keys = ("source", "image", "imagewidth", "imageheight", "tilewidth", "tileheight", "margin", "spacing", "tilecount")
    tiles = {t["id"]: (t.get("type") or t.get("class") or "", {p["name"]: p["value"] for p in t.get("properties", [])})
             for t in tileset.get("tiles", [])}  # fmt: skip
    return {**{key: tileset.get(key) for key in keys}, "tiles": tiles}


def _span(document: Json, name: str) -> int:
    """How many gids a tileset needs: its tiles, or as many as the map uses where it stands in a file of its own."""
    firsts = sorted(tileset["firstgid"] for tileset in document["tilesets"])
    for tileset in document["tilesets"]:
        if _name(tileset) == name:
            first = tileset["firstgid"]
            end = min((other for other in firsts if other > first), default=1 << 28)
            used = max((int(ids[ids < end].max(initial=0)) for ids in _all_ids(document)), default=0)
            return int(max(used - first + 1, tileset.get("tilecount", 1), 1))
    return 1


def _all_ids(document: Json) -> Iterator[Gids]:
    for layer in layers_of(document, "tilelayer"):
        yield layer["gids"] & _ID_BITS
    for layer in layers_of(document, "objectgroup"):
        yield np.array([thing["gid"] for thing in layer["objects"] if "gid" in thing], np.uint32) & _ID_BITS


def _number(tilesets: list[Json], spans: list[int]) -> None:
    """Keep the first gids that fit, and give the others new ones, so that no two tilesets overlap."""
    free = 1
    for tileset, span in zip(tilesets, spans, strict=True):
        tileset["firstgid"] = max(tileset["firstgid"], free)
        free = tileset["firstgid"] + span


def _renumber(document: Json, firsts: dict[str, int]) -> None:
    old = sorted((tileset["firstgid"], firsts[_name(tileset)]) for tileset in document["tilesets"]
                 if _name(tileset) in firsts)  # fmt: skip
    before = np.array([first for first, _ in old], np.int64)
    moved = np.array([new - first for first, new in old], np.int64)

    def of(gids: Gids) -> Gids:
        ids = (gids & _ID_BITS).astype(np.int64)
        which = np.searchsorted(before, ids, side="right") - 1
        if (which[ids > 0] < 0).any():
            raise ValueError(f"tile {int(ids[ids > 0].min())} is in no tileset")
        new = np.where(ids > 0, ids + moved[np.maximum(which, 0)], 0) if len(old) else ids
        return (gids & ~_ID_BITS) | new.astype(np.uint32)

    for layer in layers_of(document, "tilelayer"):
        layer["gids"] = of(layer["gids"])
    for layer in layers_of(document, "objectgroup"):
        for thing in layer["objects"]:
            if "gid" in thing:
                thing["gid"] = int(of(np.array([thing["gid"]], np.uint32))[0])
