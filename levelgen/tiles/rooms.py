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
from levelgen.seams import Seam, Side, opens_seams
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


@opens_seams()
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
    A chunk of a world has a gap round about, then a ring, then the line that it shares with its neighbours: what
    leads out bends in the gap and crosses ring and line straight, at a place that both chunks know.
    Cost: linear in the tiles.
    """
    plots = _Plots(level, width, height, gap)
    placed = [plots.room(v, rng) for v in range(level.graph.rooms)]
    owner = np.full(plots.shape, SOLID, np.int32)
    for v, (x, y, w, h) in enumerate(placed):
        owner[y : y + h, x : x + w] = v
    doors = [door for edge in np.flatnonzero(level.open).tolist() for door in plots.dig(edge, placed, owner, rng)]
    seams = level.seams or ()
    mine = [passage(level.graph.walls + number) for number in range(len(seams))]
    doors += [plots.dig_out(seam, way, placed[seam.node], owner, rng) for seam, way in zip(seams, mine, strict=True)]
    ground = np.where(owner >= 0, FLOOR, np.where(owner < SOLID, CORRIDOR, EMPTY)).astype(np.uint16)
    ground[tuple(np.array(doors, np.int64).reshape(-1, 2).T)] = DOOR
    for seam, way in zip(seams, mine, strict=True):
        owner[owner == way] = seam.node
    places = np.array([(x + w // 2, y + h // 2) for x, y, w, h in placed], np.int32)
    return TileMap({"ground": ground, "walls": _walls(ground)}, owner, places)


def _shape(graph: GridGraph, width: tuple[int, int], height: tuple[int, int], gap: int) -> tuple[int, int]:
    """Rows and columns of tiles."""
    return graph.rows * (height[1] + 2 + gap) - gap, graph.columns * (width[1] + 2 + gap) - gap


class _Plots:
    """The plots of a grid's rooms: equal rectangles with gaps between them."""

    def __init__(self, level: Level[GridGraph], width: tuple[int, int], height: tuple[int, int], gap: int) -> None:
        graph = level.graph
        self.margin = 0 if level.seams is None else gap + 2
        self.columns, self.width, self.height, self.gap = graph.columns, width, height, gap
        self.across, self.down = width[1] + 2 + gap, height[1] + 2 + gap
        self.shape = tuple(side + 2 * self.margin for side in _shape(graph, width, height, gap))
        self.walls: list[list[int]] = graph.edges.tolist()
        self.side_by_side: list[bool] = np.isin(np.arange(graph.walls), graph.right).tolist()

    def room(self, v: int, rng: Stream) -> Room:
        """Draw the room of a plot: width, height, then its place."""
        row, column = divmod(v, self.columns)
        w = self.width[0] + rng.below(self.width[1] - self.width[0] + 1)
        h = self.height[0] + rng.below(self.height[1] - self.height[0] + 1)
        x = self.margin + column * self.across + 1 + rng.below(self.width[1] - w + 1)
        y = self.margin + row * self.down + 1 + rng.below(self.height[1] - h + 1)
        return Room(x, y, w, h)

    def dig(self, edge: int, placed: list[Room], owner: NDArray[np.int32], rng: Stream) -> list[tuple[int, int]]:
        """Give the tiles between the two rooms of an edge to its passage; the (row, column) of the two doors."""
        u, v = self.walls[edge]
        if self.side_by_side[edge]:
            bend = self.margin + (v % self.columns) * self.across - self.gap + rng.below(self.gap)
            return _dig(owner, passage(edge), placed[u], placed[v], bend, rng)
        bend = self.margin + (v // self.columns) * self.down - self.gap + rng.below(self.gap)
        turned = _dig(owner.T, passage(edge), placed[u].turned(), placed[v].turned(), bend, rng)
        return [(row, column) for column, row in turned]

    def dig_out(self, seam: Seam, mine: int, room: Room, owner: NDArray[np.int32], rng: Stream) -> tuple[int, int]:
        """Give the tiles from a room out over the border to `mine`; the (row, column) of its door.

        Seen turned and mirrored so that the way always leads out to the right.
        """
        turned, mirrored = seam.side in (Side.TOP, Side.BOTTOM), seam.side in (Side.TOP, Side.LEFT)
        place, plot, most = divmod(seam.node, self.columns)[turned], *((self.across, self.width[1]) if turned
                                                                       else (self.down, self.height[1]))  # fmt: skip
        at = self.margin + place * plot + 1 + (seam.lot * most >> 32)
        view, room = (owner.T, room.turned()) if turned else (owner, room)
        end = view.shape[1]
        if mirrored:
            view, room = view[:, ::-1], room._replace(x=end - room.x - room.width)
        first = at if room.y <= at < room.y + room.height else room.y + rng.below(room.height)
        start, bend = room.x + room.width, end - self.margin + rng.below(self.gap)
        view[first, start:bend] = mine
        view[min(first, at) : max(first, at) + 1, bend] = mine
        view[at, bend:] = mine
        column = end - 1 - start if mirrored else start
        return (column, first) if turned else (first, column)


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
