"""Pictures: the level drawn with its own tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from levelgen.errors import GenerationError
from levelgen.mosaic import mosaic
from levelgen.pipeline import BuiltLevel
from levelgen.png import png

LARGEST = 2**30
"""Pixels: what most programs can still open; 1000 × 1000 rooms in tiles of 16 are just below."""


def picture(
    built: BuiltLevel, *, tile: Annotated[int, Field(ge=0, le=256)] = 0, objects: bool = True
) -> Mapping[str, bytes]:
    """NAME.png: the level in its own tiles, as Tiled shows it.

    tile: how many pixels wide a tile is in the picture, from 1 for a thumbnail to 256; 0: as in the tileset.
    objects: whether the tiles of start, exit, treasure and other marks are drawn too.
    GenerationError when the picture has more than 2³⁰ pixels. Costs about 10 ns a pixel.
    """
    drawn = mosaic(built.tilemap, built.painted, objects)
    drawn = drawn.with_tiles(tile) if tile else drawn
    width, height = drawn.size
    if width * height > LARGEST:
        mend = f"set 'tile' below {tile or built.painted.tileset.tile_size[0]}"
        raise GenerationError(f"the picture would be {width} × {height} pixels, more than {LARGEST}; {mend}")
    return {".png": png(drawn)}
