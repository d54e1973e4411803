"""A grid of rooms."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from levelgen.graph import GridGraph
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
    rooms = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    walls = np.full((rows, columns, 2, 2), -1, np.int32)
    walls[:, :-1, 0] = np.stack([rooms[:, :-1], rooms[:, 1:]], axis=-1)
    walls[:-1, :, 1] = np.stack([rooms[:-1], rooms[1:]], axis=-1)
    edges = walls.reshape(-1, 2)
    edges = edges[edges[:, 0] >= 0]
    positions = np.stack([rooms % columns, rooms // columns], axis=-1).reshape(-1, 2)
    return GridGraph(positions=positions, edges=edges, lengths=np.ones(len(edges), np.int64),
                     size=(columns, rows), rows=rows, columns=columns)  # fmt: skip
