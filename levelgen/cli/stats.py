"""`levelgen stats`."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path
from typing import Annotated

import orjson
import typer

from levelgen.bounds import number
from levelgen.cli.build import seeds_of
from levelgen.cli.console import SetOption, as_settings, complain, mistake, say, table
from levelgen.cli.progress import progress
from levelgen.complaint import did_you_mean
from levelgen.errors import GenerationError
from levelgen.executors import Workers
from levelgen.files import write_all
from levelgen.populations.gating import verdicts
from levelgen.populations.page import page
from levelgen.populations.ranges import widest
from levelgen.populations.report import document
from levelgen.populations.spread import SHOWN, bin_edges, counts, distance, statistic
from levelgen.populations.survey import Survey, survey
from levelgen.reading import load_recipe
from levelgen.recipe import Recipe
from levelgen.rng import Seed

_BARS = "▁▂▃▄▅▆▇█"
_SHOWN_FAILURES = 5

SeedsOption = Annotated[
    str, typer.Option("--seeds", metavar="A..B", help="A level for each seed from A to B, both included.")
]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes to use (default: all cores).")
]


class Format(Enum):
    """How statistics are spelled."""

    table = "table"
    json = "json"
    html = "html"


def stats(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="The recipe.")],
    versus: Annotated[
        Path | None, typer.Option("--versus", metavar="RECIPE", help="Another recipe to compare with.")
    ] = None,
    seeds: SeedsOption = "1..1000",
    sets: SetOption = None,
    jobs: JobsOption = None,
    how: Annotated[Format, typer.Option("--format", help="A table, JSON, or a page with plots.")] = Format.table,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it to a file instead of printing it.")
    ] = None,
    axes: Annotated[
        tuple[str, str] | None,
        typer.Option("--axes", metavar="X Y", help="The two measures of the page's expressive range."),
    ] = None,
) -> None:
    """Measure a recipe's levels over many seeds: how each measure spreads, and whether the recipe's 'gates' hold.

    Levels are made as 'build' makes them, and not written. With --versus, two recipes side by side: what did this
    edit do? --set sets parameters of both. Exit code 1 where a level could not be made or a gate does not hold.
    """
    numbers, workers = seeds_of(None, seeds), Workers(jobs or os.cpu_count() or 1)
    recipes = [load_recipe(path, as_settings(sets)) for path in (recipe, versus) if path]
    surveys = [surveyed(each, numbers, workers) for each in recipes]
    if versus:
        surveys = _over_the_same(surveys)
    text = {Format.table: _text, Format.json: _json, Format.html: _page}[how](surveys, axes)
    if out:
        write_all({out.name: text}, out.parent)
    else:
        say(text.decode().removesuffix("\n"))
    if wrong(surveys):
        raise typer.Exit(1)


def surveyed(recipe: Recipe, seeds: list[Seed] | range, workers: Workers) -> Survey:
    """The survey of a recipe, with a bar of progress; GenerationError where no level could be made at all."""
    with progress(len(seeds)) as advance:
        found = survey(recipe, seeds, workers, advance)
    if not found.seeds:
        raise GenerationError(f"none of {len(seeds)} levels could be made; the first: {found.failed[0][1]}")
    return found


def wrong(surveys: list[Survey]) -> bool:
    """Say which levels failed and which gates do not hold; is there any?"""
    bad = False
    for each in surveys:
        for seed, error in each.failed[:_SHOWN_FAILURES]:
            complain(f"seed {seed}: {error}")
        if each.failed:
            complain(f"{each.recipe.path}: {len(each.failed)} of {len(each.failed) + len(each.seeds)} levels failed")
        missed = [verdict for verdict in verdicts(each) if not verdict.holds]
        for verdict in missed:
            complain(str(verdict))
        bad = bad or bool(each.failed or missed)
    return bad


def _over_the_same(surveys: list[Survey]) -> list[Survey]:
    """The surveys over the measures that all have, as those of grids are not for islands."""
    names = [name for name in surveys[0].names if all(name in each.names for each in surveys)]
    return [each.only(names) for each in surveys]


def _text(surveys: list[Survey], axes: tuple[str, str] | None) -> bytes:
    lines = [
        table(_versus(surveys), right=range(1, 9)) if len(surveys) > 1 else table(_single(surveys[0]), range(1, 8))
    ]
    for each in surveys:
        tried = sum(attempt > 0 for attempt in each.attempts)
        further = f", {tried} of them by a further attempt" if tried else ""
        lines.append(f"{each.recipe.name}: {len(each.seeds)} levels{further}")
        lines += [f"gate holds: {verdict.gate.name} {verdict.gate.statistic} is {number(verdict.value)}, "
                  f"wanted {verdict.gate.wanted}" for verdict in verdicts(each) if verdict.holds]  # fmt: skip
    return "".join(f"{line}\n" for line in lines).encode()


def _single(survey: Survey) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("", *SHOWN, "", "")]
    for name, unit, whole in zip(survey.names, survey.units, survey.whole, strict=True):
        values = survey.of(name)
        bars = _sparkline(counts(values, bin_edges(values, whole, 16))) if name in survey.varying else ""
        rows.append((name, *(number(statistic(key, values)) for key in SHOWN), unit, bars))
    return rows


def _versus(surveys: list[Survey]) -> list[tuple[str, ...]]:
    shown, (a, b) = ("p05", "median", "p95"), surveys
    rows: list[tuple[str, ...]] = [("", a.recipe.name, "", "", b.recipe.name, "", "", "median", "distance"),
                                   ("", *shown, *shown, "b − a", "0 to 1")]  # fmt: skip
    for name in a.names:
        cells = [number(statistic(key, each.of(name))) for each in surveys for key in shown]
        shift = statistic("median", b.of(name)) - statistic("median", a.of(name))
        rows.append(
            (name, *cells, f"{'+' if shift > 0 else ''}{number(shift)}", f"{distance(a.of(name), b.of(name)):.2f}")
        )
    return rows


def _sparkline(heights: list[int]) -> str:
    return "".join(_BARS[-(-7 * height // max(heights))] if height else " " for height in heights)


def _json(surveys: list[Survey], axes: tuple[str, str] | None) -> bytes:
    found = [document(each) for each in surveys]
    return orjson.dumps(
        found[0] if len(found) == 1 else {"a": found[0], "b": found[1]}, option=orjson.OPT_APPEND_NEWLINE
    )


def _page(surveys: list[Survey], axes: tuple[str, str] | None) -> bytes:
    names = surveys[0].names
    for name in axes or ():
        if name not in names:
            raise mistake("--axes", f"no measure '{name}'{did_you_mean(name, names)}")
    title = " versus ".join(each.recipe.name for each in surveys)
    return page(surveys, f"{title}: levels of many seeds", axes or widest(surveys[0]))
