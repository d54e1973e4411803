"""Rooms in the plots of a grid, and the corridors that join them, on a map of tiles.

A room is four numbers: its left tile, its top tile, its width and its height. Along axis 0 runs x, along axis 1 y.
Plots are numbered row by row, `columns` in a row; a plot and the gap behind it take `plot` tiles along each axis.
"""

from __future__ import annotations

from typing import Any

from levelgen.kernels.draw import below_from


def place(
    words: Any, cursor: Any, rooms: Any, smallest: Any, largest: Any, plot: Any, columns: int, margin: int,
    owner: Any, width: int, state: Any,
) -> bool:  # fmt: skip
    """Draw each room: its width and height, then where in its plot it lies; give its tiles to it.

    smallest, largest: of a room along each axis. owner: the map's tiles, `width` in a row. state: rooms placed.
    """
    while state[0] < len(rooms):
        v = state[0]
        w, at = below_from(words, cursor[0], largest[0] - smallest[0] + 1)
        h, at = below_from(words, at, largest[1] - smallest[1] + 1)
        w, h = w + smallest[0], h + smallest[1]
        x, at = below_from(words, at, largest[0] - w + 1)
        y, at = below_from(words, at, largest[1] - h + 1)
        if y < 0:
            return False
        x += margin + v % columns * plot[0] + 1
        y += margin + v // columns * plot[1] + 1
        rooms[v, 0], rooms[v, 1], rooms[v, 2], rooms[v, 3] = x, y, w, h
        for row in range(y, y + h):
            for tile in range(row * width + x, row * width + x + w):
                owner[tile] = v
        cursor[0] = at
        state[0] += 1
    return True


def dig(
    words: Any, cursor: Any, rooms: Any, walls: Any, edges: Any, plot: Any, columns: int, margin: int, gap: int,
    owner: Any, width: int, doors: Any, state: Any,
) -> bool:  # fmt: skip
    """Dig for each of the walls from a room to the one right of it or below, bending in the gap between their plots.

    edges: the two rooms of every wall. doors: the first and the last tile of each corridor. state: walls dug.
    """
    while state[0] < len(walls):
        mine, u, v = -2 - walls[state[0]], edges[walls[state[0]], 0], edges[walls[state[0]], 1]
        axis = 0 if v == u + 1 and v % columns > 0 else 1
        side = 1 - axis
        ahead, aside = (1, width) if axis == 0 else (width, 1)
        bend, at = below_from(words, cursor[0], gap)
        top = max(rooms[u, side], rooms[v, side])
        bottom = min(rooms[u, side] + rooms[u, 2 + side], rooms[v, side] + rooms[v, 2 + side])
        if top < bottom:
            first, at = below_from(words, at, bottom - top)
            last = first
            u_from = v_from = top
        else:
            first, at = below_from(words, at, rooms[u, 2 + side])
            last, at = below_from(words, at, rooms[v, 2 + side])
            u_from, v_from = rooms[u, side], rooms[v, side]
        if last < 0:
            return False
        bend += margin - gap + (v % columns if axis == 0 else v // columns) * plot[axis]
        first, last = (first + u_from) * aside, (last + v_from) * aside
        start, end = rooms[u, axis] + rooms[u, 2 + axis], rooms[v, axis]
        for step in range(start, bend):
            owner[first + step * ahead] = mine
        for tile in range(min(first, last), max(first, last) + 1, aside):
            owner[tile + bend * ahead] = mine
        for step in range(bend, end):
            owner[last + step * ahead] = mine
        doors[state[0], 0], doors[state[0], 1] = first + start * ahead, last + (end - 1) * ahead
        cursor[0] = at
        state[0] += 1
    return True
