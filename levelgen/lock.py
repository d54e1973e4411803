"""`levelgen.lock`: what every level was, step by step, so that a build on any machine can be held to it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from os.path import relpath
from pathlib import Path
from typing import Any

from levelgen.addons import project_of
from levelgen.errors import GenerationError, Place, Problem, RecipeError
from levelgen.files import write_all
from levelgen.meaning import digest_of
from levelgen.pipeline import BuiltLevel
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.trace import Print, trace
from levelgen.version import __version__

NAME = "levelgen.lock"
FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """A level as it was: of which recipe (from the lock's folder on), by what, its steps, and its files' meanings."""

    recipe: str
    seed: Seed
    attempt: int
    levelgen: str
    steps: tuple[Print, ...]
    files: Mapping[str, str]


Lock = Mapping[str, Entry]
"""Stem → its entry."""


def place_of(recipe: Recipe) -> Path:
    """The lock that a recipe belongs to: beside levelgen.toml, else beside the recipe."""
    return (project_of(recipe.path) or recipe.path.resolve().parent) / NAME


def entry_of(built: BuiltLevel, files: Mapping[str, bytes]) -> Entry:
    """The entry of a level that was made now, with these files."""
    path = built.recipe.path.resolve()
    where = Path(relpath(path, place_of(built.recipe).parent)).as_posix()
    meanings = {name: digest_of(name, data) for name, data in sorted(files.items())}
    return Entry(where, built.seed, built.attempt, __version__, trace(built), meanings)


def load(path: Path) -> Lock:
    """The lock in a file, empty where there is none; RecipeError where it is none of ours."""
    try:
        data = json.loads(path.read_bytes())
        if data["levelgen_lock"] != FORMAT:
            other = f"is of format {data['levelgen_lock']}; this levelgen reads {FORMAT}"
            raise RecipeError([Problem(Place(str(path)), other)])
        return {stem: entry_told(fields) for stem, fields in data["levels"].items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise RecipeError([Problem(Place(str(path)), f"cannot be read: {error.strerror}")]) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = "is no lock, or broken; take it out of version control as it was, or write it anew by --lock"
        raise RecipeError([Problem(Place(str(path)), message)]) from None


def entry_told(told: Mapping[str, Any]) -> Entry:
    """The entry as JSON holds it."""
    return Entry(**{**told, "steps": tuple(Print(**step) for step in told["steps"])})


def save(entries: Iterable[tuple[Recipe, str, Entry]]) -> list[Path]:
    """Write levels into their locks; what these say of other levels stays, but for recipes that are gone.

    Sorted, a line a value, so that a change shows in version control. RecipeError where a lock is broken.
    """
    fresh: dict[Path, dict[str, Entry]] = defaultdict(dict)
    for recipe, stem, made in entries:
        fresh[place_of(recipe)][stem] = made
    for path, levels in fresh.items():
        kept = {stem: old for stem, old in load(path).items() if (path.parent / old.recipe).is_file()}
        again = {made.recipe for made in levels.values()}
        kept = {stem: old for stem, old in kept.items() if old.recipe not in again}
        whole = {stem: asdict(made) for stem, made in (kept | levels).items()}
        text = json.dumps({"levelgen_lock": FORMAT, "levels": whole}, sort_keys=True, indent=1, ensure_ascii=False)
        write_all({path.name: f"{text}\n".encode()}, path.parent)
    return list(fresh)


class Locks:
    """The locks of a build, each read once."""

    def __init__(self, recipes: Iterable[Recipe]) -> None:
        paths = dict.fromkeys(map(place_of, recipes))
        self._locks = {path: load(path) for path in paths}

    def hold(self, recipe: Recipe, stem: str, made: Entry) -> None:
        """Hold a level to its lock: GenerationError that says what changed first."""
        where = f"{recipe.path}: level {stem} (seed {made.seed})"
        locked = self._locks[place_of(recipe)].get(stem)
        if locked is None:
            raise GenerationError(f"{where} is not in {NAME}; if it is new, build with --lock")
        if change := _change(locked, made):
            raise GenerationError(f"{where} differs from {NAME}: {change}; if that is meant, build with --lock")

    def gone(self) -> list[str]:
        """What the locks hold of recipes that are there no more, a line each."""
        return [
            f"{path}: level {stem} is locked, but {locked.recipe} is gone; build with --lock"
            for path, lock in self._locks.items()
            for stem, locked in sorted(lock.items())
            if not (path.parent / locked.recipe).is_file()
        ]


def _change(locked: Entry, made: Entry) -> str:
    """The first thing that changed, in words; empty where nothing did."""
    if locked.seed != made.seed or locked.attempt != made.attempt:
        then, now = (f"seed {one.seed}, attempt {one.attempt}" for one in (locked, made))
        return f"it was made by {then} and is made by {now}"
    for before, after in zip(locked.steps, made.steps, strict=False):
        if (before.step, before.digest) != (after.step, after.digest):
            same = before.algorithm == after.algorithm
            versions = before.algorithm if same else f"{before.algorithm} then, {after.algorithm} now"
            hint = _hint(locked) if same else ""
            return f"{after.step} is the first step that made something else ({versions}{hint})"
    if len(locked.steps) != len(made.steps):
        return f"{len(locked.steps)} steps then, {len(made.steps)} now"
    for name in sorted({*locked.files, *made.files}):
        if locked.files.get(name) != made.files.get(name):
            told = "is new" if name not in locked.files else "says something else"
            return f"all steps are the same, but {name} {told if name in made.files else 'is not made'}"
    return ""


def _hint(locked: Entry) -> str:
    return "" if locked.levelgen == __version__ else f"; levelgen {locked.levelgen} then, {__version__} now"
