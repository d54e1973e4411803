"""A grid of rooms."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray
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
    positions = np.empty((rows, columns, 2), np.int32)
    positions[:, :, 0], positions[:, :, 1] = np.arange(columns), np.arange(rows)[:, None]
    edges = _walls(rooms)
    return GridGraph(positions=positions.reshape(-1, 2), edges=edges, lengths=np.ones(len(edges), np.int64),
                     size=(columns, rows), rows=rows, columns=columns)  # fmt: skip


def _walls(rooms: NDArray[np.int32]) -> NDArray[np.int32]:
    """Each row but the last has a wall to the right and one below in turn, and at its end one below more."""
    rows, columns = rooms.shape
    walls = np.empty((2 * rows * columns - rows - columns, 2), np.int32)
    upper, last = (
        walls[: (rows - 1) * (2 * columns - 1)].reshape(rows - 1, 2 * columns - 1, 2),
        walls[len(walls) - columns + 1 :],
    )
    upper[:, :-1:2] = np.stack([rooms[:-1, :-1], rooms[:-1, 1:]], axis=-1)
    upper[:, 1::2] = np.stack([rooms[:-1, :-1], rooms[1:, :-1]], axis=-1)
    upper[:, -1] = np.stack([rooms[:-1, -1], rooms[1:, -1]], axis=-1)
    last[:] = np.stack([rooms[-1, :-1], rooms[-1, 1:]], axis=-1)
    return walls
