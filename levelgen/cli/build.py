"""`levelgen build`."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from levelgen.build import Failed, Job, Kept, Made, find_recipes, load_all, plan, run
from levelgen.cli.completion import recipes
from levelgen.cli.console import (
    AttemptOption,
    ChunkOption,
    SeedOption,
    SetOption,
    as_chunk,
    as_number,
    as_seed,
    as_settings,
    mistake,
)
from levelgen.cli.progress import progress
from levelgen.cli.reports import FORMATS, TextReport
from levelgen.cli.watching import keep_building
from levelgen.delivery import delivered, folder_of
from levelgen.depfile import depfile
from levelgen.errors import LevelgenError
from levelgen.executors import Workers
from levelgen.files import write_all
from levelgen.gathering import WorldMade
from levelgen.inputs import files_read
from levelgen.leftovers import leftovers
from levelgen.lock import Locks, save
from levelgen.rng import Seed

Form = Literal["text", "json", "github"]
_MOST_SEEDS = 1_000_000


def build(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", autocompletion=recipes, help="Recipes, or folders of recipes.")
    ],
    out: Annotated[str, typer.Option("--out", metavar="DIR|URL", help="Where the files go, s3://… too.")] = "build",
    seed: SeedOption = None,
    seeds: Annotated[
        str | None,
        typer.Option("--seeds", metavar="A..B", help="A level for each seed from A to B, both included."),
    ] = None,
    sets: SetOption = None,
    attempt: AttemptOption = None,
    chunk: ChunkOption = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes to use (default: all cores).")
    ] = None,
    executor: Annotated[
        str | None,
        typer.Option("--executor", metavar="dask://…", help="Make them on a Dask cluster: dask://HOST:PORT, or local."),
    ] = None,
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="Stop at the first level that fails.")] = False,
    lock: Annotated[bool, typer.Option("--lock", help="Note in levelgen.lock what every step makes.")] = False,
    locked: Annotated[
        bool,
        typer.Option("--locked", help="Fail where a level is not as levelgen.lock says, and say which step changed."),
    ] = False,
    durable: Annotated[bool, typer.Option("--durable", help="Wait until the disk has every file (fsync).")] = False,
    force: Annotated[bool, typer.Option("--force", help="Make all levels anew, over edited files too.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Remove outputs that no recipe makes any more.")] = False,
    dependencies: Annotated[
        Path | None, typer.Option("--depfile", metavar="FILE", help="Write what is made from what, for Make or Ninja.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Build again whenever a file is saved, until Ctrl-C.")] = False,
    form: Annotated[
        Form, typer.Option("--format", help="What to say: for people, as JSON lines, for GitHub.")
    ] = "text",
) -> None:
    """Make the levels of recipes, prove each one, and write their files.

    Only what changed is made: prints a line of proof for each. Files are NAME.tmj and so on, with several seeds
    NAME-SEED.tmj, of worlds NAME_ROW_COLUMN.tmj for each chunk. Nothing is made when any recipe has a mistake; a level
    that fails leaves no file and does not stop the others.
    """
    report = FORMATS[form]()
    drawn: dict[str, Seed] = {}

    def once() -> int:
        try:
            found, passed_over = find_recipes(paths)
            loaded = load_all(found, settings)
            planned = _with_seeds(plan(loaded, wanted, attempt, lock or locked, as_chunk(chunk)), drawn)
            locks = Locks(job.recipe for job in planned) if locked else None
            for path in passed_over:
                report.skipped(path)
            results = delivered(out, lambda where: run(planned, where, durable, workers, locks, force, report.news))
            done = _levels(results, len(planned), report, fail_fast)
            for left in leftovers(folder, () if settings else loaded, prune, report.news) if folder else ():
                report.leftover(left)
            if dependencies is not None:
                _write_depfile(dependencies, paths, done)
            failed = any(isinstance(result, Failed) for result in done)
            if lock and not failed:
                _save_lock(done, report)
        except LevelgenError as error:
            report.mistakes(error)
            return error.exit_code
        missing = locks.gone() if locks else []
        for line in missing:
            report.news(line)
        report.end(*(sum(isinstance(result, kind) for result in done) for kind in (Made, Kept, Failed)))
        return 1 if failed or missing else 0

    try:
        wanted, settings = seeds_of(seed, seeds), as_settings(sets)
        if lock and locked:
            raise mistake("--lock", "give --lock or --locked, not both")
        folder = folder_of(out)
        if folder is None and (prune or dependencies or watch):
            option = "--prune" if prune else "--depfile" if dependencies else "--watch"
            raise mistake(option, f"is for a folder's files, not for those at {out}")
        workers = _workers(jobs, executor)
        if watch and folder:
            return keep_building(once, paths, folder, report.news)
    except LevelgenError as error:
        report.mistakes(error)
        raise typer.Exit(error.exit_code) from None
    if code := once():
        raise typer.Exit(code)
    return None


def _with_seeds(jobs: Iterable[Job], drawn: dict[str, Seed]) -> list[Job]:
    """The jobs; a seed that was drawn stays the same while the command runs, so that a save changes what it changes."""
    return [replace(job, seed=drawn.setdefault(job.stem, job.seed)) if job.recipe.seed is None else job for job in jobs]


def _levels(
    results: Generator[Made | Kept | WorldMade | Failed, None, None], count: int, report: TextReport, fail_fast: bool
) -> list[Made | Kept | Failed]:
    done = []
    with progress(count) as advance, closing(results):
        for result in results:
            if isinstance(result, WorldMade):
                report.world(result)
                continue
            advance()
            report.level(result)
            done.append(result)
            if fail_fast and isinstance(result, Failed):
                break
    return done


def _save_lock(done: Iterable[Made | Kept | Failed], report: TextReport) -> None:
    made = [result for result in done if not isinstance(result, Failed)]
    for path in save([(result.job.recipe, result.job.stem, result.entry) for result in made if result.entry]):
        report.locked(path)


def _write_depfile(file: Path, paths: Iterable[Path], done: Iterable[Made | Kept | Failed]) -> None:
    folders = [path for path in paths if path.is_dir()]
    made = [result for result in done if not isinstance(result, Failed)]
    rules = [(list(map(Path, result.files)), [*files_read(result.job.recipe), *folders]) for result in made]
    write_all({file.name: depfile(rules)}, file.parent)


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


def _workers(jobs: int | None, executor: str | None) -> Workers:
    if executor is None:
        return Workers(jobs)
    match = re.fullmatch(r"dask://(local|\S+:\d+)", executor)
    if not match:
        raise mistake("--executor", f"must be dask://HOST:PORT or dask://local, not '{executor}'")
    return Workers(jobs, match[1])
