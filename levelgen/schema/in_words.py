"""JSON Schemas of parameters in words, for people: `whole number from 1 to 64`, `far | near | random`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Form = Mapping[str, Any]

_NOUNS = {
    "integer": "whole number",
    "number": "number",
    "array": "list",
    "object": "mapping",
    "boolean": "true | false",
    "string": "text",
}
_SHARE = "0% to 100%"


def values(form: Form, definitions: Form) -> str:
    """What a value may be; `definitions` are those that the form's references name."""
    if "$ref" in form:
        form = definitions.get(form["$ref"].rpartition("/")[2], {})
    if "anyOf" in form:
        return " or ".join(values(choice, definitions) for choice in form["anyOf"] if choice.get("type") != "null")
    if "enum" in form or "const" in form:
        return " | ".join(map(spelled, form.get("enum", [form.get("const")])))
    if "prefixItems" in form:
        return "[" + ", ".join(values(item, definitions) for item in form["prefixItems"]) + "]"
    if isinstance(form.get("type"), list):
        return " or ".join(values({**form, "type": kind}, definitions) for kind in form["type"] if kind != "null")
    if form.get("type") == "string":
        return _text(form)
    return f"{_NOUNS.get(form.get('type', ''), 'anything')}{_bounds(form)}"


def spelled(value: object) -> str:
    """A value as a recipe would have it."""
    if value is None or isinstance(value, bool):
        return {None: "–", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {spelled(inner)}" for key, inner in value.items()) + "}"
    return "[" + ", ".join(map(spelled, value)) + "]" if isinstance(value, list | tuple) else str(value)


def with_examples(text: str, examples: Iterable[Any]) -> str:
    """Not as the keyword `examples`, from which editors offer `[object Object]`."""
    told = ", ".join(f"`{spelled(example)}`" for example in examples)
    return f"{text}\n\nFor example: {told}" if told else text


def _text(form: Form) -> str:
    pattern = form.get("pattern", "")
    return _SHARE if pattern.endswith("%$") else f"text {pattern}".strip()


def _bounds(form: Form) -> str:
    low = form.get("minimum", form.get("exclusiveMinimum"))
    high = form.get("maximum", form.get("exclusiveMaximum"))
    words = [f"from {low}" if low is not None else "", f"to {high}" if high is not None else ""]
    return " " + " ".join(filter(None, words)) if any(words) else ""
