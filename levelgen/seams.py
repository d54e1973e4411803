"""Seams: where a level's rooms open into the level beside it, when it is a chunk of a world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Side(IntEnum):
    """A side of a room, clockwise from the top."""

    TOP = 0
    RIGHT = 1
    BOTTOM = 2
    LEFT = 3

    @property
    def step(self) -> tuple[int, int]:
        """Rows down and columns to the right that lead over this side."""
        return ((-1, 0), (0, 1), (1, 0), (0, -1))[self]

    @property
    def opposite(self) -> Side:
        """The side that the neighbour has there."""
        return Side((self + 2) % 4)


@dataclass(frozen=True)
class Seam:
    """A way out of a chunk: the room it leads out of, over which side of it, and a lot.

    lot: a number from 0 to 2³² − 1 that both chunks know, for what they must choose alike.
    """

    node: int
    side: Side
    lot: int = 0


@dataclass(frozen=True)
class Border:
    """What a tile style says of the borders of the chunks it makes; see `opens_seams`."""

    room_by_room: bool


def opens_seams(*, room_by_room: bool = False) -> Callable[[F], F]:
    """Say that a tile style can make the chunks of a world.

    When `level.seams` is not None the level is a chunk. All chunks of one graph then have one size in tiles. On each
    side the outermost `TileMap.border` lines of tiles are those that neighbouring chunks share: they follow from the
    seams alone, and are closed except where a seam's room owns walkable tiles straight through them. At their ends,
    where four chunks meet, they are closed.
    Painted tiles see the tiles round about them. Beyond the shared lines a chunk is taken to go on as its outermost
    tiles do, or, room_by_room, as its neighbours really do: then what the style makes of a room must depend on
    nothing but its own walls and seams.
    """

    def mark(function: F) -> F:
        function.__levelgen_border__ = Border(room_by_room)  # type: ignore[attr-defined]
        return function

    return mark


def border_of(function: Callable[..., Any]) -> Border | None:
    """What a tile style said by `opens_seams`; None where it cannot make chunks."""
    return getattr(function, "__levelgen_border__", None)
