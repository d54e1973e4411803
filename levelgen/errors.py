"""Every error levelgen raises on purpose; each carries the exit code that the command ends with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


def printable(text: str, kept: str = "") -> str:
    """A text whose control characters are spelled out, so that no stranger's file can steer a terminal."""
    if text.translate(dict.fromkeys(map(ord, kept))).isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else ascii(c)[1:-1] for c in text)


@dataclass(frozen=True, order=True)
class Place:
    """A place in a file: lines and columns count from 1; 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake: where it is, what it is, and the mend, in one line."""

    place: Place
    message: str

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.message}")


class LevelgenError(Exception):
    """The root of all errors of levelgen; `str(error)` is what a person should read."""

    exit_code: ClassVar[int] = 1
    problems: tuple[Problem, ...] = ()
    """What is wrong and where, as far as places are known."""


class RecipeError(LevelgenError):
    """Mistakes in recipes, add-on manifests, tilesets or commands: all of them, one line each."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[RecipeError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class PluginError(LevelgenError):
    """A plug-in cannot be loaded or broke its contract."""


class GenerationError(LevelgenError):
    """A level cannot be made as asked, or does not hold."""


class OutputError(LevelgenError):
    """A file cannot be written."""
