"""Maps as they were built, kept beside the outputs, so that later edits can be told from what was built."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from levelgen.complaint import spelled
from levelgen.level import Scalar
from levelgen.tiled_tileset import ENDINGS

FOLDER = ".levelgen-base"
_ORIGIN = ("name", "seed", "recipe_sha256")


def bases(files: Mapping[str, bytes], readable: Iterable[str]) -> dict[str, bytes]:
    """Of a level's files, the maps that can be read back and the tilesets they name, under `.levelgen-base/`.

    readable: the endings, without a dot, that readers know.
    """
    endings = (*(f".{name}" for name in readable), *ENDINGS)
    return {f"{FOLDER}/{name}": data for name, data in files.items() if name.endswith(endings)}


def base_of(path: Path) -> Path | None:
    """Where the map that was built as `path` is kept; None where it is not, or only behind a link."""
    file = path.parent / FOLDER / path.name
    return file if file.is_file() and not file.is_symlink() and not file.parent.is_symlink() else None


def other_origin(base: Mapping[str, Scalar], edited: Mapping[str, Scalar]) -> str:
    """Which of name, seed and recipe differ between two maps' properties, in words; empty where none does."""
    wrong = (name for name in _ORIGIN if name in edited and base.get(name) != edited[name])
    return ", ".join(f"{name} {spelled(edited[name])} is not {spelled(base.get(name))}" for name in wrong)
