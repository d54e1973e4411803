"""What lies round about a chunk's map: the tiles that its own ones see when they are painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.graphs.grid import grid
from levelgen.level import Level
from levelgen.recipe import Step
from levelgen.rng import Stream
from levelgen.seams import Seam, Side
from levelgen.tilemap import TileMap

Layers = Mapping[str, NDArray[np.uint16]]
Rim = Mapping[Side, Layers]
"""For each side of a chunk's map the line of tiles just inside its border, layer by layer."""


def rim(style: Step, level: Level[GridGraph], stream: Stream) -> Rim:
    """The rim of a chunk in a room-by-room style: drawn from its outermost rooms alone."""
    return {side: _inside(style(outermost(level, side), stream), side) for side in Side}


def corner(style: Step, stream: Stream) -> Layers:
    """The tile just inside the border's corner of any chunk: a room by itself has it too."""
    alone = Level(grid(stream, rows=1, columns=1), np.zeros(0, np.bool_), seams=())
    tilemap: TileMap = style(alone, stream)
    return {name: layer[tilemap.border, tilemap.border] for name, layer in tilemap.layers.items()}


def outermost(level: Level[GridGraph], side: Side) -> Level[GridGraph]:
    """The rooms along a side of a chunk as a chunk of their own, one room wide."""
    graph = level.graph
    rooms = np.arange(graph.rooms).reshape(graph.rows, graph.columns)[_AT[side](0)]
    lying = side in (Side.TOP, Side.BOTTOM)
    shape = (1, len(rooms)) if lying else (len(rooms), 1)
    walls = (graph.right if lying else graph.below)[rooms[:-1]]
    number = {room: place for place, room in enumerate(rooms.tolist())}
    seams = [Seam(number[s.node], s.side, s.lot) for s in level.seams or () if s.node in number]
    kept = tuple(seam for seam in seams if seam.side != side.opposite or min(graph.rows, graph.columns) == 1)
    return Level(grid(None, rows=shape[0], columns=shape[1]), level.open[walls], seams=kept)  # type: ignore[arg-type]


def surrounded(
    tilemap: TileMap, beside: Callable[[int, int], Any], rim_of: Callable[[Any], Rim], corners: Layers
) -> Layers:
    """The map's layers, (h + 2, w + 2), with the line of tiles round about it.

    beside: the chunk so many rows down and columns to the right, None where the world ends: there the map goes on
    as its outermost tiles do.
    """
    frames = {name: np.pad(layer, 1, mode="edge") for name, layer in tilemap.layers.items()}
    for side in Side:
        there = beside(*side.step)
        if there is not None:
            for name, line in rim_of(there)[side.opposite].items():
                frames[name][_FRAME[side]] = line
    for down in (-1, 1):
        for right in (-1, 1):
            for name, frame in frames.items():
                frame[_END[down], _END[right]] = _corner(frame, beside, down, right, corners[name])
    return frames


def _corner(frame: NDArray[np.uint16], beside: Callable[[int, int], Any], down: int, right: int, inside: Any) -> Any:
    above, across = beside(down, 0) is not None, beside(0, right) is not None
    if above and across:
        return inside
    return frame[_NEXT[down] if across else _END[down], _END[right] if across else _NEXT[right]]


def _inside(tilemap: TileMap, side: Side) -> Layers:
    return {name: layer[_AT[side](tilemap.border)].copy() for name, layer in tilemap.layers.items()}


_AT: Mapping[Side, Callable[[int], Any]] = {
    Side.TOP: lambda depth: (depth, slice(None)),
    Side.RIGHT: lambda depth: (slice(None), -1 - depth),
    Side.BOTTOM: lambda depth: (-1 - depth, slice(None)),
    Side.LEFT: lambda depth: (slice(None), depth),
}
_FRAME: Mapping[Side, Any] = {
    Side.TOP: (0, slice(1, -1)),
    Side.RIGHT: (slice(1, -1), -1),
    Side.BOTTOM: (-1, slice(1, -1)),
    Side.LEFT: (slice(1, -1), 0),
}
_END, _NEXT = {-1: 0, 1: -1}, {-1: 1, 1: -2}
