"""Three-way merging of objects: marks by kind and room, the team's own as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from levelgen_exporters.merging.layers import layers_of, named_layer
from levelgen_exporters.merging.values import chosen, merge_properties

Json = dict[str, Any]
Key = tuple[str, object, int]

_SHAPE = ("x", "y", "width", "height", "gid", "point", "rotation")


def merge_objects(base: Json, edited: Json, rebuilt: Json) -> Iterator[str]:
    """Merge the marks into `edited`; yields conflicts.

    A mark of the base is the edited one of its id, which Tiled keeps, and the rebuilt one of its kind and room, or of
    its kind where each side has one such. What was taken away by hand stays away; new marks get new ids, and those
    of `rebuilt` become the same, so that it can be the next base.
    """
    built, new = (_things(document) for document in (base, rebuilt))
    single = _single(built) & _single(new)
    marks, now = ({_key(thing, keys, single): thing for thing in things} for things, keys in
                  ((built, Counter[Any]()), (new, Counter[Any]())))  # fmt: skip
    mine = {thing.get("id"): thing for thing in _things(edited)}
    for key, mark in marks.items():
        if mark.get("id") in mine:
            yield from _merge(mark, mine[mark.get("id")], now.get(key), edited)
    kept = {key: mark["id"] for key, mark in marks.items() if mark.get("id") in mine}
    for key, thing in now.items():
        thing["id"] = kept[key] if key in kept else _new_id(edited)
    _add([thing for key, thing in now.items() if key not in marks], edited, rebuilt)


def _things(document: Json) -> list[Json]:
    things = [thing for layer in layers_of(document, "objectgroup") for thing in layer["objects"]]
    for thing in things:
        thing["type"] = thing.get("type") or thing.pop("class", "")
    return things


def _single(things: list[Json]) -> set[str]:
    return {kind for kind, count in Counter(thing["type"] for thing in things).items() if count == 1}


def _key(thing: Json, seen: Counter[Any], single: set[str]) -> Key:
    room = None if thing["type"] in single else _room(thing)
    seen[thing["type"], room] += 1
    return thing["type"], room, seen[thing["type"], room]


def _room(thing: Json) -> object:
    return next((p["value"] for p in thing.get("properties", []) if p["name"] == "room"), None)


def _title(thing: Json) -> str:
    room = _room(thing)
    return str(thing["type"]) if room is None else f"{thing['type']} of room {room}"


def _merge(built: Json, mine: Json, new: Json | None, edited: Json) -> Iterator[str]:
    if new is None:
        if _meaning(mine) != _meaning(built):
            yield f"{_title(built)} was changed by hand, and the recipe places none there any more; yours is kept"
        else:
            for layer in layers_of(edited, "objectgroup"):
                layer["objects"] = [thing for thing in layer["objects"] if thing is not mine]
        return
    shape, both = chosen(*map(_shape, (built, mine, new)))
    if both:
        yield f"{_title(built)} was moved or reshaped by hand and by the recipe; yours is kept"
    for key in _SHAPE:
        mine.pop(key, None)
    mine |= shape
    for key in ("name", "type", "visible"):
        mine[key], both = chosen(built.get(key), mine.get(key), new.get(key))
        if both:
            yield f"{key} of {_title(built)} was changed by hand and by the recipe; yours is kept"
    yield from merge_properties(_title(built), built, mine, new)


def _shape(thing: Json) -> Json:
    return {key: thing[key] for key in _SHAPE if key in thing}


def _meaning(thing: Json) -> tuple[object, ...]:
    properties = {p["name"]: p["value"] for p in thing.get("properties", [])}
    return _shape(thing), thing.get("name"), thing["type"], thing.get("visible"), properties


def _add(things: list[Json], edited: Json, rebuilt: Json) -> None:
    """Add new marks to the layer of the marks, made anew where it was taken away."""
    if not things:
        return
    name = next(layer["name"] for layer in layers_of(rebuilt, "objectgroup") if things[0] in layer["objects"])
    layer = named_layer(name, "objectgroup", edited)
    if layer is None:
        layer = {**(named_layer(name, "objectgroup", rebuilt) or {}), "objects": [], "id": edited["nextlayerid"]}
        edited["nextlayerid"] += 1
        edited["layers"].append(layer)
    layer["objects"] += things


def _new_id(edited: Json) -> int:
    edited["nextobjectid"] += 1
    return int(edited["nextobjectid"]) - 1
