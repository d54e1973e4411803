"""A whole world as one level: to look at, and to prove that its chunks together are what was promised."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.graphs.grid import grid
from levelgen.level import Level, Mark
from levelgen.pipeline import accepted
from levelgen.recipe import Recipe
from levelgen.rng import Seed, Streams
from levelgen.seams import Side
from levelgen.world import Chunk, layout_of, stem_of


def one_level(recipe: Recipe, seed: Seed) -> Level[GridGraph]:
    """The rooms of all chunks of a finite world in one grid, with every open wall, seam and mark. O(rooms)."""
    layout, world = layout_of(recipe, seed), recipe.world
    assert world is not None
    rows, columns = layout.graph.rows, layout.graph.columns
    graph = grid(Streams(seed).graph(), rows=world.rows * rows, columns=world.columns * columns)
    room = np.arange(graph.rooms).reshape(world.rows, rows, world.columns, columns).swapaxes(1, 2)
    level = Level(graph, np.zeros(graph.walls, np.bool_))
    for chunk in np.ndindex(world.rows, world.columns):
        level = _with_chunk(level, room[chunk].ravel(), _chunk(recipe, seed, chunk))
    return level


def _chunk(recipe: Recipe, seed: Seed, chunk: tuple[int, ...]) -> Level[GridGraph]:
    place: Chunk = (chunk[0], chunk[1])
    return accepted(recipe, seed, stem_of(recipe.name, place), range(recipe.attempts), place)[1]


def _with_chunk(level: Level[GridGraph], room: NDArray[np.int64], chunk: Level[GridGraph]) -> Level[GridGraph]:
    """The level with the walls and marks of a chunk, whose rooms are `room` there."""
    opened = np.flatnonzero(chunk.open)
    u, row = room[chunk.graph.edges[opened, 0]], chunk.graph.positions[chunk.graph.edges[opened], 1]
    right, below = level.graph.right, level.graph.below
    walls = np.where(row[:, 0] == row[:, 1], right[u], below[u]).tolist()
    for seam in chunk.seams or ():
        if seam.side in (Side.RIGHT, Side.BOTTOM):
            walls.append(int((right if seam.side == Side.RIGHT else below)[room[seam.node]]))
    marks = [Mark(mark.kind, int(room[mark.node]), mark.properties) for mark in chunk.marks]
    return replace(level.with_open(walls), marks=(*level.marks, *marks), notes=(*level.notes, *chunk.notes))
