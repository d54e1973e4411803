"""Three-way merging of named values: properties of maps and objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
_NONE = object()


def chosen(base: Any, edited: Any, rebuilt: Any) -> tuple[Any, bool]:
    """What is taken, the team's where it changed something, and whether both sides changed it to different things."""
    if edited == base:
        return rebuilt, False
    return edited, rebuilt not in (base, edited)


def merge_properties(title: str, base: Json, edited: Json, rebuilt: Json) -> Iterator[str]:
    """Merge the custom properties of a map or an object into `edited`; yields conflicts."""
    sides = [{p["name"]: p for p in owner.get("properties", [])} for owner in (base, edited, rebuilt)]
    merged = {}
    for name in dict.fromkeys([*sides[1], *sides[2]]):
        values = [_value(side, name) for side in sides]
        _, both = chosen(*values)
        if both:
            yield f"property '{name}' of {title} is {_said(values[1])} by hand, {_said(values[2])} by the recipe"
        taken = sides[2] if values[1] == values[0] else sides[1]
        if name in taken:
            merged[name] = taken[name]
    edited["properties"] = list(merged.values())
    if not merged:
        del edited["properties"]


def _value(side: Mapping[str, Json], name: str) -> Any:
    return side[name]["value"] if name in side else _NONE


def _said(value: Any) -> str:
    return "gone" if value is _NONE else repr(value)
