"""How Godot's text formats spell values and names, and what all our scenes call their nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite

from levelgen.errors import GenerationError
from levelgen.level import Scalar
from levelgen.pipeline import BuiltLevel
from levelgen.tilemap import MapObject

_NOT_IN_NAMES = re.compile(r'[.:@/"%\\\x00-\x1f]')
_NOT_IN_KEYS = re.compile(r"[^A-Za-z0-9_]")


def value(key: str, thing: Scalar) -> str:
    """A value as Godot writes it; a whole number of more than 64 bits becomes a text."""
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, int):
        return str(thing) if -(2**63) <= thing < 2**63 else f'"{thing}"'
    if isinstance(thing, float):
        if not isfinite(thing):
            raise GenerationError(f"property '{key}' is {thing}; Godot's files have no such number")
        return repr(thing)
    if isinstance(thing, str):
        return quoted(thing)
    raise GenerationError(
        f"property '{key}' is of type {type(thing).__name__}; it must be true/false, a number or a text"
    )


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(thing: float) -> str:
    """A number without a needless `.0`."""
    return str(int(thing)) if thing == int(thing) else repr(float(thing))


def vector(x: float, y: float) -> str:
    """A Vector2."""
    return f"Vector2({number(x)}, {number(y)})"


def metadata(values: Mapping[str, Scalar]) -> dict[str, str]:
    """Key → spelled value; keys become identifiers, as Godot takes no others."""
    return {identifier(key): value(key, thing) for key, thing in values.items()}


def identifier(key: str) -> str:
    """A key in which all but ASCII letters, digits and `_` have become `_`."""
    plain = _NOT_IN_KEYS.sub("_", key)
    return f"_{plain}" if not plain or plain[0].isdigit() else plain


def node_names(wanted: Iterable[str], taken: Iterable[str] = ()) -> Iterator[str]:
    """Names of brothers: without what Godot forbids, and counted from 2 where one comes again."""
    used = dict.fromkeys(taken, 1)
    for name in wanted:
        plain = _NOT_IN_NAMES.sub("_", name) or "_"
        count = used.get(plain, 0) + 1
        while count > 1 and f"{plain}{count}" in used:
            count += 1
        used[plain] = count
        unique = plain if count == 1 else f"{plain}{count}"
        used.setdefault(unique, 1)
        yield unique


def marks(built: BuiltLevel) -> Iterator[tuple[str, MapObject, str]]:
    """Name, mark and position, the middle of its tile in pixels, for each mark of a level."""
    width, height = built.painted.tileset.tile_size
    things = built.tilemap.objects
    for name, thing in zip(node_names(thing.kind for thing in things), things, strict=True):
        yield name, thing, vector((thing.x + 0.5) * width, (thing.y + 0.5) * height)
