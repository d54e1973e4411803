"""The files of a project that the studio may see and write: the recipes in its folder, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from levelgen.build import find_recipes
from levelgen.errors import OutputError, RecipeError
from levelgen.files import write_all
from levelgen.reading.extending import contents
from levelgen.yaml_nodes import LARGEST_FILE


class RefusedError(Exception):
    """What the page asked for is not to be had; the text says why."""


class ChangedOnDiskError(Exception):
    """A file is not as the page saw it last; `seen` stands for what it is now."""

    def __init__(self, seen: str) -> None:
        super().__init__(seen)
        self.seen = seen


@dataclass(frozen=True)
class File:
    """A recipe's text, and a stamp of its bytes by which a change is noticed."""

    text: str
    seen: str


class Project:
    """A folder of recipes; files are named by their path from there, with '/'."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def recipes(self) -> list[str]:
        """The recipes of the project, in order of name; none where they cannot be looked through."""
        try:
            found, _ = find_recipes([self.root])
        except RecipeError:
            return []
        return [path.relative_to(self.root).as_posix() for path in found if self._holds(path)]

    def read(self, name: str) -> File:
        """A recipe's text; RefusedError when it cannot be had."""
        path = self._path(name)
        try:
            data = contents(path)
            if len(data) > LARGEST_FILE:
                raise RefusedError(f"{name}: longer than a recipe may be")
            return File(data.decode("utf-8-sig").replace("\r\n", "\n"), _stamp(data))
        except RecipeError as error:
            raise RefusedError(error.problems[0].message) from None
        except UnicodeDecodeError:
            raise RefusedError(f"{name}: not in UTF-8") from None

    def save(self, name: str, text: str, seen: str) -> str:
        """Write a recipe whose file still has the stamp `seen` ("" for a new one); returns its new stamp.

        The file appears whole; it keeps the line ends that it had. Raises ChangedOnDiskError, RefusedError.
        """
        path = self._path(name)
        before = contents(path) if path.exists() else b""
        now = _stamp(before) if path.exists() else ""
        if now != seen:
            raise ChangedOnDiskError(now)
        data = text.replace("\n", "\r\n" if b"\r\n" in before else "\n").encode()
        if before.startswith(b"\xef\xbb\xbf"):
            data = b"\xef\xbb\xbf" + data
        if len(data) > LARGEST_FILE:
            raise RefusedError(f"{name}: longer than a recipe may be")
        try:
            write_all({path.name: data}, path.parent)
        except OutputError as error:
            raise RefusedError(str(error)) from None
        return _stamp(data)

    def _path(self, name: str) -> Path:
        """Where a recipe lies, links followed; RefusedError for all that is not a recipe's file inside the project."""
        parts = name.split("/")
        plain = all(part and not part.startswith(".") and part.isprintable() and "\\" not in part for part in parts)
        if not plain or not name.endswith((".yaml", ".yml")) or len(name) > 1000:
            raise RefusedError("a recipe is a .yaml or .yml file of the project's folder")
        try:
            path = (self.root / name).resolve()
            inside = path.is_relative_to(self.root) and path.parent.is_dir() and (path.is_file() or not path.exists())
        except OSError as error:
            raise RefusedError(f"{name[:40]}: {error.strerror}") from None
        if not inside:
            raise RefusedError(f"{name}: no file in the project's folder")
        return path

    def _holds(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.root)


def _stamp(data: bytes) -> str:
    return sha256(data).hexdigest()
