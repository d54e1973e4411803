"""A map in its tiles, as pixels: every distinct pile of tiles is composed once, however often it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from levelgen.errors import GenerationError
from levelgen.paint import FIRST_GID, FLIP_DIAGONAL, FLIP_X, FLIP_Y, Gids, Painted
from levelgen.tilemap import TileMap
from levelgen.tileset import TileSet

Pixels = NDArray[np.uint8]
"""RGBA, not premultiplied, in the last axis."""

SCREEN = 1600
"""Pixels: the longer side of a picture that is to be looked at."""


@dataclass(frozen=True, eq=False)
class Mosaic:
    """A picture made of stamps.

    stamps: uint8 (k, h, w, 4), RGBA. cells: int64 (rows, columns), the stamp that stands at each place.
    """

    stamps: Pixels
    cells: NDArray[np.int64]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, in pixels."""
        (rows, columns), (height, width) = self.cells.shape, self.stamps.shape[1:3]
        return columns * width, rows * height

    def pixels(self) -> Pixels:
        """uint8 (height, width, 4): the whole picture; 4 bytes a pixel."""
        return np.concatenate(list(bands(self.stamps, self.cells)))

    def with_tiles(self, width: int) -> Mosaic:
        """The picture with its stamps so many pixels wide: each pixel the mean of the area that it covers."""
        from PIL import Image

        size = width, max(1, round(self.stamps.shape[1] * width / self.stamps.shape[2]))
        scaled = [np.asarray(Image.fromarray(stamp).resize(size, Image.Resampling.BOX)) for stamp in self.stamps]
        return replace(self, stamps=np.stack(scaled))

    def under(self, stamp: Pixels, where: NDArray[np.bool_]) -> Mosaic:
        """The picture with a stamp (h, w, 4) laid over the places of a mask (rows, columns)."""
        piles, which = np.unique(self.cells[where], return_inverse=True)
        cells = self.cells.copy()
        cells[where] = len(self.stamps) + which
        return Mosaic(
            np.concatenate([self.stamps, over(np.broadcast_to(stamp, self.stamps[piles].shape), self.stamps[piles])]),
            cells,
        )


def fitting(drawn: Mosaic, tile: int = 0, longest: int = SCREEN) -> Mosaic:
    """The picture with tiles so many pixels wide; 0: as they are, or less where a side would be longer than that."""
    wide = drawn.stamps.shape[2]
    tile = tile or max(1, min(wide, wide * longest // max(drawn.size)))
    return drawn if tile == wide else drawn.with_tiles(tile)


def bands(stamps: Pixels, cells: NDArray[np.int64]) -> Iterator[Pixels]:
    """Stamps (k, h, w, …) row by row of `cells`: arrays (h, columns · w, …)."""
    for row in cells:
        band = stamps[row].swapaxes(0, 1)
        yield band.reshape(len(band), -1, *stamps.shape[3:])


def mosaic(tilemap: TileMap, painted: Painted, objects: bool = True) -> Mosaic:
    """The map's layers one over the other, and over them the tiles of its objects, the lower on the map above.

    Costs a sort of the tiles for each layer and 8 bytes a tile. GenerationError where the image cannot be read.
    """
    tiles = _cut(painted.tileset)
    cells = np.zeros(tilemap.height * tilemap.width, np.int64)
    stamps = np.zeros((1, *tiles.shape[1:]), np.uint8)
    for gids in painted.layers.values():
        at = np.flatnonzero(gids)
        stamps = _lay(stamps, cells, at, tiles, gids.ravel()[at])
    for at, gids in _objects(tilemap, painted) if objects else ():
        stamps = _lay(stamps, cells, at, tiles, gids)
    return Mosaic(stamps, cells.reshape(tilemap.height, tilemap.width))


def _lay(stamps: Pixels, cells: NDArray[np.int64], at: NDArray[np.int64], tiles: Pixels, gids: Gids) -> Pixels:
    """Lay a tile on each of the places `at`: `cells` change, and the stamps with the new piles are returned."""
    piles, which = np.unique(cells[at] << 32 | gids, return_inverse=True)
    cells[at] = len(stamps) + which
    return np.concatenate([stamps, over(_turned(tiles, piles & 0xFFFFFFFF), stamps[piles >> 32])])


def over(above: Pixels, below: Pixels) -> Pixels:
    """One picture over another (Porter and Duff 1984), rounded to the nearest; clear pixels are all zeros."""
    a, b = above[..., 3:].astype(np.int64) * 255, below[..., 3:] * (255 - above[..., 3:].astype(np.int64))
    whole = np.maximum(a + b, 1)
    colour = (above[..., :3] * a + below[..., :3] * b + whole // 2) // whole
    return np.concatenate([colour, (a + b + 127) // 255], axis=-1).astype(np.uint8)


def _turned(tiles: Pixels, gids: NDArray[np.int64]) -> Pixels:
    """uint8 (k, h, w, 4): the tile of each gid, mirrored at the diagonal first."""
    turned: Pixels = tiles[(gids & (FLIP_DIAGONAL - 1)) - FIRST_GID]
    diagonal, x, y = ((gids & flip) != 0 for flip in (FLIP_DIAGONAL, FLIP_X, FLIP_Y))
    if diagonal.any():
        if tiles.shape[1] != tiles.shape[2]:
            raise GenerationError("a tile that is flipped at its diagonal must be square; leave out 'diagonal'")
        turned[diagonal] = turned[diagonal].swapaxes(1, 2)
    turned[x] = turned[x][:, :, ::-1]
    turned[y] = turned[y][:, ::-1]
    return turned


def _cut(tileset: TileSet) -> Pixels:
    """uint8 (tiles, h, w, 4): the tiles of a tileset's image."""
    from PIL import Image

    try:
        with Image.open(BytesIO(tileset.content())) as image:
            pixels = np.asarray(image.convert("RGBA"))
    except (OSError, SyntaxError, ValueError) as error:
        raise GenerationError(f"the tileset's image {tileset.image.name} cannot be read: {error}") from None
    y, x = (_places(tileset, side, pixels.shape[1 - side]) for side in (1, 0))
    tiles: Pixels = pixels[y[:, None, :, None], x[None, :, None, :]]
    return tiles.reshape(-1, *tiles.shape[2:])


def _places(tileset: TileSet, side: int, pixels: int) -> NDArray[np.int64]:
    """int64 (tiles, pixels a tile): where the tiles lie along a side of the image, 0 across and 1 down."""
    size = tileset.tile_size[side]
    count = (pixels - 2 * tileset.margin + tileset.spacing) // (size + tileset.spacing)
    firsts = tileset.margin + np.arange(count, dtype=np.int64) * (size + tileset.spacing)
    return np.add.outer(firsts, np.arange(size, dtype=np.int64))


def _objects(tilemap: TileMap, painted: Painted) -> Iterator[tuple[NDArray[np.int64], Gids]]:
    """Places and gids of the objects that have a tile, in rounds: each place once a round, the first below."""
    waiting = [
        (thing.y * tilemap.width + thing.x, gid)
        for thing, gid in zip(tilemap.objects, painted.object_gids, strict=True)
        if gid
    ]
    while waiting:
        at, first = np.unique(np.array([place for place, _ in waiting]), return_index=True)
        yield at, np.array([waiting[i][1] for i in first.tolist()], np.uint32)
        taken = set(first.tolist())
        waiting = [pair for i, pair in enumerate(waiting) if i not in taken]
