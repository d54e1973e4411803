"""Walls as cells: the classic maze map."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen.graph import GridGraph
from levelgen.level import Level
from levelgen.parameters import sized
from levelgen.rng import Stream
from levelgen.seams import opens_seams
from levelgen.tilemap import FLOOR, SOLID, WALL, TileMap, passage

Thickness = Annotated[int, Field(ge=1, le=64)]


@opens_seams(room_by_room=True)
@sized(lambda level, **thick: {"tiles": _side(level.graph.rows, **thick) * _side(level.graph.columns, **thick)})
def blocks(level: Level[GridGraph], rng: Stream, *, corridor: Thickness = 1, wall: Thickness = 1) -> TileMap:
    """Every room a square of floor, every wall a row of tiles that is floor where the wall is open.

    corridor, wall: their thickness in tiles, 1 to 64. The map has rows · corridor + (rows + 1) · wall
    rows of tiles, and likewise columns: with both 1, (2 rows + 1) × (2 columns + 1).
    Layers: ground (floor), walls. Draws nothing.
    """
    owner = _owners(level)
    for axis in (0, 1) if corridor > 1 or wall > 1 else ():
        owner = np.repeat(owner, _thicknesses(owner.shape[axis], corridor, wall), axis=axis)
    solid = owner == SOLID
    layers = {"ground": ~solid * np.uint16(FLOOR), "walls": solid * np.uint16(WALL)}
    places = level.graph.positions * (corridor + wall) + wall + (corridor - 1) // 2
    return TileMap(layers, owner, places, border=wall)


def _side(rooms: int, corridor: int = 1, wall: int = 1) -> int:
    return rooms * (corridor + wall) + wall


def _owners(level: Level[GridGraph]) -> NDArray[np.int32]:
    """int32 (2 rows + 1, 2 columns + 1): the owner of every room, wall and corner."""
    graph = level.graph
    owner = np.full((2 * graph.rows + 1, 2 * graph.columns + 1), SOLID, np.int32)
    owner[1::2, 1::2] = np.arange(graph.rooms, dtype=np.int32).reshape(graph.rows, graph.columns)
    for walls, between in ((graph.right, owner[1::2, 2::2]), (graph.below, owner[2::2, 1::2])):
        is_open = (walls >= 0) & level.open[walls] if graph.walls else np.zeros(graph.rooms, np.bool_)
        between[:] = np.where(is_open, passage(walls), SOLID).reshape(graph.rows, graph.columns)
    for seam in level.seams or ():
        (x, y), (down, right) = graph.positions[seam.node].tolist(), seam.side.step
        owner[2 * y + 1 + down, 2 * x + 1 + right] = seam.node
    return owner


def _thicknesses(cells: int, corridor: int, wall: int) -> Any:
    return np.where(np.arange(cells) % 2, corridor, wall)
