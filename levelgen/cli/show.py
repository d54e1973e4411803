"""`levelgen show`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from levelgen import drawing
from levelgen.cli.completion import recipes
from levelgen.cli.console import AttemptOption, SeedOption, SetOption, as_seed, as_settings, complain, mistake, say
from levelgen.complaint import did_you_mean
from levelgen.graph import GridGraph
from levelgen.kernels.sets import components
from levelgen.level import Level
from levelgen.pipeline import BuiltLevel, generate, trial
from levelgen.reading import load_recipe
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.verify import verify
from levelgen.walks import distances, walk


class As(Enum):
    """How a level is shown."""

    lines = "lines"
    blocks = "blocks"
    map = "map"


def show(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", autocompletion=recipes, help="The recipe.")],
    seed: SeedOption = None,
    sets: SetOption = None,
    attempt: AttemptOption = None,
    how: Annotated[
        As | None, typer.Option("--as", help="Lines or blocks (grids), or the tile map in characters.")
    ] = None,
    path: Annotated[
        tuple[str, str] | None,
        typer.Option("--path", metavar="A B", help="Draw the walk between two rooms: numbers, names or marks."),
    ] = None,
) -> None:
    """Show a level as text, with its line of proof below.

    A grid is shown as lines, all else as a map of characters. --path draws the walk between two rooms and says
    whether it is the only one; the rooms are numbers, names, or kinds of marks such as 'start' and 'exit'.
    --attempt shows an attempt even where it is outside the recipe's 'require', and says how (exit code 1).
    """
    built, wrong = _built(load_recipe(recipe, as_settings(sets)), as_seed(seed), attempt)
    level = built.level
    ends = (_room(level, path[0]), _room(level, path[1])) if path else None
    rooms = walk(level, *ends) if ends else []
    say(_picture(built, how, rooms))
    for line in drawing.legend(level.marks):
        say(line)
    if ends:
        say(_walk_line(level, rooms))
    say(f"{built.drawn_by} | {verify(built)}")
    for note in built.notes:
        say(f"  {note}")
    if wrong:
        complain(f"outside 'require': {wrong}")
        raise typer.Exit(1)


def _built(recipe: Recipe, seed: Seed | None, attempt: int | None) -> tuple[BuiltLevel, str]:
    """The level, and what is wrong with the attempt that was asked for: one looks at those that miss, too."""
    return (generate(recipe, seed), "") if attempt is None else trial(recipe, seed, attempt)


def _picture(built: BuiltLevel, how: As | None, rooms: list[int]) -> str:
    if how in (As.lines, As.blocks) and not isinstance(built.level.graph, GridGraph):
        raise mistake("--as", f"{how.value} is for grids; leave it out to see the map")
    return drawing.drawn(built.level, built.tilemap, how.value if how else "", rooms)


def _room(level: Level[Any], text: str) -> int:
    graph = level.graph
    if text in graph.names:
        return int(graph.names.index(text))
    if level.marked(text):
        return level.marked(text)[0]
    if text.isascii() and text.isdigit() and int(text) < graph.rooms:
        return int(text)
    known = [*graph.names, *dict.fromkeys(mark.kind for mark in level.marks)]
    numbers = f"rooms are numbers from 0 to {graph.rooms - 1}"
    raise mistake("--path", f"no room '{text}'; {numbers}{did_you_mean(text, known) if known else ''}")


def _walk_line(level: Level[Any], rooms: list[int]) -> str:
    length = int(distances(level, rooms[0])[rooms[-1]])
    only = "the only one" if _is_only(level, rooms) else "not the only one"
    steps = len(rooms) - 1
    name = level.graph.name
    return f"walk from {name(rooms[0])} to {name(rooms[-1])}: {steps} steps, length {length}, {only}"


def _is_only(level: Level[Any], rooms: list[int]) -> bool:
    """No other walk: without the walk's own passages, its rooms all fall apart."""
    edges = level.graph.edges[level.open]
    place = np.full(level.graph.rooms, -2, np.int64)
    place[rooms] = np.arange(len(rooms))
    own = np.abs(place[edges[:, 0]] - place[edges[:, 1]]) == 1
    own &= (place[edges] >= 0).all(axis=1)
    rest = edges[~own]
    label = components(level.graph.rooms, rest[:, 0], rest[:, 1])[rooms]
    return len(np.unique(label)) == len(rooms)
