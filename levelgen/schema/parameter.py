"""JSON Schemas that also take `$name`, the recipe's own parameters, wherever a value may stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from levelgen.schema.in_words import values
from levelgen.schema.plugin import Json

_LEAVES = {"integer", "number", "boolean", "array"}


def open_to_parameters(form: Mapping[str, Any]) -> Json:
    """The form, taking a text that begins with `$` in place of any value.

    Where a value has a type of its own, the editor's complaint names it by `errorMessage`: "expected: whole number
    from 1 to 64" instead of a type that the recipe's author never heard of.
    """
    inside = {key: _inside(key, value) for key, value in form.items()}
    if "enum" in form or "const" in form:
        return _choice(inside)
    kinds = _types(form)
    if "string" in kinds:
        return inside if "pattern" not in form else {**inside, "pattern": rf"^\$|{form['pattern']}"}
    if not kinds:
        return inside
    told = {"errorMessage": f"expected: {values(form, {})}"} if _LEAVES & set(kinds) else {}
    return {**inside, **told, "type": [*kinds, "string"], "pattern": r"^\$"}


def _inside(key: str, value: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: open_to_parameters(form) for name, form in value.items()}
    if key in ("items", "additionalProperties") and isinstance(value, Mapping):
        return open_to_parameters(value)
    return [open_to_parameters(form) for form in value] if key in ("prefixItems", "anyOf") else value


def _types(form: Mapping[str, Any]) -> list[str]:
    kinds = form.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _choice(form: Json) -> Json:
    """A choice of words as a pattern; editors offer what `defaultSnippets` lists. All other choices as they are."""
    words = form.get("enum", ())
    if not words or not all(isinstance(word, str) for word in words):
        return form
    return {
        **{key: value for key, value in form.items() if key != "enum"},
        "type": "string",
        "pattern": rf"^\$|^({'|'.join(map(re.escape, words))})$",
        "errorMessage": f"expected: {values(form, {})}",
        "defaultSnippets": [{"label": word, "body": word} for word in words],
    }
