"""`levelgen plugins list` and `levelgen plugins show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from levelgen.addons import project_of
from levelgen.cli.console import mistake, say, table
from levelgen.complaint import did_you_mean
from levelgen.plugins import Plugin, registry

app = typer.Typer(help="The plug-ins that recipes can name.", no_args_is_help=True)


@app.command("list")
def list_plugins() -> None:
    """List every plug-in: kind, name, origin and what it makes; also those of add-ons that levelgen.toml enables."""
    rows = [(plugin.kind.noun, plugin.name, plugin.origin, _first_line(plugin)) for plugin in _all()]
    say(table([("kind", "name", "origin", ""), *rows]))


@app.command("show")
def show_plugin(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The plug-in's name.")],
) -> None:
    """Show a plug-in: kind, origin, help, and its parameters with ranges and defaults."""
    plugins = list(_all())
    found = [plugin for plugin in plugins if plugin.name == name]
    if not found:
        raise mistake(name, f"no plug-in of this name{did_you_mean(name, [plugin.name for plugin in plugins])}")
    for plugin in found:
        say(f"{plugin} of {plugin.origin}\n\n{plugin.help}\n")
        parameters = list(_parameters(plugin))
        say(table([("parameter", "values", "default"), *parameters]) if parameters else "no parameters")


def _all() -> Iterator[Plugin]:
    return iter(registry(project_of(Path.cwd() / "recipe.yaml")))


def _first_line(plugin: Plugin) -> str:
    return plugin.help.partition("\n")[0]


def _parameters(plugin: Plugin) -> Iterator[tuple[str, str, str]]:
    schema = plugin.model.model_json_schema()
    for name, field in schema.get("properties", {}).items():
        required = name in schema.get("required", [])
        yield name, _values(field, schema), "required" if required else _spelled(field.get("default"))


def _values(field: dict[str, Any], schema: dict[str, Any]) -> str:
    """What a parameter may be, in words, from its JSON Schema."""
    if "$ref" in field:
        field = schema["$defs"][field["$ref"].rpartition("/")[2]]
    if "anyOf" in field:
        return " or ".join(_values(choice, schema) for choice in field["anyOf"] if choice.get("type") != "null")
    if "enum" in field or "const" in field:
        return " | ".join(map(_spelled, field.get("enum", [field.get("const")])))
    if field.get("type") == "string":
        return {r"^\d+(\.\d+)?%$": "0% to 100%"}.get(
            field.get("pattern", ""), f"text {field.get('pattern', '')}".strip()
        )
    noun = {"integer": "whole number", "number": "number", "array": "list", "object": "mapping",
            "boolean": "true | false"}.get(field.get("type", ""), "anything")  # fmt: skip
    if "prefixItems" in field:
        return "[" + ", ".join(_values(item, schema) for item in field["prefixItems"]) + "]"
    return f"{noun}{_bounds(field)}"


def _bounds(field: dict[str, Any]) -> str:
    low = field.get("minimum", field.get("exclusiveMinimum"))
    high = field.get("maximum", field.get("exclusiveMaximum"))
    words = [f"from {low}" if low is not None else "", f"to {high}" if high is not None else ""]
    return " " + " ".join(filter(None, words)) if any(words) else ""


def _spelled(value: object) -> str:
    return (
        {None: "–", True: "true", False: "false"}.get(value, str(value))
        if isinstance(value, bool | None)
        else str(value)
    )
