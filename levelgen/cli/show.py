"""`levelgen show`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from levelgen import drawing
from levelgen.cli.completion import recipes
from levelgen.cli.console import (
    AttemptOption,
    ChunkOption,
    SeedOption,
    SetOption,
    as_chunk,
    as_seed,
    as_settings,
    complain,
    mistake,
    say,
    say_in_colours,
)
from levelgen.complaint import did_you_mean
from levelgen.components import components
from levelgen.files import write_all
from levelgen.graph import GridGraph
from levelgen.level import Level
from levelgen.one_level import one_level
from levelgen.pipeline import BuiltLevel, chosen_seed, generate, trial
from levelgen.reading import load_recipe
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.verify import figures, verify
from levelgen.walks import distances, walk
from levelgen.world import Chunk, layout_of

_MOST_ROOMS = 100_000


class As(Enum):
    """How a level is shown."""

    lines = "lines"
    blocks = "blocks"
    map = "map"
    colours = "colours"
    png = "png"
    svg = "svg"
    gif = "gif"


_FILES = (As.png, As.svg, As.gif)


def show(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", autocompletion=recipes, help="The recipe.")],
    seed: SeedOption = None,
    sets: SetOption = None,
    attempt: AttemptOption = None,
    chunk: ChunkOption = None,
    how: Annotated[
        As | None,
        typer.Option(
            "--as",
            help="As text: lines or blocks (of grids), the tile map in characters or colours. As a file: png, the "
            "level in its tiles; svg, the graph drawn over it; gif, how it grew.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where a png, svg or gif goes (else NAME.png …).")
    ] = None,
    path: Annotated[
        tuple[str, str] | None,
        typer.Option("--path", metavar="A B", help="Draw the walk between two rooms: numbers, names or marks."),
    ] = None,
) -> None:
    """Show a level as text or as a picture, with its line of proof below.

    A grid is shown as lines, all else as a map of characters. --path draws the walk between two rooms and says
    whether it is the only one; the rooms are numbers, names, or kinds of marks such as 'start' and 'exit'.
    --attempt shows an attempt even where it is outside the recipe's 'require', and says how (exit code 1).
    Of a world the whole is shown, as one level, or the chunk that --chunk names.
    """
    loaded, used = load_recipe(recipe, as_settings(sets)), as_seed(seed)
    if loaded.world and not loaded.world.endless and chunk is None and attempt is None:
        _show_world(loaded, chosen_seed(loaded, used), how, path)
        return
    built, wrong = _built(loaded, used, attempt, as_chunk(chunk))
    level = built.level
    ends = (_room(level, path[0]), _room(level, path[1])) if path else None
    rooms = walk(level, *ends) if ends else []
    if how in _FILES or out:
        say(_written(built, how or As.png, rooms, out))
    elif how == As.colours and _has_colours():
        from levelgen.halfblocks import half_blocks

        say_in_colours(half_blocks(built))
    else:
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


def _show_world(recipe: Recipe, seed: Seed, how: As | None, path: tuple[str, str] | None) -> None:
    world = recipe.world
    assert world is not None
    if how not in (None, As.lines, As.blocks):
        raise mistake("--as", "a world has a map for each chunk; name one by --chunk, or take lines or blocks")
    rooms = world.rows * world.columns * layout_of(recipe, seed).graph.rooms
    if rooms > _MOST_ROOMS:
        raise mistake("--chunk", f"the world has {rooms} rooms, too many to show; name a chunk, such as --chunk 0,0")
    level = one_level(recipe, seed)
    walked = walk(level, _room(level, path[0]), _room(level, path[1])) if path else []
    say(drawing.blocks(level, walked) if how == As.blocks else drawing.lines(level, walked))
    for line in [*drawing.legend(level.marks), *([_walk_line(level, walked)] if path else [])]:
        say(line)
    say(f"seed: {seed} | {figures(level)}")


def _built(recipe: Recipe, seed: Seed | None, attempt: int | None, chunk: Chunk | None) -> tuple[BuiltLevel, str]:
    """The level, and what is wrong with the attempt that was asked for: one looks at those that miss, too."""
    return (generate(recipe, seed, chunk=chunk), "") if attempt is None else trial(recipe, seed, attempt, chunk)


def _picture(built: BuiltLevel, how: As | None, rooms: list[int]) -> str:
    if how in (As.lines, As.blocks) and not isinstance(built.level.graph, GridGraph):
        raise mistake("--as", f"{how.value} is for grids; leave it out to see the map")
    style = As.map if how == As.colours else how
    return drawing.drawn(built.level, built.tilemap, style.value if style else "", rooms)


def _has_colours() -> bool:
    """Can whoever reads the output see colours? As rich finds out, NO_COLOR and FORCE_COLOR heeded."""
    from rich.console import Console

    return Console().color_system == "truecolor"


def _written(built: BuiltLevel, how: As, rooms: list[int], out: Path | None) -> str:
    """Write a picture; the line that says where."""
    if how not in _FILES:
        raise mistake("--out", f"{how.value} goes to the screen; pictures that go to files are png, svg and gif")
    file = out or Path(f"{built.stem}.{how.value}")
    write_all({file.name: _drawn(built, how, rooms)}, file.parent)
    return str(file)


def _drawn(built: BuiltLevel, how: As, rooms: list[int]) -> bytes:
    if how == As.svg:
        from levelgen.svg import svg

        return svg(built, rooms)
    if how == As.gif:
        from levelgen.animation import gif

        return gif(built)
    from levelgen.mosaic import fitting, mosaic
    from levelgen.png import png

    return png(fitting(mosaic(built.tilemap, built.painted)))


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
