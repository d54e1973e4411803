"""`levelgen plugins list` and `levelgen plugins show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from levelgen.addons import project_of
from levelgen.cli.completion import plugin_names
from levelgen.cli.console import complain, say, table
from levelgen.errors import LevelgenError
from levelgen.measures import unit_of
from levelgen.plugins import KINDS, Plugin, Registry, registry
from levelgen.schema.in_words import spelled, values
from levelgen.schema.plugin import parameters_schema
from levelgen.suite import tried

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
    name: Annotated[str, typer.Argument(metavar="NAME", autocompletion=plugin_names, help="The plug-in's name.")],
) -> None:
    """Show a plug-in: kind, origin, help, and its parameters with ranges and defaults."""
    for plugin in _plugins().called(name):
        say(f"{plugin} of {plugin.origin}\n\n{plugin.help}\n")
        if unit := unit_of(plugin.hints.get("return")):
            say(f"in: {unit}\n")
        parameters = list(_parameters(plugin))
        say(table([("parameter", "values", "default"), *parameters]) if parameters else "no parameters")


@app.command("test")
def test_plugin(
    name: Annotated[str, typer.Argument(metavar="NAME", autocompletion=plugin_names, help="The plug-in's name.")],
) -> None:
    """Try what levelgen promises of every plug-in on this one: it is explained, its levels hold and come out the same.

    Makes many small levels with every value that its parameters name, each twice, and again in processes of other hash
    seeds; measures how its time grows with the level. Ends with 1 when anything is wrong.
    """
    project = project_of(Path.cwd() / "recipe.yaml")
    failed = False
    for plugin in _plugins().called(name):
        say(f"{plugin} of {plugin.origin}")
        for verdict in tried(plugin, project):
            say(f"  {'wrong' if verdict.problems else 'ok':6}{verdict.question:11}{verdict.tried}")
            for problem in verdict.problems:
                complain(f"    {problem}")
            failed = failed or bool(verdict.problems)
    if failed:
        raise typer.Exit(1)


def _plugins() -> Registry:
    return registry(project_of(Path.cwd() / "recipe.yaml"))


def _parameters(plugin: Plugin) -> Iterator[tuple[str, str, str]]:
    schema = parameters_schema(plugin)
    for name, form in schema["properties"].items():
        default = "required" if name in schema.get("required", []) else spelled(form.get("default"))
        yield name, values(form, schema.get("$defs", {})), default
