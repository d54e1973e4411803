"""Outputs that no recipe makes any more: its file is gone, or makes levels of other names, or fewer files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from levelgen.files import locked
from levelgen.manifest import Manifest
from levelgen.recipe import Recipe
from levelgen.writer import source_of


@dataclass(frozen=True)
class Leftover:
    """A file that no recipe makes any more; kept: it was edited since, so that it is left alone."""

    path: Path
    kept: bool
    removed: bool = False


def leftovers(
    folder: Path, recipes: Iterable[Recipe], prune: bool = False, tell: Callable[[str], None] = lambda message: None
) -> list[Leftover]:
    """The outputs in a folder that no recipe makes any more, in order of name; with `prune` they are removed.

    recipes: all that their files hold now, to see which have another name. Only files that a build wrote, and that
    nobody edited since, are removed. Raises OutputError where one cannot be.
    """
    if not os.path.isdir(folder):  # noqa: PTH112 - Path's own raises where a name is too long
        return []
    names: dict[str, list[str]] = {}
    for recipe in recipes:
        names.setdefault(source_of(recipe, folder), []).append(recipe.name)
    if not _find(Manifest(folder), names)[1]:
        return []
    with locked(folder, tell):
        manifest = Manifest(folder)
        stems, files = _find(manifest, names)
        found = [Leftover(folder / name, manifest.edited(name), prune and not manifest.edited(name)) for name in files]
        if prune:
            manifest.remove(stems, [name for name in files if not manifest.edited(name)])
            manifest.save()
    return [left for left in found if not left.path.parent.name.startswith(".")]


def _find(manifest: Manifest, names: dict[str, list[str]]) -> tuple[list[str], list[str]]:
    """The levels that are gone, and the files that are left of these and of others."""
    gone = [
        stem for stem, entry in manifest.entries.items() if _is_gone(manifest.folder, entry.recipe, entry.name, names)
    ]
    known = {name for stem, entry in manifest.entries.items() if stem not in gone for name in entry.outputs}
    left = [*manifest.left, *(name for stem in gone for name in manifest.entries[stem].outputs)]
    there = [name for name in sorted(dict.fromkeys(left)) if name not in known and (manifest.folder / name).is_file()]
    return gone, there


def _is_gone(folder: Path, source: str, name: str, names: dict[str, list[str]]) -> bool:
    return not (folder / source).exists() or (source in names and name not in names[source])
