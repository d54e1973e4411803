"""`levelgen.toml`, the settings of a project: the add-ons it enables, where tilesets may lie, limits of its levels."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from levelgen.complaint import did_you_mean, spelled
from levelgen.errors import Place, Problem, RecipeError
from levelgen.limits import MOST, USUAL, Limits

SETTINGS = "levelgen.toml"
LARGEST_FILE = 1 << 20
_TABLES = {"addons": ("enabled",), "tilesets": ("outside",), "limits": tuple(MOST)}


def settings(project: Path) -> dict[str, Any]:
    """What the project's levelgen.toml says; RecipeError where it is unreadable or has keys that there are not."""
    file = project / SETTINGS
    found = _toml(file) if file.is_file() else {}
    for name, table in found.items():
        if name not in _TABLES:
            raise mistake(file, f"unknown key '{name}'{did_you_mean(name, list(_TABLES))}")
        for key in table if isinstance(table, dict) else ():
            if key not in _TABLES[name]:
                raise mistake(file, f"unknown key '{key}'{did_you_mean(key, _TABLES[name])}")
    return found


@lru_cache(maxsize=64)
def limits_of(project: Path | None) -> Limits:
    """The limits of a project, the usual ones where it sets none; RecipeError where one is no number that can be."""
    if project is None:
        return USUAL
    table = settings(project).get("limits", {})
    if not isinstance(table, dict):
        raise mistake(project / SETTINGS, "[limits] must be a table, with lines such as 'rooms = 1000'")
    for name, value in table.items():
        if type(value) is not int or not 1 <= value <= MOST[name]:
            message = f"[limits] {name} must be a whole number from 1 to {MOST[name]}, not {spelled(value)}"
            raise mistake(project / SETTINGS, message)
    return Limits(**table)


@lru_cache(maxsize=64)
def readable_folders(project: Path) -> tuple[Path, ...]:
    """The folders that tilesets and images are read from: the project's, and what `[tilesets] outside` lists."""
    table = settings(project).get("tilesets", {})
    folders = table.get("outside", []) if isinstance(table, dict) else None
    if not isinstance(folders, list) or not all(isinstance(folder, str) for folder in folders):
        raise mistake(project / SETTINGS, '[tilesets] outside must be a list of folders, such as ["../art"]')
    return project.resolve(), *((project / folder).resolve() for folder in folders)


def is_path(text: str) -> bool:
    """Can this be the path of a file at all: no control characters in it, and no name too long for a folder?"""
    sizes = [len(name.encode("utf-8", "replace")) for name in text.replace("\\", "/").split("/")]
    return text.isprintable() and max(sizes) < 256 and sum(sizes) < 2000


def readable(file: Path, project: Path) -> bool:
    """May a tileset or image be read from there, links followed?"""
    return any(file.resolve().is_relative_to(folder) for folder in readable_folders(project))


def mistake(file: Path, message: str, line: int = 0, column: int = 0) -> RecipeError:
    """What is wrong in a project's file, as an error."""
    return RecipeError([Problem(Place(str(file), line, column), message)])


def text_of(file: Path) -> str:
    """What a small file of a project's says; RecipeError where it is too large for one, or cannot be read."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise mistake(file, f"cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise mistake(file, f"larger than {LARGEST_FILE >> 20} MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise mistake(file, "not readable: save it as UTF-8") from None


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text_of(file))
    except tomllib.TOMLDecodeError as error:
        message, _, where = str(error).partition(" (at ")
        numbers = [int(number) for number in re.findall(r"\d+", where)]
        raise mistake(file, f"not readable as TOML: {message}", *numbers) from None
    except RecursionError:
        raise mistake(file, "not readable as TOML: it is nested too deeply") from None
