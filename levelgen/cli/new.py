"""`levelgen new`."""

from __future__ import annotations

import keyword
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from levelgen import scaffold
from levelgen.addons import project_of
from levelgen.cli.console import mistake, say
from levelgen.cli.schema import schema_text
from levelgen.files import replace_folder, write_all
from levelgen.plugins import registry
from levelgen.reading.table import NAME
from levelgen.settings import SETTINGS

SCHEMA = "levelgen.schema.json"

app = typer.Typer(
    help="Begin a project, a recipe or a plug-in. What is there already is never touched.", no_args_is_help=True
)


@app.command("project")
def new_project(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="The folder that it is made in.")],
) -> None:
    """Begin a project: example recipes, settings, the editor's schema and settings, a CI workflow, .gitignore."""
    files = {**scaffold.project_files(folder.resolve().name), SCHEMA: schema_text(folder.resolve()).encode()}
    _write(files, folder)
    say(f"now: cd {folder} && levelgen build .")


@app.command("recipe")
def new_recipe(
    path: Annotated[Path, typer.Argument(metavar="NAME", help="The recipe's name, or its path.")],
) -> None:
    """Begin a recipe, with a comment at every key; the editor's schema too, where the project has none yet."""
    if path.suffix not in (".yaml", ".yml"):
        path = path.with_name(f"{path.name}.yaml")
    if not re.fullmatch(NAME, path.stem):
        raise mistake(str(path), "a recipe's name is of letters, digits, '_', '.' and '-', as it names its output")
    _refuse(path)
    project = project_of(path) or path.resolve().parent
    schema = os.path.relpath(project / SCHEMA, path.resolve().parent).replace(os.sep, "/")
    text = scaffold.recipe_text(path.stem, schema, registry(project_of(path)))
    write_all({path.name: text.encode()}, path.parent)
    if not (project / SCHEMA).exists():
        write_all({SCHEMA: schema_text(project).encode()}, project)
        say(f"{_shown(project / SCHEMA)}: what editors complete and check recipes by")
    say(f"{path}: now see it by 'levelgen show {path}'")


@app.command("plugin")
def new_plugin(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What recipes call it: a word in small letters.")],
    package: Annotated[
        bool, typer.Option("--package", help="A package for pip instead of an add-on of this project.")
    ] = False,
) -> None:
    """Begin a plug-in: a pass with its test, as an add-on of this project, enabled at once, or as a package."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise mistake(name, "a plug-in's name is a word of small letters, digits and '_', such as lanterns")
    if name in {entry.name for entry in registry(project_of(Path.cwd() / "recipe.yaml"))}:
        raise mistake(name, "there is a plug-in of this name; take another")
    if package:
        _write(scaffold.package_files(name), Path(name))
        say(f"now: pip install -e './{name}[test]' && pytest {name}")
    else:
        _addon(name)


def _addon(name: str) -> None:
    project = project_of(Path.cwd() / "recipe.yaml") or Path.cwd()
    settings = project / SETTINGS
    text = scaffold.with_addon(settings.read_text("utf-8-sig") if settings.exists() else "", name)
    if text is None:
        raise mistake(_shown(settings), f'cannot be changed by a program; enable "{name}" by hand')
    _write(scaffold.addon_files(name), project / "addons" / name)
    write_all({SETTINGS: text.encode()}, project)
    registry.cache_clear()
    if (project / SCHEMA).exists():
        write_all({SCHEMA: schema_text(project).encode()}, project)
    say(f"{_shown(settings)}: enabled; now: levelgen plugins show {name} && pytest {_shown(project / 'addons' / name)}")


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    _refuse(folder)
    replace_folder(files, folder.resolve())
    for name in sorted(files):
        say(_shown(folder / name))


def _refuse(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise mistake(str(path), "is there already; take another name, or move it away first")


def _shown(path: Path) -> str:
    """A path from here on, where it lies below."""
    here = Path.cwd()
    return str(path.resolve().relative_to(here)) if path.resolve().is_relative_to(here) else str(path)
