"""What the tests of tile styles share: levels with loops, and the proof of a map by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from levelgen import BuiltLevel, Level, verify
from levelgen.contract import checked_tiles
from levelgen.reading import parse_recipe
from levelgen.tilemap import TileMap, passage

RECIPE = """
levelgen: 1
graph: {grid: {rows: 1, columns: 1}}
spanning_tree: kruskal
tiles: blocks
export: [csv]
"""


def prove(level: Level[Any], tilemap: TileMap) -> None:
    """All that the core asks of a tile style, and the proof that `build` runs on every level."""
    recipe = parse_recipe(RECIPE, Path("made-up.yaml"))
    verify(BuiltLevel(recipe, 1, "made-up", level, checked_tiles(level, tilemap), cast(Any, None)))


def with_loops(draw: st.DrawFn, level: Level[Any]) -> Level[Any]:
    """The level with none, some or all of its closed walls opened too."""
    share = draw(st.sampled_from([0.0, 0.3, 1.0]))
    return level.with_open(np.flatnonzero(np.random.default_rng(1).random(level.graph.walls) < share))


def tiles_of(tilemap: TileMap, owner: int) -> list[tuple[int, int]]:
    """The tiles (x, y) of an owner, row by row."""
    return [(x, y) for y, x in np.argwhere(tilemap.owner == owner).tolist()]


def bridge(tilemap: TileMap, edge: int) -> list[tuple[int, int]]:
    return tiles_of(tilemap, passage(edge))


def around(mask: NDArray[np.bool_], corners: bool) -> NDArray[np.bool_]:
    """The tiles that have one of the mask beside them (or at a corner), by plain shifts."""
    padded = np.pad(mask, 1)
    steps = [(r, c) for r in (0, 1, 2) for c in (0, 1, 2) if (r, c) != (1, 1) and (corners or 1 in (r, c))]
    h, w = mask.shape
    result: NDArray[np.bool_] = np.any([padded[r : r + h, c : c + w] for r, c in steps], axis=0)
    return result
