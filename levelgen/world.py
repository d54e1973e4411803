"""Worlds: chunks in rows and columns, which of them are joined, and where the seams between them are.

All of it follows from recipe and seed, border by border, so that any chunk can be made alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, reduce

import numpy as np

from levelgen.endless import joins
from levelgen.errors import GenerationError, Place, Problem, RecipeError
from levelgen.graph import GridGraph
from levelgen.graphs.grid import grid
from levelgen.level import Level, Mark, Scalar
from levelgen.recipe import Recipe, World
from levelgen.regions import on_border
from levelgen.rng import Seed, Stream, Streams
from levelgen.seams import Seam, Side
from levelgen.steps import graph_of, joined, passed
from levelgen.tilemap import TileMap
from levelgen.walks import distances

Chunk = tuple[int, int]
"""Row and column of a chunk, from 0; below 0 too where the world is endless."""


@dataclass(frozen=True)
class Site:
    """Where a level lies in a world.

    chunk: its row and column. rows, columns: the world's, 0 where it is endless. stem: begins the names of the
    world's own files. origin: x and y of the chunk's first tile, counted in tiles from the first of chunk 0,0.
    """

    chunk: Chunk
    rows: int
    columns: int
    stem: str
    origin: tuple[int, int]

    @property
    def number(self) -> int:
        """The chunk's place among all, row by row from 0."""
        return self.chunk[0] * self.columns + self.chunk[1]

    @property
    def is_last(self) -> bool:
        """Is it the last chunk of the world?"""
        return self.number == self.rows * self.columns - 1


@dataclass(frozen=True, eq=False)
class Layout:
    """A world made of a recipe by a seed: the graph that all chunks share, and the chunks as rooms of a level."""

    world: World
    seed: Seed
    graph: GridGraph
    chunks: Level[GridGraph] | None

    def beside(self, chunk: Chunk, side: Side) -> Chunk | None:
        """The chunk over this side; None beyond the end of the world."""
        there = chunk[0] + side.step[0], chunk[1] + side.step[1]
        return there if self.holds(there) else None

    def holds(self, chunk: Chunk) -> bool:
        """Is there such a chunk?"""
        return self.world.endless or (0 <= chunk[0] < self.world.rows and 0 <= chunk[1] < self.world.columns)

    def seams(self, chunk: Chunk) -> tuple[Seam, ...]:
        """The seams of a chunk, side by side clockwise from the top."""
        return tuple(seam for side in Side for seam in self._seams(chunk, side))

    def marks(self, chunk: Chunk) -> tuple[Mark, ...]:
        """The marks that the world's passes put on this chunk."""
        if self.chunks is None or not self.chunks.marks:
            return ()
        number = chunk[0] * self.world.columns + chunk[1]
        return tuple(mark for mark in self.chunks.marks if mark.node == number)

    def _seams(self, chunk: Chunk, side: Side) -> Iterator[Seam]:
        other = self.beside(chunk, side)
        if other is None:
            return
        first, down = min(chunk, other), side in (Side.TOP, Side.BOTTOM)
        if self._joined(first, down):
            name = f"border/{first[0]},{first[1]}/{'below' if down else 'right'}"
            length = self.graph.columns if down else self.graph.rows
            for place, lot in _places(Streams(self.seed).named(name), length, self.world.seams):
                yield Seam(self._room(side, place), side, lot)

    def _joined(self, chunk: Chunk, down: bool) -> bool:
        """Is a chunk joined to the one below it, or to its right?"""
        if self.chunks is None:
            return joins(self.seed, *chunk, down)
        walls = self.chunks.graph.below if down else self.chunks.graph.right
        return bool(self.chunks.open[walls[chunk[0] * self.world.columns + chunk[1]]])

    def _room(self, side: Side, place: int) -> int:
        rows, columns = self.graph.rows, self.graph.columns
        return {
            Side.TOP: place,
            Side.RIGHT: place * columns + columns - 1,
            Side.BOTTOM: (rows - 1) * columns + place,
            Side.LEFT: place * columns,
        }[side]


def _places(stream: Stream, length: int, count: int) -> Iterator[tuple[int, int]]:
    """So many different places of a border, each with its lot: a shuffle's first draws."""
    if count > length:
        raise GenerationError(f"world.seams: {count} asked for, but a side of a chunk has only {length} rooms")
    free = list(range(length))
    for taken in range(count):
        at = taken + stream.below(length - taken)
        free[taken], free[at] = free[at], free[taken]
        yield free[taken], stream.below(1 << 32)


@lru_cache(maxsize=8)
def layout_of(recipe: Recipe, seed: Seed) -> Layout:
    """The layout of a recipe's world, made once a process. Cost: O(chunks); of endless worlds O(1)."""
    world = recipe.world
    assert world is not None
    graph = graph_of(recipe, Streams(seed, within="chunk").graph())
    assert isinstance(graph, GridGraph)
    return Layout(world, seed, graph, _chunks(world, Streams(seed, within="world")))


