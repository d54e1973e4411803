"""A picture of a map that was checked: what is cut off in red, what was edited in a frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from levelgen.mosaic import Mosaic, Pixels, mosaic
from levelgen.paint import paint
from levelgen.png import png
from levelgen.tilemap import EMPTY, FLOOR, ROLES, WALL, TileMap
from levelgen.tileset import BUILT_IN

LARGEST = 1 << 26
"""Pixels; of larger maps the tiles are drawn smaller."""

_RED, _YELLOW = (230, 30, 30), (255, 210, 0)


def survey(tilemap: TileMap, cut_off: NDArray[np.bool_], edited: NDArray[np.bool_]) -> bytes:
    """A PNG of the map in levelgen's own tiles, by role, whatever its tileset: no image of the map's is opened.

    cut_off, edited: bool (h, w), the places to mark. A tile is 16 pixels wide, or less where the picture would
    have more than 2²⁶ pixels.
    """
    shown = _in_our_roles(tilemap)
    drawn = mosaic(shown, paint(shown, BUILT_IN, 0))
    width = max(1, min(16, int((LARGEST / tilemap.owner.size) ** 0.5)))
    drawn = drawn.with_tiles(width) if width < 16 else drawn
    return png(_marked(_marked(drawn, edited, _frame(width)), cut_off, _wash(width)))


def _in_our_roles(tilemap: TileMap) -> TileMap:
    """The map in roles that the built-in set has tiles for, however many it has of its own, and with what is on it."""
    number = {role.name: at for at, role in enumerate(ROLES)}
    ours = [number.get(role.name, FLOOR if role.walkable else WALL) for role in tilemap.roles]
    table = np.array([EMPTY, *ours[1:]], np.uint16)
    here = tuple(t for t in tilemap.objects if 0 <= t.x < tilemap.width and 0 <= t.y < tilemap.height)
    layers = {name: table[layer] for name, layer in tilemap.layers.items()}
    return replace(tilemap, layers=layers, roles=ROLES, objects=here)


def _marked(drawn: Mosaic, where: NDArray[np.bool_], stamp: Pixels) -> Mosaic:
    return drawn.under(stamp, where) if where.any() else drawn


def _wash(width: int) -> Pixels:
    """Half clear red, in stripes where there is room for them."""
    stamp = np.full((width, width, 4), (*_RED, 150), np.uint8)
    stripes = np.add.outer(np.arange(width), np.arange(width)) % 8 < 2
    stamp[stripes & (width >= 8), 3] = 230
    return stamp


def _frame(width: int) -> Pixels:
    """A yellow frame round a clear middle; of tiny tiles the whole."""
    stamp = np.full((width, width, 4), (*_YELLOW, 255), np.uint8)
    if width >= 4:
        stamp[1:-1, 1:-1] = 0
    return stamp
