"""Tilesets: an image cut into tiles, and what role each tile plays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True, eq=False)
class TileSet:
    """An image of equal square or oblong tiles, counted row by row from 0.

    name: what the tileset is called; image: its PNG file; image_size, tile_size: (width, height) in
    pixels; tiles: the role or mark kind of each tile, "" for none. margin, spacing: pixels round all
    tiles and between them.
    """

    name: str
    image: Path
    image_size: tuple[int, int]
    tile_size: tuple[int, int]
    tiles: tuple[str, ...]
    margin: int = 0
    spacing: int = 0

    @property
    def columns(self) -> int:
        """Tiles a row of the image."""
        usable = self.image_size[0] - 2 * self.margin + self.spacing
        return usable // (self.tile_size[0] + self.spacing)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of the first tile of each role."""
        return {role: number for number, role in reversed(list(enumerate(self.tiles))) if role}


BUILT_IN = TileSet(
    name="levelgen",
    image=Path(__file__).parent / "assets" / "levelgen_tiles.png",
    image_size=(64, 64),
    tile_size=(16, 16),
    tiles=(
        *("floor", "wall", "door", "corridor"),
        *("water", "land", "bridge", ""),
        *("start", "exit", "treasure", "boss"),
        *("key", "monster", "thing", ""),
    ),
)
"""The tileset that comes with levelgen; `levelgen/assets/draw_tiles.py` draws its image."""
