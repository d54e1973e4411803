"""`levelgen addon`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

from levelgen.cli.console import mistake, say
from levelgen.complaint import did_you_mean, listed
from levelgen.files import replace_folder
from levelgen.plugins import engine_addons

_PROJECT_FILES = {"godot": "project.godot"}
_FIELD = re.compile(r'^(name|version)="(.*)"', re.MULTILINE)


def addon(
    engine: Annotated[str, typer.Argument(metavar="ENGINE", help="The engine: godot.")],
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="The folder of the game's project.")],
) -> None:
    """Copy levelgen's addon for an engine into a project, into PROJECT/addons, over an older one of itself.

    Godot then imports .tmj maps, loads them in games, and builds recipes from a dock. The folder is copied whole or
    not at all.
    """
    packages = engine_addons()
    if engine not in packages:
        known = listed(sorted(packages))
        raise mistake(
            engine, f"no addon for this engine{did_you_mean(engine, list(packages))}; there is one for {known}"
        )
    marker = _PROJECT_FILES.get(engine, "")
    if not (project / marker).exists():
        raise mistake(str(project), f"no {engine} project: there is no {marker or project.name} in it")
    for source in files(packages[engine]).joinpath("addons").iterdir():
        _copy(source, project / "addons" / source.name)


def _copy(source: Traversable, target: Path) -> None:
    content = dict(_content(source))
    new = _version(content["plugin.cfg"].decode(), source.name)
    old = _present(target)
    replace_folder(content, target)
    say(f"{target}: {source.name} {new}{f', was {old}' if old else ''}; enable it in Project Settings > Plugins")


def _present(target: Path) -> str | None:
    """The version of the addon that is there; a mistake where the folder is somebody else's."""
    if not target.exists():
        return None
    try:
        version = _version((target / "plugin.cfg").read_text("utf-8"), target.name)
    except (OSError, UnicodeDecodeError):
        version = None
    if version is None:
        raise mistake(str(target), "is there and is not this addon; move it away first")
    return version


def _version(manifest: str, name: str) -> str | None:
    """The version that a plugin.cfg states, if it is that of the addon of this name."""
    fields = dict(_FIELD.findall(manifest))
    return fields.get("version") if fields.get("name") == name else None


def _content(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Every file below a folder: its path from there, and what it holds."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _content(item, f"{prefix}{item.name}/")
        else:
            yield prefix + item.name, item.read_bytes()
