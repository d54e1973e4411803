"""Levels as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from levelgen.drawing import drawn, legend
from levelgen.errors import GenerationError
from levelgen.graph import GridGraph
from levelgen.pipeline import BuiltLevel
from levelgen.verify import verify


def text(built: BuiltLevel, *, style: Literal["auto", "lines", "blocks", "map"] = "auto") -> Mapping[str, bytes]:
    """NAME.txt: what `levelgen show` prints: the level, what its letters mean, the line of proof, notes.

    style: `lines` or `blocks` for grids, `map` with a character a tile, or `auto`: lines for grids, else the map.
    UTF-8, lines ended by LF. GenerationError when a level that is no grid is to be drawn as one.
    """
    if style in ("lines", "blocks") and not isinstance(built.level.graph, GridGraph):
        raise GenerationError(f"style '{style}' is for grids; set 'style: map' or leave it out")
    lines = [drawn(built.level, built.tilemap, "" if style == "auto" else style), *legend(built.level.marks)]
    lines += [f"{built.drawn_by} | {verify(built)}", *(f"  {note}" for note in built.notes)]
    return {".txt": "".join(f"{line}\n" for line in lines).encode()}
