"""A grid of rooms."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import numpy as np
from pydantic import Field

from levelgen.graph import GridGraph, walls_of
from levelgen.parameters import sized
from levelgen.rng import Stream

Side = Annotated[int, Field(ge=1)]


@sized(lambda rows, columns: {"rooms": rows * columns})
def grid(
    rng: Stream,
    *,
    rows: Annotated[Side, Field(examples=[8])],
    columns: Annotated[Side, Field(examples=[12])],
) -> GridGraph:
    """Rooms in rows and columns, with a wall between every two neighbours.

    rows, columns: how many, at least 1. Room r · columns + c lies in row r and column c. Walls are
    listed room by room: the one to the right first, then the one below. All lengths are 1. Draws nothing.
    """
    return _grid(rows, columns)


@lru_cache(maxsize=1)
def _grid(rows: int, columns: int) -> GridGraph:
    """One graph for all levels of a size, which is made, and searched for what holds of it, once."""
    positions = np.empty((rows, columns, 2), np.int32)
    positions[:, :, 0], positions[:, :, 1] = np.arange(columns), np.arange(rows)[:, None]
    edges = walls_of(rows, columns)
    return GridGraph(positions=positions.reshape(-1, 2), edges=edges, lengths=np.ones(len(edges), np.int64),
                     size=(columns, rows), rows=rows, columns=columns)  # fmt: skip
