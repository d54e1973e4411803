"""Grids by arithmetic: the neighbours of a room without an adjacency table.

Rooms stand in rows of `width` = columns + 1 places, with a row of no rooms above and one below: room
(row, column) at place (row + 1) · width + column. So every step from a room, to any side, meets a
place, and those of no room are the border. Neighbours come in the order of an adjacency row: above,
left, right, below.
"""

from __future__ import annotations


def wall(v: int, w: int, width: int, rooms: int) -> int:
    """The number of the wall between two neighbouring places, when walls are listed as `grid` lists them."""
    low = min(v, w)
    columns = width - 1
    row, column = low // width - 1, low % width
    if row * columns + columns == rooms:
        return row * (2 * columns - 1) + column
    beyond = 1 if v + w == 2 * low + width and column < columns - 1 else 0
    return row * (2 * columns - 1) + 2 * column + beyond
