"""Rooms of many sizes, with doors and corridors between them."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen.complaint import Complaint
from levelgen.graph import GridGraph
from levelgen.level import Level
from levelgen.parameters import Range, checked, sized
from levelgen.rng import Stream
from levelgen.tilemap import CORRIDOR, DOOR, EMPTY, FLOOR, SOLID, WALL, TileMap, passage

Gap = Annotated[int, Field(ge=1, le=64)]


class Room(NamedTuple):
    """A rectangle of floor: its left and top tile, its width and height."""

    x: int
    y: int
    width: int
    height: int

    def turned(self) -> Room:
        """The room mirrored at the main diagonal."""
        return Room(self.y, self.x, self.height, self.width)


def _check(width: tuple[int, int], height: tuple[int, int], gap: int) -> Iterator[Complaint]:
    for name, (smallest, largest) in (("width", width), ("height", height)):
        if smallest < 1 or largest > 256:
            yield Complaint((name,), f"must be from 1 to 256, not [{smallest}, {largest}]")


@checked(_check)
@sized(lambda level, **sizes: {"tiles": prod(_shape(level.graph, **sizes))})
def rooms(
    level: Level[GridGraph], rng: Stream, *, width: Range = (3, 7), height: Range = (3, 6), gap: Gap = 1
) -> TileMap:
    """Every room a rectangle of random size and place inside its plot, every open wall a corridor with two doors.

    width, height: the smallest and largest room, in tiles from 1 to 256. gap: tiles between the plots,
    from 1 to 64, where corridors bend. A plot holds the largest room and a ring of wall. Corridors run
    straight where the two rooms face each other, else they bend in the gap.
    Layers: ground (floor, door, corridor) and walls (around what one can walk on; nothing farther away).

    No corridor passes a third room or touches another corridor: beside a room it runs in the room's own
    rows (or columns), so what leaves a room at different sides keeps apart; in a gap it stays within the
    rows of its two rooms, and a ring of wall lies between the gap and every room.
    Cost: linear in the tiles.
    """
    plots = _Plots(level.graph, width, height, gap)
    placed = [plots.room(v, rng) for v in range(level.graph.rooms)]
    owner = np.full(plots.shape, SOLID, np.int32)
    for v, (x, y, w, h) in enumerate(placed):
        owner[y : y + h, x : x + w] = v
    doors = [door for edge in np.flatnonzero(level.open).tolist() for door in plots.dig(edge, placed, owner, rng)]
    ground = np.where(owner >= 0, FLOOR, np.where(owner < SOLID, CORRIDOR, EMPTY)).astype(np.uint16)
    ground[tuple(np.array(doors, np.int64).reshape(-1, 2).T)] = DOOR
    places = np.array([(x + w // 2, y + h // 2) for x, y, w, h in placed], np.int32)
    return TileMap({"ground": ground, "walls": _walls(ground)}, owner, places)


def _shape(graph: GridGraph, width: tuple[int, int], height: tuple[int, int], gap: int) -> tuple[int, int]:
    """Rows and columns of tiles."""
    return graph.rows * (height[1] + 2 + gap) - gap, graph.columns * (width[1] + 2 + gap) - gap


class _Plots:
    """The plots of a grid's rooms: equal rectangles with gaps between them."""

    def __init__(self, graph: GridGraph, width: tuple[int, int], height: tuple[int, int], gap: int) -> None:
        self.columns, self.width, self.height, self.gap = graph.columns, width, height, gap
        self.across, self.down = width[1] + 2 + gap, height[1] + 2 + gap
        self.shape = _shape(graph, width, height, gap)
        self.walls: list[list[int]] = graph.edges.tolist()
        self.side_by_side: list[bool] = np.isin(np.arange(graph.walls), graph.right).tolist()

    def room(self, v: int, rng: Stream) -> Room:
        """Draw the room of a plot: width, height, then its place."""
        row, column = divmod(v, self.columns)
        w = self.width[0] + rng.below(self.width[1] - self.width[0] + 1)
        h = self.height[0] + rng.below(self.height[1] - self.height[0] + 1)
        x = column * self.across + 1 + rng.below(self.width[1] - w + 1)
        y = row * self.down + 1 + rng.below(self.height[1] - h + 1)
        return Room(x, y, w, h)

    def dig(self, edge: int, placed: list[Room], owner: NDArray[np.int32], rng: Stream) -> list[tuple[int, int]]:
        """Give the tiles between the two rooms of an edge to its passage; the (row, column) of the two doors."""
        u, v = self.walls[edge]
        if self.side_by_side[edge]:
            bend = (v % self.columns) * self.across - self.gap + rng.below(self.gap)
            return _dig(owner, passage(edge), placed[u], placed[v], bend, rng)
        bend = (v // self.columns) * self.down - self.gap + rng.below(self.gap)
        turned = _dig(owner.T, passage(edge), placed[u].turned(), placed[v].turned(), bend, rng)
        return [(row, column) for column, row in turned]


def _dig(owner: NDArray[np.int32], mine: int, left: Room, right: Room, bend: int, rng: Stream) -> list[tuple[int, int]]:
    """Dig from the right side of one room to the left side of another, bending at column `bend`."""
    top, bottom = max(left.y, right.y), min(left.y + left.height, right.y + right.height)
    if top < bottom:
        first = last = top + rng.below(bottom - top)
    else:
        first, last = left.y + rng.below(left.height), right.y + rng.below(right.height)
    start, end = left.x + left.width, right.x
    owner[first, start:bend] = mine
    owner[min(first, last) : max(first, last) + 1, bend] = mine
    owner[last, bend:end] = mine
    return [(first, start), (last, end - 1)]


def _walls(ground: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """A wall on every tile that touches ground, also by a corner, and is none itself."""
    free = np.pad(ground != EMPTY, 1)
    near = free.copy()
    near[1:] |= free[:-1]
    near[:-1] |= free[1:]
    near[:, 1:] |= near[:, :-1].copy()
    near[:, :-1] |= near[:, 1:].copy()
    return np.where(near & ~free, WALL, EMPTY)[1:-1, 1:-1].astype(np.uint16)
