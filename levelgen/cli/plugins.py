"""`levelgen plugins list` and `levelgen plugins show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from levelgen.addons import project_of
from levelgen.cli.console import complain, mistake, say, table
from levelgen.complaint import did_you_mean
from levelgen.errors import LevelgenError
from levelgen.plugins import KINDS, Plugin, Registry, registry

app = typer.Typer(help="The plug-ins that recipes can name.", no_args_is_help=True)


@app.command("list")
def list_plugins() -> None:
    """List every plug-in: kind, name, origin and what it makes; also those of add-ons that levelgen.toml enables."""
    plugins = _plugins()
    rows, broken = [], []
    for entry in plugins:
        try:
            line = plugins.find(entry.kind, entry.name).help.partition("\n")[0]
        except LevelgenError as error:
            line = "cannot be loaded"
            broken.append(error)
        rows.append((KINDS[entry.kind].noun, entry.name, entry.origin, line))
    say(table([("kind", "name", "origin", ""), *rows]))
    for problem in broken:
        complain(str(problem))
    if broken:
        raise typer.Exit(1)


@app.command("show")
def show_plugin(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The plug-in's name.")],
) -> None:
    """Show a plug-in: kind, origin, help, and its parameters with ranges and defaults."""
    plugins = _plugins()
    found = [plugins.find(entry.kind, name) for entry in plugins if entry.name == name]
    if not found:
        raise mistake(name, f"no plug-in of this name{did_you_mean(name, [entry.name for entry in plugins])}")
    for plugin in found:
        say(f"{plugin} of {plugin.origin}\n\n{plugin.help}\n")
        parameters = list(_parameters(plugin))
        say(table([("parameter", "values", "default"), *parameters]) if parameters else "no parameters")


def _plugins() -> Registry:
    return registry(project_of(Path.cwd() / "recipe.yaml"))


def _parameters(plugin: Plugin) -> Iterator[tuple[str, str, str]]:
    schema = plugin.model.model_json_schema()
    for name, field in schema.get("properties", {}).items():
        required = name in schema.get("required", [])
        default = plugin.model.model_fields[name].default
        yield name, _values(field, schema), "required" if required else _spelled(default)


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
    """A default as a recipe would have it."""
    plain = list(value) if isinstance(value, tuple) else value
    return {None: "–", True: "true", False: "false"}[plain] if isinstance(plain, bool | None) else str(plain)
