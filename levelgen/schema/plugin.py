"""The JSON Schema of a plug-in's parameters."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from levelgen.docstrings import paragraphs, told_of
from levelgen.parameters import Amount
from levelgen.plugins import Plugin

Json = dict[str, Any]


def parameters_schema(plugin: Plugin) -> Json:
    """A plug-in's parameters with what its docstring tells of them, ranges, defaults and examples."""
    with plugin.named():
        form, inner = form_of(plugin.model, f"{plugin.kind.key}.{plugin.name}")
    return {**form, "$defs": inner} if inner else form


def example_of(plugin: Plugin) -> Any:
    """A step as a recipe may have it: the bare name, or with the first example of each parameter that it needs.

    Where that is not enough, the example of one parameter more. None where there are no such examples.
    """
    schema = parameters_schema(plugin)
    examples = {name: form["examples"][0] for name, form in schema["properties"].items() if form.get("examples")}
    needed = {name: examples[name] for name in schema.get("required", []) if name in examples}
    for given in (needed, *({**needed, name: value} for name, value in examples.items())):
        if not plugin.read(given)[1]:
            return {plugin.name: given} if given else plugin.name
    return None


def form_of(model: type[BaseModel], prefix: str) -> tuple[Json, Json]:
    """The schema of a model, and those that it refers to, by names that begin with the prefix."""
    schema = model.model_json_schema(schema_generator=_Schema, ref_template=f"#/$defs/{prefix}.{{model}}")
    inner = schema.pop("$defs", {})
    return schema, {f"{prefix}.{name}": form for name, form in inner.items()}


class _Schema(GenerateJsonSchema):
    """Pydantic's schema without made-up titles, with defaults as a recipe has them and help from docstrings."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def encode_default(self, dft: Any) -> Any:
        if isinstance(dft, Amount):
            return dft.count if dft.share is None else str(dft)
        return super().encode_default(dft)

    def model_schema(self, schema: core_schema.ModelSchema) -> Json:
        made = super().model_schema(schema)
        made.pop("title", None)
        text = made.get("description", "")
        properties: Json = made.get("properties", {})
        told = told_of(text, properties)
        made["description"] = paragraphs(text)
        made["properties"] = {name: _told(inner, told.get(name)) for name, inner in properties.items()}
        return made


def _told(field: Json, said: str | None) -> Json:
    """A field with its description first, and without the default that only says that it may be left out."""
    kept = {key: value for key, value in field.items() if (key, value) != ("default", None)}
    return {"description": said, **kept} if said and "description" not in kept else kept
