"""Rooms of many sizes, with doors and corridors between them."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen import kernels
from levelgen.complaint import Complaint
from levelgen.graph import GridGraph
from levelgen.kernels.plots import dig, place
from levelgen.level import Level
from levelgen.parameters import Range, checked, sized
from levelgen.rng import Stream
from levelgen.seams import Seam, Side, opens_seams
from levelgen.tilemap import CORRIDOR, DOOR, EMPTY, FLOOR, SOLID, WALL, TileMap, passage

Gap = Annotated[int, Field(ge=1, le=64)]

_ROLE_OF_OWNER = np.array([EMPTY, FLOOR, CORRIDOR], np.uint16)
"""By the sign of how far an owner is from SOLID: none, a room, a passage."""


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
    owner = np.full(plots.shape, SOLID, np.int32)
    placed = plots.place(owner, rng)
    doors = plots.dig(np.flatnonzero(level.open), placed, owner, rng)
    seams = level.seams or ()
    mine = [passage(level.graph.walls + number) for number in range(len(seams))]
    out = [plots.dig_out(seam, way, Room(*placed[seam.node].tolist()), owner, rng)
           for seam, way in zip(seams, mine, strict=True)]  # fmt: skip
    ground = _ROLE_OF_OWNER[np.sign(owner - SOLID)].astype(np.uint16)
    ground.ravel()[doors] = DOOR
    for at in out:
        ground[at] = DOOR
    for seam, way in zip(seams, mine, strict=True):
        owner[owner == way] = seam.node
    return TileMap({"ground": ground, "walls": _walls(ground)}, owner, placed[:, :2] + placed[:, 2:] // 2)


def _shape(graph: GridGraph, width: tuple[int, int], height: tuple[int, int], gap: int) -> tuple[int, int]:
    """Rows and columns of tiles."""
    return graph.rows * (height[1] + 2 + gap) - gap, graph.columns * (width[1] + 2 + gap) - gap


class _Plots:
    """The plots of a grid's rooms: equal rectangles with gaps between them."""

    def __init__(self, level: Level[GridGraph], width: tuple[int, int], height: tuple[int, int], gap: int) -> None:
        self.graph = level.graph
        self.margin = 0 if level.seams is None else gap + 2
        self.smallest, self.largest = np.array([width, height], np.int32).T
        self.gap, self.plot = gap, self.largest + np.int32(2 + gap)
        self.shape = tuple(side + 2 * self.margin for side in _shape(level.graph, width, height, gap))

    def place(self, owner: NDArray[np.int32], rng: Stream) -> NDArray[np.int32]:
        """int32 (n, 4): x, y, width and height of each room, drawn; its tiles are given to it."""
        rooms = np.empty((self.graph.rooms, 4), np.int32)
        sizes = np.ascontiguousarray(self.smallest), np.ascontiguousarray(self.largest), self.plot
        at = self.graph.columns, self.margin, owner.reshape(-1), owner.shape[1]
        kernels.feed(place, rng, rooms, *sizes, *at, np.zeros(1, np.int64))
        return rooms

    def dig(
        self, walls: NDArray[np.int64], rooms: NDArray[np.int32], owner: NDArray[np.int32], rng: Stream
    ) -> NDArray[np.int64]:
        """int64 (k, 2): the tiles of the two doors of each corridor, whose tiles are given to it."""
        doors = np.empty((len(walls), 2), np.int64)
        at = self.graph.columns, self.margin, self.gap, owner.reshape(-1), owner.shape[1]
        kernels.feed(dig, rng, rooms, walls, self.graph.edges, self.plot, *at, doors, np.zeros(1, np.int64))
        return doors

    def dig_out(self, seam: Seam, mine: int, room: Room, owner: NDArray[np.int32], rng: Stream) -> tuple[int, int]:
        """Give the tiles from a room out over the border to `mine`; the (row, column) of its door.

        Seen turned and mirrored so that the way always leads out to the right.
        """
        turned, mirrored = seam.side in (Side.TOP, Side.BOTTOM), seam.side in (Side.TOP, Side.LEFT)
        axis = 0 if turned else 1
        place = divmod(seam.node, self.graph.columns)[turned]
        at = self.margin + place * int(self.plot[axis]) + 1 + (seam.lot * int(self.largest[axis]) >> 32)
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


def _walls(ground: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """A wall on every tile that touches ground, also by a corner, and is none itself."""
    free = np.pad(ground != EMPTY, 1)
    near = free.copy()
    near[1:] |= free[:-1]
    near[:-1] |= free[1:]
    near[:, 1:] |= near[:, :-1].copy()
    near[:, :-1] |= near[:, 1:].copy()
    return np.where(near & ~free, WALL, EMPTY)[1:-1, 1:-1].astype(np.uint16)
