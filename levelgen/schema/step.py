"""The JSON Schema of a step: the name of a plug-in, or {name: {parameters}}."""

from __future__ import annotations

import re
from typing import Any

from levelgen.complaint import listed
from levelgen.docstrings import summary
from levelgen.plugins import Kind, Plugin
from levelgen.schema.in_words import with_examples
from levelgen.schema.plugin import Json, example_of, parameters_schema

_VERSION = "@[1-9][0-9]*"
"""An older version of a plug-in, such as `kruskal@1`; what its parameters are is left to the reader."""


def step_form(kind: Kind, plugins: list[Plugin]) -> tuple[Json, Json]:
    """A step of a kind, of which anything may be left out, and the definitions that its plug-ins need.

    Not an `anyOf` of a text and a mapping: editors then say of a misspelt parameter that a text was expected. Nor a
    plain `maxProperties`: an editor that counts the name that is being typed then offers none.
    """
    schemas = {plugin.name: parameters_schema(plugin) for plugin in plugins}
    inner: Json = {}
    for schema in schemas.values():
        inner |= schema.pop("$defs", {})
    names = "|".join(map(re.escape, schemas))
    form = {
        "title": kind.noun,
        "type": ["string", "object"],
        "pattern": f"^({names})({_VERSION})?$",
        "patternErrorMessage": f"no {kind.noun} of this name; there is {listed(list(schemas))}",
        "minProperties": 1,
        "if": {"type": "object", "minProperties": 2},
        "then": {"maxProperties": 1},
        "additionalProperties": False,
        "patternProperties": {f"^({names}){_VERSION}$": {"type": ["object", "null"]}},
        "properties": {plugin.name: _parameters(plugin, schemas[plugin.name]) for plugin in plugins},
        "defaultSnippets": [
            {"label": name, "body": name, "description": summary(schema["description"])}
            for name, schema in schemas.items()
            if not schema.get("required")
        ],
    }
    return form if form["defaultSnippets"] else {k: v for k, v in form.items() if k != "defaultSnippets"}, inner


def whole_form(kind: Kind, plugins: list[Plugin]) -> Json:
    """What a step must have besides, where it stands on its own."""
    needed = {plugin.name: parameters_schema(plugin).get("required") for plugin in plugins}
    unable = [name for name, names in needed.items() if names]
    such_as = ", ".join(f"'{name}'" for name in unable)
    form: Json = {"properties": {name: {"type": "object", "required": needed[name]} for name in unable}}
    if unable:
        form["pattern"] = f"^(?!({'|'.join(map(re.escape, unable))})$)"
        form["patternErrorMessage"] = f"needs parameters, as {such_as} do: {{name: {{parameters}}}}"
    return {"title": kind.noun, **form}


def _parameters(plugin: Plugin, schema: Json) -> Json:
    """A plug-in's parameters, none of which must be there, with an example."""
    example: Any = example_of(plugin)
    kept = {key: value for key, value in schema.items() if key != "required"}
    kept["description"] = with_examples(kept["description"], [] if example is None else [example])
    return {**kept, "type": ["object", "null"]}
