"""The manifest beside a build's outputs: what each was made from and what it held. Content, never times."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from levelgen.bases import FOLDER as BASES
from levelgen.errors import OutputError
from levelgen.files import append, remove, write_all

FILE = ".levelgen-manifest.json"
LOG = ".levelgen-manifest.log"
"""A line for each level since FILE was written, so that a build that is killed forgets nothing."""

_FORMAT = 1


@dataclass(frozen=True)
class Output:
    """What a file held when it was written."""

    sha256: str
    size: int

    @classmethod
    def of(cls, data: bytes) -> Output:
        """The output that holds these bytes."""
        return cls(hashlib.sha256(data).hexdigest(), len(data))


@dataclass(frozen=True)
class Entry:
    """A level: its recipe's file (from the outputs' folder on) and name, what it was made from, its files by name.

    trace: what a lock would say of it; None where none was asked for.
    """

    recipe: str
    name: str
    made_from: Mapping[str, str]
    outputs: Mapping[str, Output]
    trace: Mapping[str, Any] | None = None


class Manifest:
    """The manifest of a folder. `damage` says what is wrong with one that cannot be read, which is as none.

    changed: whether there is anything to save.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: dict[str, Entry] = {}
        self.left: dict[str, Output] = {}
        self.damage = ""
        self._ours: dict[str, list[str]] = {}
        self.changed = False
        self._read()

    def why(self, stem: str, made_from: Mapping[str, str]) -> tuple[str, ...]:
        """Why a level must be made: what of `made_from` is another, `new`, or `missing`; empty where it is as it was.

        Raises OutputError where somebody edited one of its files: it is not overwritten by chance.
        """
        entry = self.entries.get(stem)
        if entry is None:
            return ("new",)
        held = [self._holds(name, output) for name, output in entry.outputs.items()]  # all, as any may be an edited one
        keys = dict.fromkeys((*entry.made_from, *made_from))
        changed = tuple(key for key in keys if entry.made_from.get(key) != made_from.get(key))
        return changed or (() if all(held) else ("missing",))

    def record(self, stem: str, entry: Entry) -> None:
        """Note a level whose files are about to be written."""
        append(self.folder / LOG, orjson.dumps({"stem": stem, "entry": entry}) + b"\n")
        self._take(stem, entry)

    def remove(self, stems: Iterable[str], names: Iterable[str]) -> None:
        """Forget these levels, and remove these files; OutputError where that fails."""
        for stem in stems:
            self.entries.pop(stem)
        for name in names:
            remove(self.folder, name)
            self.left.pop(name, None)
        self.changed = True

    def edited(self, name: str) -> bool:
        """Does a file hold something that was not written here? One that is not there, or empty, does not.

        Nor does a map's base, which nobody edits, but which merging moves on.
        """
        if name.startswith(f"{BASES}/"):
            return False
        now = held(self.folder / name)
        return now is not None and now.size > 0 and now.sha256 not in self._ours.get(name, ())

    def save(self, durable: bool = False) -> None:
        """Write it, where anything is new; OutputError."""
        if self.changed:
            text = {"levelgen_manifest": _FORMAT, "levels": self.entries, "left": self.left}
            options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
            write_all({FILE: orjson.dumps(text, option=options)}, self.folder, durable)
            remove(self.folder, LOG)
            self.changed = False

    def _holds(self, name: str, output: Output) -> bool:
        if self.edited(name):
            mend = "keep your edits with 'levelgen merge', or make it anew with --force"
            raise OutputError(f"{self.folder / name}: was edited after it was built, and is left alone; {mend}")
        return held(self.folder / name) == output

    def _take(self, stem: str, entry: Entry) -> None:
        before = self.entries.get(stem)
        self.left |= before.outputs if before else {}
        self.entries[stem] = entry
        for name, output in entry.outputs.items():
            self.left.pop(name, None)
            self._ours.setdefault(name, []).append(output.sha256)
        self.changed = True

    def _read(self) -> None:
        try:
            document = orjson.loads(_content(self.folder / FILE) or b'{"levelgen_manifest":1,"levels":{},"left":{}}')
            if document["levelgen_manifest"] != _FORMAT:
                raise ValueError("of another format")
            for stem, entry in document["levels"].items():
                self._take(stem, _entry(entry))
            self.left = _outputs(document["left"])
            for name, output in self.left.items():
                self._ours.setdefault(name, []).append(output.sha256)
        except (ValueError, TypeError, KeyError, AttributeError, OSError) as error:
            self.entries, self.left, self._ours = {}, {}, {}
            self.damage = f"{self.folder / FILE}: cannot be read ({error or type(error).__name__}); all is made anew"
        self.changed = bool(self.damage)
        self._replay()

    def _replay(self) -> None:
        """Take what a build that was cut off has noted; its last line may be half a line."""
        try:
            for line in _content(self.folder / LOG).splitlines():
                told = orjson.loads(line)
                self._take(str(told["stem"]), _entry(told["entry"]))
        except (ValueError, TypeError, KeyError, AttributeError, OSError):
            self.changed = True


def _entry(told: Any) -> Entry:
    made_from = {str(key): str(value) for key, value in told["made_from"].items()}
    return Entry(str(told["recipe"]), str(told["name"]), made_from, _outputs(told["outputs"]), told.get("trace"))


def _outputs(told: Any) -> dict[str, Output]:
    return {name: Output(str(held["sha256"]), int(held["size"])) for name, held in told.items() if _is_inside(name)}


def _is_inside(name: str) -> bool:
    """Does a name lead to a file in the folder? Somebody may have written the manifest by hand."""
    return not Path(name).is_absolute() and ".." not in Path(name).parts and name != ""


def _content(path: Path) -> bytes:
    return path.read_bytes() if os.path.isfile(path) else b""  # noqa: PTH113 - Path's own raises where a name is too long


def held(path: Path) -> Output | None:
    """What a file holds now; None where there is none."""
    try:
        with path.open("rb") as file:
            return Output(hashlib.file_digest(file, "sha256").hexdigest(), file.tell()) if path.is_file() else None
    except OSError:
        return None
