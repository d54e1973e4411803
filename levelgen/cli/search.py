"""`levelgen search`."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import orjson
import typer

from levelgen.bounds import Bounds, bounds, number
from levelgen.cli.build import seeds_of
from levelgen.cli.console import SetOption, as_settings, complain, mistake, say, table
from levelgen.cli.stats import JobsOption, SeedsOption, surveyed
from levelgen.complaint import did_you_mean
from levelgen.executors import Workers
from levelgen.populations.elites import elites, inside
from levelgen.populations.ranges import widest
from levelgen.populations.survey import Survey, measures_of
from levelgen.reading import load_recipe


def search(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="The recipe.")],
    wants: Annotated[
        list[str] | None,
        typer.Option("--want", metavar="'MEASURE RANGE'", help="Such as 'start_to_exit >= 40' or 'dead_ends 5..20'."),
    ] = None,
    keep: Annotated[int, typer.Option("--keep", min=1, max=1000, metavar="N", help="How many seeds.")] = 20,
    spread: Annotated[
        list[str] | None,
        typer.Option("--spread", metavar="MEASURE", help="Spread over this measure (default: the two that vary most)."),
    ] = None,
    seeds: SeedsOption = "1..1000",
    sets: SetOption = None,
    jobs: JobsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Find seeds whose levels have what is wanted, as different from each other as can be.

    Prints them with what was measured, and last a line that a recipe can take: seeds: [3, 8, 21].
    Levels are made as 'build' makes them, and not written. Exit code 1 where no seed fits.
    """
    loaded = load_recipe(recipe, as_settings(sets))
    known = [plugin.name for plugin in measures_of(loaded)]
    wanted = dict(_want(text, known) for text in wants or ())
    over = [_known("--spread", name, known) for name in spread or ()]
    found = surveyed(loaded, seeds_of(None, seeds), Workers(jobs or os.cpu_count() or 1))
    over = over or list(widest(found))
    kept = elites(found, wanted, over, keep)
    if not kept:
        complain(f"{loaded.path}: none of {len(found.seeds)} levels fits{_nearest(found, wanted)}")
        raise typer.Exit(1)
    fit = int(inside(found, wanted).sum())
    (_say_json if as_json else _say)(found, kept, list(dict.fromkeys([*wanted, *over])), fit)


def _want(text: str, known: list[str]) -> tuple[str, Bounds]:
    match = re.fullmatch(r"\s*([^\s<>=]+)(?:\s+|(?=[<>=]))(.+)", text)
    if not match:
        raise mistake("--want", f"must be a measure and a range, such as 'start_to_exit >= 40', not '{text}'")
    name = _known("--want", match[1], known)
    try:
        return name, bounds(match[2])
    except ValueError as error:
        raise mistake("--want", f"{name}: {error}") from None


def _known(option: str, name: str, known: list[str]) -> str:
    if name not in known:
        raise mistake(option, f"no measure '{name}'{did_you_mean(name, known)}")
    return name


def _nearest(survey: Survey, wanted: dict[str, Bounds]) -> str:
    """For each measure that never fits, the nearest value; where each fits somewhere, that they never do at once."""
    told = []
    for name, each in wanted.items():
        value = min(survey.of(name).tolist(), key=each.short_of)
        if not each.hold(value):
            told.append(f"{name} is {number(value)} at the nearest, wanted {each}")
    return f": {'; '.join(told)}" if told else "; each range is met, but not all in one level"


def _say(survey: Survey, kept: list[int], shown: list[str], fit: int) -> None:
    head = ("seed", "attempt", *shown)
    rows = [(survey.seeds[n], survey.attempts[n], *(number(float(survey.of(m)[n])) for m in shown)) for n in kept]
    say(table([head, *rows], right=range(len(head))))
    say(f"{fit} of {len(survey.seeds)} levels fit; {len(kept)} of them, spread out:")
    say(f"seeds: [{', '.join(str(survey.seeds[n]) for n in kept)}]")


def _say_json(survey: Survey, kept: list[int], shown: list[str], fit: int) -> None:
    levels = [
        {"seed": survey.seeds[n], "attempt": survey.attempts[n], **{m: float(survey.of(m)[n]) for m in survey.names}}
        for n in kept
    ]
    say(
        orjson.dumps(
            {"fit": fit, "of": len(survey.seeds), "seeds": [survey.seeds[n] for n in kept], "levels": levels}
        ).decode()
    )
