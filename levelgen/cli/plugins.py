"""`levelgen plugins list` and `levelgen plugins show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from levelgen.addons import project_of
from levelgen.cli.console import complain, mistake, say, table
from levelgen.complaint import did_you_mean
from levelgen.errors import LevelgenError
from levelgen.plugins import KINDS, Plugin, Registry, registry
from levelgen.schema.in_words import spelled, values
from levelgen.schema.plugin import parameters_schema

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
    schema = parameters_schema(plugin)
    for name, form in schema["properties"].items():
        default = "required" if name in schema.get("required", []) else spelled(form.get("default"))
        yield name, values(form, schema.get("$defs", {})), default
