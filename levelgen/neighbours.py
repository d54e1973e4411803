"""The eight neighbours of a tile as the bits of a number, clockwise from the top.

N 1 · NE 2 · E 4 · SE 8 · S 16 · SW 32 · W 64 · NW 128: the order of Tiled's wang ids.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""x and y of each neighbour, by its bit."""

EDGES = 0b01010101
CORNERS = 0b10101010
ALL = 0b11111111


def reduced(mask: int) -> int:
    """The mask without the corners that do not show: one shows only between two edges (256 masks become 47)."""
    around = mask | mask << 8
    kept = mask & EDGES
    for bit in (1, 3, 5, 7):
        if around >> (bit - 1) & 1 and around >> bit & 1 and around >> (bit + 1) & 1:
            kept |= 1 << bit
    return kept


REDUCED = np.array([reduced(mask) for mask in range(256)], np.uint8)

BLOB = tuple(sorted(set(REDUCED.tolist())))
"""The 47 masks of a blob set, rising: 0, 1, 4, 5, 7, 16 … 255."""

EDGE_SET = tuple(sum(1 << 2 * i for i in range(4) if number >> i & 1) for number in range(16))
"""The masks of a set of 16 by edges: tile number N + 2 E + 4 S + 8 W."""

CORNER_SET = tuple(sum(2 << 2 * i for i in range(4) if number >> i & 1) for number in range(16))
"""The masks of a set of 16 by corners: tile number NE + 2 SE + 4 SW + 8 NW."""


def masks(same: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """uint8 (h, w): for each tile which neighbours are `same`, reduced.

    same: bool (h + 2, w + 2), with one line of tiles more on each side than are asked for.
    """
    height, width = same.shape[0] - 2, same.shape[1] - 2
    result = np.zeros((height, width), np.uint8)
    for bit, (x, y) in enumerate(STEPS):
        result |= same[1 + y : 1 + y + height, 1 + x : 1 + x + width].view(np.uint8) << np.uint8(bit)
    return REDUCED.take(result)


def nearest(mask: int, known: tuple[int, ...]) -> int:
    """The known mask that differs in the fewest bits, edges counting double; the lowest of equal ones."""
    return min(known, key=lambda other: (_difference(mask ^ other), other))


def _difference(bits: int) -> int:
    return bits.bit_count() + (bits & EDGES).bit_count()
