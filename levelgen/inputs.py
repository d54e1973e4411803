"""What a level is made from, by content: its recipe, its tileset, and the code of levelgen and of its plug-ins."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from levelgen.addons import project_of
from levelgen.plugins import Plugin
from levelgen.recipe import Recipe
from levelgen.settings import SETTINGS
from levelgen.tileset import TileSet
from levelgen.version import __version__


class Inputs:
    """What levels are made from; one for each build, so that each file is read once a build."""

    def __init__(self) -> None:
        self._digest = cache(_folder_digest)
        self._tileset = cache(_tileset_digest)
        self._shared = cache(self._of_recipe)

    def of(self, recipe: Recipe, **fields: object) -> dict[str, str]:
        """The digests of all that goes into a level of a recipe; fields: seed, name and what else tells it apart."""
        return {**self._shared(recipe), **{name: repr(value) for name, value in fields.items()}}

    def _of_recipe(self, recipe: Recipe) -> dict[str, str]:
        """What goes into all levels of a recipe."""
        roots = {Path(__file__).parent, *(root for plugin in _plugins(recipe) for root in _roots(plugin))}
        told = [f"{plugin} of {plugin.origin}" for plugin in _plugins(recipe)]
        code = hashlib.sha256("\n".join([*sorted(map(self._digest, roots)), *told]).encode())
        return {
            "levelgen": __version__,
            "recipe": recipe.digest,
            "tileset": self._tileset(recipe.tileset),
            "code": code.hexdigest(),
        }


def files_read(recipe: Recipe) -> list[Path]:
    """The files of the project that a recipe's levels are made from, its own first; installed packages left out."""
    project = project_of(recipe.path)
    addons = () if project is None else _addon_files(recipe, project)
    settings = [] if project is None or not (project / SETTINGS).is_file() else [project / SETTINGS]
    return list(dict.fromkeys([*recipe.sources, *recipe.tileset.sources, *settings, *addons]))


def _addon_files(recipe: Recipe, project: Path) -> Iterator[Path]:
    for plugin in _plugins(recipe):
        for root in _roots(plugin):
            if root.is_relative_to(project):
                yield from _files(root)


def _plugins(recipe: Recipe) -> list[Plugin]:
    return [step.plugin for step in (*recipe.steps, *(gate.step for gate in recipe.require))]


def _roots(plugin: Plugin) -> list[Path]:
    """The folder of the package that a plug-in stands in, or its one file; an add-on is a package, too."""
    function = plugin.function
    name = getattr(function, "__module__", None) or type(function).__module__
    module = sys.modules.get(name.partition(".")[0])
    folders = getattr(module, "__path__", None) or [getattr(module, "__file__", None)]
    return [Path(folder) for folder in folders if folder]


def _folder_digest(root: Path) -> str:
    """The digest of all that lies in a folder, or of one file."""
    whole = hashlib.sha256()
    for path in _files(root):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def _files(root: Path) -> list[Path]:
    if not root.is_dir():
        return [root]
    return sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _tileset_digest(tileset: TileSet) -> str:
    """The digest of a tileset: its image and all that is said of it."""
    fields = {name: value for name, value in vars(tileset).items() if name in _TOLD}
    return hashlib.sha256(repr((tileset.image.name, fields)).encode() + tileset.content()).hexdigest()


_TOLD = ("name", "image_size", "tile_size", "tiles", "looks", "margin", "spacing", "called")
