"""Draws the built-in tileset, `levelgen_tiles.png`: `python -m levelgen.assets.draw_tiles`.

Every pixel is put by the functions below: one a tile, in the order of `levelgen.tileset.BUILT_IN`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.neighbours import BLOB, EDGE_SET, STEPS
from levelgen.rng import Stream
from levelgen.tileset import BUILT_IN, SINGLE_TILES

Tile = NDArray[np.uint8]
Colour = tuple[int, int, int]

SIDE = 16
ROUND = 4.5
FACE = 7
PATH = Path(__file__).parent / "levelgen_tiles.png"

INK = (26, 24, 38)
SLATE = (58, 58, 82)
STONE = (92, 92, 118)
PALE = (134, 136, 156)
FLAG = (150, 142, 128)
FLAG_DARK = (126, 118, 108)
FLAG_LIGHT = (170, 162, 146)
EARTH = (138, 116, 90)
EARTH_DARK = (116, 96, 74)
WOOD = (152, 100, 58)
WOOD_DARK = (104, 66, 42)
WOOD_LIGHT = (190, 136, 84)
SEA = (46, 96, 156)
SEA_DARK = (38, 82, 140)
SEA_LIGHT = (92, 146, 196)
GRASS = (106, 160, 78)
GRASS_DARK = (84, 138, 68)
GRASS_LIGHT = (140, 186, 96)
SAND = (226, 204, 150)
SAND_DARK = (204, 178, 124)
GOLD = (242, 196, 72)
GOLD_DARK = (190, 136, 48)
BONE = (232, 226, 208)
RED = (204, 70, 66)
GREEN = (92, 190, 108)
VIOLET = (146, 92, 196)


def plain(colour: Colour) -> Tile:
    """A tile of one opaque colour."""
    tile = np.zeros((SIDE, SIDE, 4), np.uint8)
    tile[:] = (*colour, 255)
    return tile


def clear() -> Tile:
    """A tile that one can see through."""
    return np.zeros((SIDE, SIDE, 4), np.uint8)


def box(tile: Tile, x: int, y: int, width: int, height: int, colour: Colour) -> None:
    """Fill a rectangle."""
    tile[y : y + height, x : x + width] = (*colour, 255)


def speckle(tile: Tile, name: str, count: int, colour: Colour) -> None:
    """Strew single pixels, the same ones every time."""
    rng = Stream(name)
    for _ in range(count):
        tile[rng.below(SIDE), rng.below(SIDE)] = (*colour, 255)


def sprite(picture: str, colours: dict[str, Colour]) -> Tile:
    """An object drawn in letters, a dot for what one can see through."""
    tile = clear()
    for y, row in enumerate(picture.split()):
        for x, letter in enumerate(row):
            if letter != ".":
                tile[y, x] = (*colours[letter], 255)
    return tile


def floor() -> Tile:
    """Four flagstones with joints that go on in the next tile."""
    tile = plain(FLAG)
    speckle(tile, "floor", 16, FLAG_LIGHT)
    speckle(tile, "floor shade", 10, FLAG_DARK)
    box(tile, 0, 7, 16, 1, FLAG_DARK)
    box(tile, 0, 15, 16, 1, FLAG_DARK)
    box(tile, 10, 0, 1, 7, FLAG_DARK)
    box(tile, 4, 8, 1, 7, FLAG_DARK)
    return tile


def ground(mask: int, rounding: float) -> NDArray[np.bool_]:
    """bool (48, 48): the tile in the middle and those of its neighbours that are the same, convex corners rounded."""
    same = np.zeros((3, 3), np.bool_)
    same[1, 1] = True
    for bit, (x, y) in enumerate(STEPS):
        same[1 + y, 1 + x] = bool(mask >> bit & 1)
    whole = np.pad(np.repeat(np.repeat(same, SIDE, 0), SIDE, 1), SIDE, mode="edge")
    eroded = ~grown(~whole, rounding)
    rounded: NDArray[np.bool_] = grown(eroded, rounding)[SIDE:-SIDE, SIDE:-SIDE]
    return rounded


def grown(shape: NDArray[np.bool_], radius: float) -> NDArray[np.bool_]:
    """The pixels within `radius` of a shape."""
    reach = int(radius)
    result = shape.copy()
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if dx * dx + dy * dy <= radius * radius:
                result |= np.roll(shape, (dy, dx), (0, 1))
    return result


def inside(shape: NDArray[np.bool_], depth: float) -> NDArray[np.bool_]:
    """bool (16, 16): the pixels of the middle tile that lie deeper than `depth` in a ground."""
    return ~grown(~shape, depth)[SIDE : 2 * SIDE, SIDE : 2 * SIDE]


def paint_where(tile: Tile, where: NDArray[np.bool_], other: Tile) -> None:
    """Take the pixels of another tile."""
    tile[where] = other[where]


def bricks() -> Tile:
    """Courses of dressed stone."""
    tile = plain(STONE)
    for y, joint in ((0, 5), (4, 13), (8, 5), (12, 13)):
        box(tile, 0, y, 16, 1, PALE)
        box(tile, 0, y + 3, 16, 1, SLATE)
        for x in (joint, (joint + 8) % 16):
            box(tile, x, y, 1, 4, SLATE)
    return tile


def wall(mask: int) -> Tile:
    """The top of a wall, with a pale rim, and its face of bricks where no wall is below."""
    tile = plain(PALE)
    top = plain(SLATE)
    speckle(top, "wall", 14, (66, 66, 92))
    shape = ground(mask, 0)  # square: behind a rounded corner nobody knows whether floor or nothing shows
    face = shape & ~np.roll(shape, -FACE, 0)
    paint_where(tile, inside(shape, 1), top)
    paint_where(tile, face[SIDE : 2 * SIDE, SIDE : 2 * SIDE], bricks())
    ledge = (shape & np.roll(face, -1, 0) & ~face)[SIDE : 2 * SIDE, SIDE : 2 * SIDE]
    paint_where(tile, ledge, plain(PALE))
    return tile


def shore(mask: int) -> Tile:
    """Grass, sand round it, and the surf."""
    tile = water()
    shape = ground(mask, ROUND)
    paint_where(tile, inside(shape, 0), plain(SEA_LIGHT))
    sand = plain(SAND)
    speckle(sand, "sand", 18, SAND_DARK)
    paint_where(tile, inside(shape, 1), sand)
    paint_where(tile, inside(shape, 4), land())
    return tile


def deck(mask: int) -> Tile:
    """Planks across the way, with a rail on each side that leads nowhere."""
    tile = plain(WOOD)
    across = bool(mask & 0b01000100) and not mask & 0b00010001
    for at in range(0, SIDE, 4):
        for step, colour in ((0, WOOD_DARK), (1, WOOD_LIGHT)):
            box(tile, *((at + step, 0, 1, SIDE) if across else (0, at + step, SIDE, 1)), colour)
    closed = [np.rot90(tile, bit // 2) for bit in (0, 2, 4, 6) if not mask >> bit & 1]
    for side in closed:
        side[2] = (*WOOD_DARK, 255)
    for side in closed:  # after all rails, so that none runs on past the next one
        side[:2] = 0
    return tile


def door() -> Tile:
    """An open frame with a wooden sill, to be walked through from any side."""
    tile = plain(WOOD_DARK)
    box(tile, 1, 1, 14, 14, WOOD)
    for y in (1, 5, 9, 13):
        box(tile, 1, y, 14, 1, WOOD_LIGHT)
        box(tile, 1, y + 1, 14, 1, WOOD_DARK if y == 13 else WOOD)
    for x, y in ((2, 3), (13, 3), (2, 11), (13, 11)):
        box(tile, x, y, 1, 1, GOLD)
    return tile


def corridor() -> Tile:
    """Trodden earth."""
    tile = plain(EARTH)
    speckle(tile, "corridor", 22, EARTH_DARK)
    speckle(tile, "corridor light", 12, FLAG)
    return tile


def water() -> Tile:
    """Calm waves."""
    tile = plain(SEA)
    for x, y, length in ((1, 3, 4), (9, 6, 5), (4, 11, 4), (12, 14, 3)):
        box(tile, x, y, length, 1, SEA_LIGHT)
        box(tile, x + 1, y + 1, length, 1, SEA_DARK)
    return tile


def land() -> Tile:
    """Grass with tufts."""
    tile = plain(GRASS)
    speckle(tile, "land", 14, GRASS_DARK)
    for x, y in ((3, 4), (11, 2), (7, 9), (13, 12), (2, 13)):
        box(tile, x, y, 1, 2, GRASS_DARK)
        box(tile, x + 1, y - 1, 1, 2, GRASS_LIGHT)
    return tile


def flag(cloth: Colour) -> Tile:
    """A flag on a pole."""
    return sprite(
        """................ ....ii.......... ....iiiiiiiii... ....iiccccccci.. ....iicccccci... ....iiccccci....
           ....iicccccci... ....iiccccccci.. ....iiiiiiiii... ....ii.......... ....ii.......... ....ii..........
           ....ii.......... ...iiii......... ..iiiiii........ ................""",
        {"i": INK, "c": cloth},
    )


def treasure() -> Tile:
    """A chest."""
    return sprite(
        """................ ................ ................ ...iiiiiiiiii... ..iwwwwggwwwwi.. ..iwwwwggwwwwi..
           ..iddddggddddi.. ..iiiiiggiiiii.. ..iwwwgyygwwwi.. ..iwwwgyygwwwi.. ..iwwwwggwwwwi.. ..iddddddddddi..
           ..iiiiiiiiiiii.. ................ ................ ................""",
        {"i": INK, "w": WOOD, "d": WOOD_DARK, "g": GOLD_DARK, "y": GOLD},
    )


def boss() -> Tile:
    """A skull."""
    return sprite(
        """................ ....iiiiiiii.... ...ibbbbbbbbi... ..ibbbbbbbbbbi.. ..ibbbbbbbbbbi.. ..ibiiibbiiibi..
           ..ibiribbirribi. ..ibiiibbiiibi.. ..ibbbbiibbbbi.. ...ibbbiibbbi... ....ibbbbbbi.... ....ibibibbi....
           ....ibibibbi.... .....iiiiii..... ................ ................""",
        {"i": INK, "b": BONE, "r": RED},
    )


def key() -> Tile:
    """A key."""
    return sprite(
        """................ ................ ................ ................ ...iiii......... ..iyyyyi........
           .iyyiiyyiiiiiii. .iyi..iyyyyyyyi. .iyi..iyyyyyyyi. .iyyiiyyiiyiyii. ..iyyyyi.iyiyi.. ...iiii...i.i...
           ................ ................ ................ ................""",
        {"i": INK, "y": GOLD},
    )


def monster() -> Tile:
    """A small creature with two eyes."""
    return sprite(
        """................ ................ ................ ...i........i... ..ivi......ivi.. ..ivviiiiiivvi..
           ..ivvvvvvvvvvi.. .ivvbbvvvvbbvvi. .ivvbivvvvibvvi. .ivvvvvvvvvvvvi. .ivvviiiiiivvvi. ..ivvibibiivvi..
           ..ivvvvvvvvvvi.. ...iivviivvii... ....iii..iii.... ................""",
        {"i": INK, "v": VIOLET, "b": BONE},
    )


def thing() -> Tile:
    """A crate."""
    tile = clear()
    box(tile, 2, 2, 12, 12, INK)
    box(tile, 3, 3, 10, 10, WOOD)
    for step in range(10):
        box(tile, 3 + step, 3 + step, 1, 1, WOOD_DARK)
        box(tile, 12 - step, 3 + step, 1, 1, WOOD_DARK)
    box(tile, 3, 3, 10, 1, WOOD_LIGHT)
    return tile


SINGLE: dict[str, Callable[[], Tile]] = {
    "floor": floor,
    "wall": lambda: wall(0),
    "door": door,
    "corridor": corridor,
    "water": water,
    "land": land,
    "bridge": lambda: deck(0),
    "start": lambda: flag(GREEN),
    "exit": lambda: flag(RED),
    "treasure": treasure,
    "boss": boss,
    "key": key,
    "monster": monster,
    "thing": thing,
    "": clear,
}


def tiles() -> list[Tile]:
    """All tiles, in the order of `levelgen.tileset.BUILT_IN`: single ones, walls, shores, bridges."""
    single = [SINGLE[name]() for name in BUILT_IN.tiles[:SINGLE_TILES]]
    return [*single, *map(wall, BLOB), clear(), *map(shore, BLOB), clear(), *map(deck, EDGE_SET)]


def draw() -> Tile:
    """The whole image, uint8 (h, w, 4), tile by tile."""
    drawn = tiles()
    rows = [np.hstack(drawn[at : at + BUILT_IN.columns]) for at in range(0, len(drawn), BUILT_IN.columns)]
    return np.vstack(rows)


def main() -> None:
    """Write the image beside this file."""
    from PIL import Image

    picture: Any = Image.fromarray(draw())
    picture.save(PATH, optimize=True)


if __name__ == "__main__":
    main()
