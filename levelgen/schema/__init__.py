"""The JSON Schema of recipes, by which editors check, complete and explain them.

Made of the keys' table and of the plug-ins that there are: their signatures give types, ranges and defaults,
their docstrings the help.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from levelgen.bounds import FORM
from levelgen.docstrings import paragraphs
from levelgen.parameters import engines_of
from levelgen.plugins import KINDS, Plugin, Registry
from levelgen.reading.declared import Declared
from levelgen.reading.table import KEYS, PARTIAL, STATISTICS
from levelgen.schema.in_words import with_examples
from levelgen.schema.parameter import open_to_parameters
from levelgen.schema.plugin import Json, form_of
from levelgen.schema.step import step_form, whole_form

DIALECT = "https://json-schema.org/draft/2020-12/schema"
STEPS = tuple(kind for kind in KINDS if kind not in ("measures", "readers", "mergers"))
"""The kinds of plug-ins that recipes name."""


def recipe_schema(plugins: Registry) -> Json:
    """The JSON Schema (2020-12) of the recipes that these plug-ins can make; PluginError where one cannot be loaded.

    A recipe that extends another one, or has a matrix, may leave out what comes from there; all others are whole.
    """
    found = {kind: [plugins.find(kind, name) for name in plugins.names(kind)] for kind in STEPS}
    whole = {"not": {"anyOf": [{"required": [key]} for key in PARTIAL]}}
    return {
        "$schema": DIALECT,
        "title": "levelgen recipe",
        "description": "A level recipe: a level that is connected by construction.",
        "type": "object",
        "properties": dict(_properties()),
        "additionalProperties": False,
        "required": [key.name for key in KEYS.values() if key.needed == "always"],
        "if": whole,
        "then": {
            "required": [key.name for key in KEYS.values() if key.needed == "alone"],
            "properties": {key.name: _whole(key.form) for key in KEYS.values() if _kind(key.form)},
        },
        "$defs": _definitions(found, plugins),
    }


def _properties() -> Iterable[tuple[str, Json]]:
    """Every key, and behind a list its sister that adds to one."""
    for key in KEYS.values():
        form = open_to_parameters(key.form) if key.may_be_set else dict(key.form)
        yield key.name, {"description": with_examples(key.help, key.examples), **form}
        if key.form.get("type") == "array":
            yield f"{key.name}+", {"description": f"Added to the list of `{key.name}` of the recipe extended.", **form}


def _kind(form: Any) -> str:
    """The kind of plug-in whose step, or list of steps, a key holds."""
    name = str(form.get("items", form).get("$ref", "")).removeprefix("#/$defs/")
    return name if name in STEPS else ""


def _whole(form: Any) -> Json:
    reference = {"$ref": f"#/$defs/whole.{_kind(form)}"}
    return {"items": reference} if "items" in form else reference


def _definitions(found: dict[str, list[Plugin]], plugins: Registry) -> Json:
    definitions: Json = {}
    for kind, members in found.items():
        step, inner = step_form(KINDS[kind], members)
        definitions |= {kind: step, **inner, f"whole.{kind}": whole_form(KINDS[kind], members)}
    tileset, inner = _tileset()
    definitions |= {"tileset": tileset, **inner}
    opened = {name: open_to_parameters(form) for name, form in definitions.items()}
    return {
        **opened,
        "target": open_to_parameters(_target(found["exporters"])),
        "parameter": _parameter(),
        "require": _of_measures(plugins, FORM),
        "gates": _of_measures(plugins, _SPREAD),
    }


def _tileset() -> tuple[Json, Json]:
    """A file, or a mapping."""
    from levelgen.tileset_file import TileSetForm

    form, inner = form_of(TileSetForm, "tileset")
    return {**form, "type": ["string", "object"]}, inner


def _parameter() -> Json:
    """A default, or a mapping that says more."""
    form, _ = form_of(Declared, "parameter")
    return {**form, "type": ["object", "string", "number", "boolean"]}


_SPREAD = {"type": "object", "minProperties": 1, "properties": dict.fromkeys(STATISTICS, FORM),
           "additionalProperties": False}  # fmt: skip


def _of_measures(plugins: Registry, asked: Mapping[str, Any]) -> Json:
    """What is asked of each measure that is named."""
    measures = [plugins.find("measures", name) for name in plugins.names("measures")]
    ranges = {plugin.name: {"description": paragraphs(plugin.help), **asked} for plugin in measures}
    form = {"type": "object", "minProperties": 1, "properties": ranges, "additionalProperties": False}
    return open_to_parameters(form)


def _target(exporters: list[Plugin]) -> Json:
    engines = sorted({engine for plugin in exporters for engine in engines_of(plugin.function)})
    one: Json = {"enum": engines} if engines else {"type": "string"}
    return {"anyOf": [{"type": "array", "items": one}, one]}
