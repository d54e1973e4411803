"""Into one folder, level after level: what is as it was is left alone, and no two levels write one file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from levelgen.addons import project_of
from levelgen.bases import bases
from levelgen.errors import OutputError
from levelgen.files import write_all
from levelgen.inputs import Inputs
from levelgen.manifest import Entry, Manifest, Output, held
from levelgen.plugins import registry
from levelgen.recipe import Recipe


class _OfRecipe(NamedTuple):
    """What holds for all levels of a recipe: its file from the folder on, and the endings that readers know."""

    source: str
    readable: Collection[str]


class Writer:
    """Writes the files of one build's levels into a folder, and remembers them in its manifest."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self.folder, self.durable = folder, durable
        self.manifest = Manifest(folder)
        self._inputs = Inputs()
        self._written: dict[str, tuple[str, Output, Path]] = {}
        self._of_recipe = cache(self._about)

    def why(self, recipe: Recipe, stem: str, **fields: object) -> tuple[str, ...]:
        """Why this level must be made, as `Manifest.why`; where it need not be, its files count as written."""
        why = self.manifest.why(stem, self._inputs.of(recipe, stem=stem, **fields))
        if not why:
            for name, output in self.manifest.entries[stem].outputs.items():
                self._written.setdefault(name.casefold(), (name, output, recipe.path))
        return why

    def write(
        self, files: Mapping[str, bytes], trace: Mapping[str, Any] | None, recipe: Recipe, stem: str, **fields: object
    ) -> tuple[Path, ...]:
        """Write a level's files, its maps as bases for later edits too, those that levels share once; OutputError."""
        of_recipe = self._of_recipe(recipe)
        kept = bases(files, of_recipe.readable)
        every = {**files, **kept}
        outputs = {name: Output.of(data) for name, data in every.items()}
        fresh = {name: data for name, data in every.items() if self._is_fresh(name, outputs[name], recipe)}
        made_from = self._inputs.of(recipe, stem=stem, **fields)
        self.manifest.record(stem, Entry(of_recipe.source, recipe.name, made_from, outputs, trace))
        write_all(fresh, self.folder, self.durable)
        self._written |= {name.casefold(): (name, outputs[name], recipe.path) for name in fresh}
        return tuple(self.folder / name for name in files)

    def keep(self, paths: Iterable[Path], recipe: Recipe, stem: str) -> None:
        """Remember files that a whole world wrote; its chunks are remembered by themselves."""
        outputs = {path.name: output for path in paths if (output := held(path))}
        self.manifest.record(stem, Entry(source_of(recipe, self.folder), recipe.name, {}, outputs))

    def has(self, stem: str) -> bool:
        """Are the files of a whole world there, if it has any?"""
        entry = self.manifest.entries.get(stem)
        return entry is not None and all(held(self.folder / name) for name in entry.outputs)

    def files(self, stem: str) -> tuple[Path, ...]:
        """The files of a level that was written before, without those that builds keep for themselves."""
        names = self.manifest.entries[stem].outputs
        return tuple(self.folder / name for name in names if not name.startswith("."))

    def _about(self, recipe: Recipe) -> _OfRecipe:
        return _OfRecipe(source_of(recipe, self.folder), registry(project_of(recipe.path)).names("readers"))

    def _is_fresh(self, name: str, output: Output, recipe: Recipe) -> bool:
        first = self._written.get(name.casefold())
        if first is not None and first[:2] != (name, output):
            raise OutputError(f"{recipe.path}: writes {name}, but {first[2]} wrote another {first[0]}; rename one")
        return first is None


def source_of(recipe: Recipe, folder: Path) -> str:
    """A recipe's file, from the outputs' folder on; from the root where they lie on two drives."""
    try:
        return Path(os.path.relpath(recipe.path.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return recipe.path.resolve().as_posix()
