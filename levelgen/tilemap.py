"""A tile map: what every tile of a level is (its role), layer by layer, and which room it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from levelgen.level import Mark, Scalar

SOLID = -1
"""The owner of a tile that nobody can stand on."""


N = TypeVar("N", int, NDArray[np.int32], NDArray[np.int64])


def passage(edge: N) -> N:
    """The owner of the tiles between the two rooms of an edge; of such an owner, the edge."""
    return -2 - edge


@dataclass(frozen=True)
class Role:
    """What a tile is for: its name, whether one can walk on it, and the built-in tile that can stand in."""

    name: str
    walkable: bool
    tile: str


ROLES = (
    Role("empty", False, ""),
    Role("wall", False, "wall"),
    Role("floor", True, "floor"),
    Role("door", True, "door"),
    Role("corridor", True, "corridor"),
    Role("water", False, "water"),
    Role("land", True, "land"),
    Role("bridge", True, "bridge"),
)
"""The roles levelgen knows; a tile style may add its own behind them. Role 0 is no tile at all."""

EMPTY, WALL, FLOOR, DOOR, CORRIDOR, WATER, LAND, BRIDGE = range(len(ROLES))


@dataclass(frozen=True)
class MapObject:
    """A thing on the map: its kind, the tile it stands on (x, y from 0), the room, and properties."""

    kind: str
    x: int
    y: int
    properties: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class TileMap:
    """What a tile style makes of a level.

    layers: name → uint16 (h, w), indices into `roles`, from the lowest layer to the highest.
    owner: int32 (h, w), the room that a tile belongs to, SOLID, or `passage(e)` of an open wall e.
    places: int32 (n, 2), the tile (x, y) of each room, where its marks stand.
    crossings: pairs of owners whose tiles touch, or share a tile, although the graph does not say so.
    border: of a chunk's map, how many lines of tiles at each side it shares with the chunk beside it.
    """

    layers: Mapping[str, NDArray[np.uint16]]
    owner: NDArray[np.int32]
    places: NDArray[np.int32]
    roles: tuple[Role, ...] = ROLES
    crossings: tuple[tuple[int, int], ...] = ()
    objects: tuple[MapObject, ...] = ()
    properties: Mapping[str, Scalar] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    border: int = 1

    @property
    def height(self) -> int:
        """Rows of tiles."""
        return len(self.owner)

    @property
    def width(self) -> int:
        """Columns of tiles."""
        return int(self.owner.shape[1])

    @cached_property
    def walkable(self) -> NDArray[np.bool_]:
        """bool (h, w): can one stand there? The highest layer that has a tile there decides."""
        return walkable(self.layers, np.array([role.walkable for role in self.roles]))

    def with_marks(self, marks: tuple[Mark, ...]) -> TileMap:
        """The map with an object for each mark, on the tile of its room."""
        places = self.places[[mark.node for mark in marks]].reshape(-1, 2).tolist()
        objects = (
            MapObject(mark.kind, x, y, {**mark.properties, "room": mark.node})
            for mark, (x, y) in zip(marks, places, strict=True)
        )
        return replace(self, objects=(*self.objects, *objects))


def walkable(layers: Mapping[str, NDArray[np.uint16]], can_stand: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """bool (h, w) of layers of indices into `can_stand`; index 0 lets the layer below decide."""
    result: NDArray[np.bool_] | None = None
    for layer in layers.values():
        result = can_stand[layer] if result is None else np.where(layer == 0, result, can_stand[layer])
    if result is None:
        raise ValueError("a tile map needs at least one layer")
    return result
