"""What `build` says while it works: for people, as a stream of JSON lines, or as GitHub's annotations."""

from __future__ import annotations

from collections.abc import Iterable
from os.path import relpath
from pathlib import Path
from typing import Any

import orjson

from levelgen.build import Failed, Kept, Made
from levelgen.cli.console import complain, say
from levelgen.errors import LevelgenError, Place, Problem
from levelgen.gathering import WorldMade
from levelgen.leftovers import Leftover

_MOST_NOTES = 20


class TextReport:
    """Lines for people: a line of proof for each level that was made, mistakes on standard error."""

    def skipped(self, path: Path) -> None:
        """A YAML file in a folder is no recipe."""
        say(f"skipped {path}: no key 'levelgen', so it is no recipe")

    def news(self, message: str) -> None:
        """Something that a person should know, such as that the build waits for another one."""
        complain(message)

    def mistakes(self, error: LevelgenError) -> None:
        """Nothing can be made."""
        complain(str(error))

    def level(self, result: Made | Kept | Failed) -> None:
        """What became of a level."""
        if isinstance(result, Failed):
            complain(str(result.error))
        if not isinstance(result, Made):
            return
        attempt = f", attempt {result.attempt}" if result.attempt else ""
        say(f"{result.job.stem} (seed {result.job.seed}{attempt}): {result.proof}")
        for note in result.notes[:_MOST_NOTES]:
            say(f"  {note}")
        if len(result.notes) > _MOST_NOTES:
            say(f"  and {len(result.notes) - _MOST_NOTES} notes more")

    def world(self, made: WorldMade) -> None:
        """All chunks of a world were made."""
        say(f"{made.stem} (seed {made.seed}), the whole world: {made.proof}")

    def leftover(self, left: Leftover) -> None:
        """A file that no recipe makes any more."""
        if left.removed:
            say(f"removed {left.path}: no recipe makes it any more")
        else:
            why = "it was edited, so it is yours to remove" if left.kept else "--prune removes it"
            say(f"{left.path}: no recipe makes it any more; {why}")

    def locked(self, path: Path) -> None:
        """A lock was written."""
        say(f"locked in {relpath(path)}")

    def end(self, made: int, kept: int, failed: int) -> None:
        """The build is over."""
        if kept:
            say(f"unchanged: {kept} {'level' if kept == 1 else 'levels'}")
        if failed:
            complain(f"{failed} of {made + kept + failed} levels failed")


class JsonReport(TextReport):
    """A line of JSON for each event, all on standard output; each has the key `event`."""

    def skipped(self, path: Path) -> None:
        """`skipped`: file."""
        _event("skipped", file=path.as_posix())

    def news(self, message: str) -> None:
        """`news`: message."""
        _event("news", message=message)

    def mistakes(self, error: LevelgenError) -> None:
        """`mistake`: file, line, column (0: the whole file), message."""
        for problem in problems_of(error):
            _event("mistake", **_told(problem))

    def level(self, result: Made | Kept | Failed) -> None:
        """`made`, `unchanged` or `failed`: recipe, name, seed, and files with proof, or what is wrong and where."""
        job = result.job
        who = {"recipe": job.recipe.path.as_posix(), "name": job.stem, "seed": job.seed}
        if isinstance(result, Failed):
            for problem in problems_of(result.error, job.recipe.path):
                _event("failed", **who, **_told(problem))
            return
        files = [path if isinstance(path, str) else path.as_posix() for path in result.files]
        if isinstance(result, Kept):
            _event("unchanged", **who, files=files)
            return
        about = {"attempt": result.attempt, "because": result.because, "proof": result.proof, "notes": result.notes}
        _event("made", **who, files=files, **about)

    def world(self, made: WorldMade) -> None:
        """`world`: recipe, name, seed, the files that are the world's own, and the proof of the whole."""
        who = {"recipe": made.recipe.path.as_posix(), "name": made.stem, "seed": made.seed}
        _event("world", **who, files=[path.as_posix() for path in made.files], proof=made.proof)

    def leftover(self, left: Leftover) -> None:
        """`removed` or `leftover`: file, and whether it was edited."""
        _event("removed" if left.removed else "leftover", file=left.path.as_posix(), edited=left.kept)

    def locked(self, path: Path) -> None:
        """`locked`: file."""
        _event("locked", file=path.as_posix())

    def end(self, made: int, kept: int, failed: int) -> None:
        """`end`: how many levels were made, unchanged and failed."""
        _event("end", made=made, unchanged=kept, failed=failed)


class GitHubReport(TextReport):
    """As for people, and mistakes as annotations that GitHub shows at the line of the recipe."""

    def news(self, message: str) -> None:
        """A notice."""
        say(f"::notice::{_data(message)}")

    def mistakes(self, error: LevelgenError) -> None:
        """An annotation for each mistake."""
        _annotate(problems_of(error))

    def level(self, result: Made | Kept | Failed) -> None:
        """A line for a level that was made; annotations for one that failed."""
        if isinstance(result, Failed):
            _annotate(problems_of(result.error, result.job.recipe.path))
        else:
            super().level(result)


FORMATS = {"text": TextReport, "json": JsonReport, "github": GitHubReport}


def problems_of(error: LevelgenError, file: Path = Path()) -> tuple[Problem, ...]:
    """What is wrong and where; of an error without a place, in a file."""
    return error.problems or (Problem(Place("" if file == Path() else str(file)), str(error)),)


def _told(problem: Problem) -> dict[str, Any]:
    place = problem.place
    return {"file": place.file, "line": place.line, "column": place.column, "message": problem.message}


def _event(name: str, /, **fields: Any) -> None:
    say(orjson.dumps({"event": name, **fields}, default=vars).decode())


def _annotate(problems: Iterable[Problem]) -> None:
    """GitHub's workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions."""
    for problem in problems:
        place = problem.place
        where = {"file": place.file, "line": place.line, "col": place.column, "title": "levelgen"}
        told = ",".join(f"{key}={_property(str(value))}" for key, value in where.items() if value)
        say(f"::error {told}::{_data(problem.message)}")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