def _chunks(world: World, streams: Streams) -> Level[GridGraph] | None:
    if world.spanning_tree is None:
        return None
    stream = streams.graph()
    level = joined(grid(stream, rows=world.rows, columns=world.columns), world.spanning_tree, stream)
    return passed(level, world.passes, streams, Counter())


def site_of(recipe: Recipe, stem: str, tilemap: TileMap, chunk: Chunk) -> Site:
    """Where the chunk whose files are called `stem` lies in the recipe's world."""
    world = recipe.world
    assert world is not None
    own = stem.removesuffix(stem_of("", chunk))
    return Site(chunk, world.rows, world.columns, own, origin_of(tilemap, chunk))


def origin_of(tilemap: TileMap, chunk: Chunk) -> tuple[int, int]:
    """x and y of the first tile of a chunk with this map; neighbouring chunks share the lines of their border."""
    return chunk[1] * (tilemap.width - tilemap.border), chunk[0] * (tilemap.height - tilemap.border)


def stem_of(stem: str, chunk: Chunk | None) -> str:
    """What begins the names of a level's files: of a chunk STEM_ROW_COLUMN."""
    return f"{stem}_{chunk[0]}_{chunk[1]}" if chunk else stem


def as_chunk(tilemap: TileMap, chunk: Chunk) -> TileMap:
    """The map with the properties that say of its file which chunk it is and where its border is open."""
    ends = " ".join(f"{x},{y}" for y, x in np.argwhere(tilemap.walkable & on_border(tilemap.walkable.shape)).tolist())
    said: dict[str, Scalar] = {"chunk": f"{chunk[0]},{chunk[1]}", "border": tilemap.border, "seams": ends}
    return replace(tilemap, properties={**tilemap.properties, **said})


def chunk_of(properties: Mapping[str, Scalar]) -> Chunk | None:
    """The chunk that a map's properties say it is; None where it stands alone."""
    match = re.fullmatch(r"(-?\d{1,100}),(-?\d{1,100})", str(properties.get("chunk", "")))
    return (int(match[1]), int(match[2])) if match else None


def first_chunk(recipe: Recipe) -> Chunk | None:
    """The chunk that stands for a recipe's world where one level is looked at; None for one that stands alone."""
    return (0, 0) if recipe.world else None


def chunks_of(recipe: Recipe, chunk: Chunk | None) -> list[Chunk | None]:
    """The chunk asked for, else all of the recipe's world row by row, or None for a level that stands alone.

    RecipeError where there is no such chunk, or no end of them.
    """
    world = recipe.world
    if world and chunk is None and not world.endless:
        return [(row, column) for row in range(world.rows) for column in range(world.columns)]
    checked_chunk(recipe, chunk)
    return [chunk]


def checked_chunk(recipe: Recipe, chunk: Chunk | None) -> None:
    """RecipeError where the recipe's world has no such chunk, is none, or needs one to be named."""
    world = recipe.world
    if world is None and chunk is not None:
        _refuse(Place(str(recipe.path)), f"is no world, so there is no chunk {chunk[0]},{chunk[1]}; leave out --chunk")
    if world is not None and chunk is None:
        what = "an endless world" if world.endless else f"a world of {world.rows} × {world.columns} chunks"
        _refuse(world.place, f"world: {what} cannot be made as one level; name a chunk, such as --chunk 0,0")
    if world is None or chunk is None or world.endless:
        return
    if not (0 <= chunk[0] < world.rows and 0 <= chunk[1] < world.columns):
        there_are = f"rows are 0 to {world.rows - 1}, columns 0 to {world.columns - 1}"
        _refuse(world.place, f"world: no chunk {chunk[0]},{chunk[1]}; {there_are}")


def _refuse(place: Place, message: str) -> None:
    raise RecipeError([Problem(place, message)])


def settled(level: Level[GridGraph], marks: tuple[Mark, ...]) -> Level[GridGraph]:
    """The chunk with the marks that its world put on it, each in the free room farthest from seams and such marks.

    In a chunk without seams the first stands as far as can be from room 0; of equal rooms the lowest is taken.
    GenerationError where no room is free.
    """
    for mark in marks:
        taken = [*level.seam_rooms.tolist(), *(other.node for other in level.marks)]
        away = reduce(np.minimum, [distances(level, room) for room in dict.fromkeys(taken or [0])])
        away[taken] = -1
        room = int(away.argmax())
        if away[room] < 0:
            raise GenerationError(f"world.passes: {mark.kind} finds no free room in its chunk; make the chunks larger")
        level = level.with_marks([Mark(mark.kind, room, mark.properties)])
    return level
