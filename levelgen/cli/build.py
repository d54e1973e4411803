"""`levelgen build`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from levelgen.build import Failed, Made, find_recipes, load_all, plan, run
from levelgen.cli.completion import recipes
from levelgen.cli.console import (
    AttemptOption,
    SeedOption,
    SetOption,
    as_number,
    as_seed,
    as_settings,
    complain,
    mistake,
    say,
)
from levelgen.executors import Workers
from levelgen.lock import Locks, save
from levelgen.rng import Seed

_MOST_NOTES = 20
_MOST_SEEDS = 1_000_000


def build(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", autocompletion=recipes, help="Recipes, or folders of recipes.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")] = Path("build"),
    seed: SeedOption = None,
    seeds: Annotated[
        str | None,
        typer.Option("--seeds", metavar="A..B", help="A level for each seed from A to B, both included."),
    ] = None,
    sets: SetOption = None,
    attempt: AttemptOption = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes to use (default: all cores).")
    ] = None,
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="Stop at the first level that fails.")] = False,
    lock: Annotated[bool, typer.Option("--lock", help="Note in levelgen.lock what every step makes.")] = False,
    locked: Annotated[
        bool,
        typer.Option("--locked", help="Fail where a level is not as levelgen.lock says, and say which step changed."),
    ] = False,
    durable: Annotated[bool, typer.Option("--durable", help="Wait until the disk has every file (fsync).")] = False,
) -> None:
    """Make the levels of recipes, prove each one, and write their files.

    Prints a line of proof for each level. Files are NAME.tmj and so on, with several seeds NAME-SEED.tmj.
    Nothing is made when any recipe has a mistake; a level that fails leaves no file and does not stop the others.
    """
    wanted, settings = seeds_of(seed, seeds), as_settings(sets)
    recipes, passed_over = find_recipes(paths)
    if lock and locked:
        raise mistake("--lock", "give --lock or --locked, not both")
    planned = plan(load_all(recipes, settings), wanted, attempt, lock or locked)
    locks = Locks(job.recipe for job in planned) if locked else None
    for path in passed_over:
        say(f"skipped {path}: no key 'levelgen', so it is no recipe")
    failed, made = 0, []
    with progress(len(planned)) as advance:
        for result in run(planned, out, durable, Workers(jobs or os.cpu_count() or 1), locks):
            failed += isinstance(result, Failed)
            made += [(result.job.recipe, result.job.stem, result.entry)] if isinstance(result, Made) else []
            advance()
            _report(result)
            if failed and fail_fast:
                break
    missing = locks.gone() if locks else []
    for line in missing:
        complain(line)
    if lock and not failed:
        for path in save([(recipe, stem, entry) for recipe, stem, entry in made if entry]):
            say(f"locked in {path}")
    if missing and not failed:
        raise typer.Exit(1)
    if failed:
        complain(f"{failed} of {len(planned)} levels failed")
        raise typer.Exit(1)


def seeds_of(seed: str | None, seeds: str | None) -> list[Seed] | range:
    """What `--seed` or `--seeds` asks for; none of both: no seed. RecipeError where that is a mistake."""
    if seed is not None and seeds is not None:
        raise mistake("--seeds", "give --seed or --seeds, not both")
    if seeds is None:
        one = as_seed(seed)
        return [] if one is None else [one]
    first, dots, last = seeds.partition("..")
    if not (dots and first.isascii() and first.isdigit() and last.isascii() and last.isdigit()):
        raise mistake("--seeds", f"must be A..B, two whole numbers of at least 0, not '{seeds}'")
    low, high = as_number("--seeds", first), as_number("--seeds", last)
    if high < low:
        raise mistake("--seeds", f"{seeds} holds no seed; write the smaller one first")
    if high - low >= _MOST_SEEDS:
        raise mistake("--seeds", f"{high - low + 1} seeds are too many; at most {_MOST_SEEDS} in one build")
    return range(low, high + 1)


def _report(result: Made | Failed) -> None:
    if isinstance(result, Failed):
        complain(str(result.error))
        return
    say(f"{_title(result)}: {result.proof}")
    for note in result.notes[:_MOST_NOTES]:
        say(f"  {note}")
    if len(result.notes) > _MOST_NOTES:
        say(f"  and {len(result.notes) - _MOST_NOTES} notes more")


def _title(made: Made) -> str:
    attempt = f", attempt {made.attempt}" if made.attempt else ""
    return f"{made.job.stem} (seed {made.job.seed}{attempt})"


@contextmanager
def progress(levels: int) -> Iterator[Any]:
    """A progress bar on standard error where a person watches more than one level being made."""
    if levels < 2 or not sys.stderr.isatty():
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("levels", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("levels", total=levels)
        yield lambda steps=1: bar.advance(task, steps)
