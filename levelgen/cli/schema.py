"""`levelgen schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from levelgen.addons import project_of
from levelgen.cli.console import say
from levelgen.files import write_all
from levelgen.plugins import registry
from levelgen.schema import recipe_schema


def schema(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it into this file instead of printing it.")
    ] = None,
) -> None:
    """Print the JSON Schema of recipes, by which editors complete, explain and check them.

    It has the plug-ins that are installed and the add-ons that this folder's levelgen.toml enables: make it anew when
    they change. VS Code's YAML extension takes it from a recipe's first line:
    # yaml-language-server: $schema=levelgen.schema.json
    """
    text = schema_text(Path.cwd())
    if out is None:
        say(text.rstrip("\n"))
    else:
        write_all({out.name: text.encode()}, out.parent)


def schema_text(folder: Path) -> str:
    """The schema of the recipes in a folder, as a file holds it."""
    made = recipe_schema(registry(project_of(folder / "recipe.yaml")))
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"
