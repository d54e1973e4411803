"""Levels as text: the lines of a maze, walls as blocks, or a map of characters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.level import Level, Mark
from levelgen.tilemap import TileMap
from levelgen.tiles.blocks import blocks as as_blocks

WALK = "*"
_CHARACTERS = {
    "empty": " ",
    "wall": "#",
    "floor": ".",
    "door": "+",
    "corridor": ",",
    "water": "~",
    "land": ".",
    "bridge": "=",
}


def drawn(level: Level[Any], tilemap: TileMap, style: str = "", walk: Sequence[int] = ()) -> str:
    """A level as `lines`, as `blocks` (both of grids only) or as a `map`; without a style, a grid as lines."""
    if style == "blocks":
        return blocks(level, walk)
    if style == "lines" or (not style and isinstance(level.graph, GridGraph)):
        return lines(level, walk)
    return characters(tilemap, level.marks, walk)


def legend(marks: Sequence[Mark]) -> list[str]:
    """A line that says what the letters mean; none without marks."""
    return [", ".join(f"{letter} {kind}" for kind, letter in letters(marks).items())] if marks else []


def lines(level: Level[GridGraph], walk: Sequence[int] = ()) -> str:
    """The rooms as cells: `+` corners, `---` and `|` walls, blanks where a wall is open or a seam leads out.

    Marks stand in their rooms as the letters of `letters`, a walk as asterisks.
    """
    graph = level.graph
    canvas = np.full((2 * graph.rows + 1, 4 * graph.columns + 1), " ")
    canvas[::2] = list("+---" * graph.columns + "+")
    canvas[1::2, ::4] = "|"
    joined = {frozenset(pair) for pair in pairwise(walk)}
    for (u, v), is_open in zip(graph.edges.tolist(), level.open.tolist(), strict=True):
        if is_open:
            row, column = divmod(u, graph.columns)
            step = WALK if frozenset((u, v)) in joined else " "
            if v == u + 1:
                canvas[2 * row + 1, 4 * column + 4] = step
            else:
                canvas[2 * row + 2, 4 * column + 1 : 4 * column + 4] = list(f" {step} ")
    for seam in level.seams or ():
        (row, column), (down, right) = divmod(seam.node, graph.columns), seam.side.step
        middle = 4 * column + 2 + 2 * right
        canvas[2 * row + 1 + down, middle - abs(down) : middle + abs(down) + 1] = " "
    sign = letters(level.marks)
    for room, character in [(room, WALK) for room in walk] + [(m.node, sign[m.kind]) for m in level.marks]:
        row, column = divmod(room, graph.columns)
        canvas[2 * row + 1, 4 * column + 2] = character
    return _text(canvas)


def blocks(level: Level[GridGraph], walk: Sequence[int] = ()) -> str:
    """Walls as cells, two characters wide: full blocks for walls, blanks for ground."""
    tilemap = as_blocks(level, None)  # type: ignore[arg-type]
    canvas = np.where(tilemap.walkable, "  ", "██")
    sign = letters(level.marks)
    x, y = tilemap.places.T
    for room, character in [(room, WALK) for room in walk] + [(m.node, sign[m.kind]) for m in level.marks]:
        canvas[y[room], x[room]] = f"{character} "
    return _text(canvas)


def characters(tilemap: TileMap, marks: Sequence[Mark] = (), walk: Sequence[int] = ()) -> str:
    """A character a tile: `#` wall, `.` ground, `+` door, `,` corridor, `~` water, `=` bridge; marks as letters."""
    signs = np.array([_CHARACTERS.get(role.name, "." if role.walkable else "#") for role in tilemap.roles])
    canvas = np.full(tilemap.owner.shape, " ")
    for layer in tilemap.layers.values():
        canvas = np.where(layer == 0, canvas, signs[layer])
    sign = letters(marks)
    x, y = tilemap.places.T
    for room, character in [(room, WALK) for room in walk] + [(m.node, sign[m.kind]) for m in marks]:
        canvas[y[room], x[room]] = character
    return _text(canvas)


def letters(marks: Sequence[Mark]) -> dict[str, str]:
    """A letter for each kind of mark: the first of its own that is free, else a digit."""
    chosen: dict[str, str] = {}
    for mark in marks:
        if mark.kind not in chosen:
            wanted = [*mark.kind.upper(), *"0123456789"]
            chosen[mark.kind] = next((c for c in wanted if c.isalnum() and c not in chosen.values()), "?")
    return chosen


def _text(canvas: NDArray[Any]) -> str:
    return "\n".join("".join(row) for row in canvas.tolist())
