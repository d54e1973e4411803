"""Merging Tiled JSON maps: the team's edits laid on what a changed recipe makes."""

from __future__ import annotations

from typing import Any

import orjson

from levelgen.complaint import reason, spelled
from levelgen.errors import GenerationError
from levelgen.merged import Merged
from levelgen_exporters.merging.cells import merge_tile_layers
from levelgen_exporters.merging.objects import merge_objects
from levelgen_exporters.merging.tilesets import merge_tilesets
from levelgen_exporters.merging.values import merge_properties
from levelgen_exporters.tiled_map import CHUNK
from levelgen_exporters.tmj_frame import Frame, frame

Json = dict[str, Any]

_FIXED = ("width", "height", "tilewidth", "tileheight", "orientation", "infinite")
_MOST_PLACES = 1 << 26


def tmj(base: bytes, edited: bytes, rebuilt: bytes) -> Merged:
    """The edited .tmj, with what the recipe changed since `base` taken from `rebuilt`.

    Three-way: a tile by its layer and place, a mark by its kind and room, a property by its name. What only one side
    changed is taken from it; of what both changed the team's is kept, and a conflict says so. All else of the edited
    map (layers, objects, properties of the team's own, view settings, encodings) stays as it is.
    GenerationError where the maps differ in size, tile size, orientation or being infinite.
    """
    try:
        documents = [_document(data) for data in (base, edited, rebuilt)]
        _check_sizes(*documents)
        frame = _common_frame(documents, sum(map(len, (base, edited, rebuilt))))
        conflicts = [*merge_tilesets(*documents, frame=frame), *merge_tile_layers(*documents, frame=frame),
                     *merge_objects(*documents), *merge_properties("the map", *documents)]  # fmt: skip
        data, new_base = (orjson.dumps(each, option=orjson.OPT_SERIALIZE_NUMPY) + b"\n" for each in documents[1:])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise GenerationError(f"a map that cannot be merged: {reason(error)}") from error
    return Merged(data, new_base, tuple(conflicts))


def _document(data: bytes) -> Json:
    document = orjson.loads(data)
    if not isinstance(document, dict) or document.get("type") != "map":
        raise ValueError("no Tiled map")
    return document


def _check_sizes(base: Json, edited: Json, rebuilt: Json) -> None:
    for key in _FIXED:
        before, mine, after = (document.get(key) for document in (base, edited, rebuilt))
        if key in ("width", "height") and edited.get("infinite"):
            mine = before  # of an infinite map Tiled writes what it likes
        if not mine == before == after:
            said = f"{spelled(before)} as built, {spelled(mine)} as edited, {spelled(after)} by the recipe now"
            raise GenerationError(f"{key} is {said}; edits can only be kept where it stays the same")


def _common_frame(documents: list[Json], size: int) -> Frame:
    """The part of the plane that holds all three maps, whole chunks of it where they are infinite."""
    frames = [frame(document, size) for document in documents]
    if not documents[1].get("infinite"):
        return frames[1]
    left, top = (min(each[side] for each in frames) // CHUNK * CHUNK for side in (0, 1))
    right, bottom = (max(each[side] + each[side + 2] for each in frames) for side in (0, 1))
    width, height = (-(-length // CHUNK) * CHUNK for length in (right - left, bottom - top))
    if width * height > _MOST_PLACES:
        raise ValueError(f"tiles that lie {width} × {height} apart")
    return left, top, width, height
