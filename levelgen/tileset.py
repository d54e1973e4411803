"""Tilesets: an image cut into tiles, and how each role looks in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from levelgen.neighbours import ALL, BLOB, EDGE_SET, EDGES, nearest


@dataclass(frozen=True)
class Variant:
    """A tile that may be taken: its number, how often against the others, and its flips (a gid's high bits)."""

    tile: int
    weight: float = 1.0
    flips: int = 0


@dataclass(frozen=True)
class Look:
    """How a role looks, by its neighbours.

    sees: the bits of `levelgen.neighbours` that count; 0 for a role that looks the same everywhere.
    tiles: for each mask of those bits the variants to choose from. joins: roles that count as the same.
    """

    tiles: Mapping[int, tuple[Variant, ...]]
    sees: int = 0
    joins: tuple[str, ...] = ()

    @cached_property
    def table(self) -> tuple[tuple[int, bool], ...]:
        """For each of the 256 masks the one of `tiles` that is taken, and whether it is just the nearest."""
        known = tuple(sorted(self.tiles))
        seen = [mask & self.sees for mask in range(256)]
        return tuple((mask, False) if mask in self.tiles else (nearest(mask, known), True) for mask in seen)

    @property
    def is_plain(self) -> bool:
        """Is it one tile, whatever the neighbours?"""
        return self.sees == 0 and len(self.tiles[0]) == 1

    @cached_property
    def is_partial(self) -> bool:
        """Are there masks without a tile of their own?"""
        return any(just_nearest for _, just_nearest in self.table)

    @cached_property
    def variants(self) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """For each of the 256 masks: tiles with their flips, (256, k), and where each one's share ends, at last 1.0."""
        rows = [self.tiles[mask] for mask, _ in self.table]
        most = max(map(len, rows))
        tiles, ends = np.zeros((256, most), np.uint32), np.ones((256, most))
        for mask, row in enumerate(rows):
            tiles[mask, : len(row)] = [variant.tile | variant.flips for variant in row]
            if len(row) > 1:
                shares = np.cumsum([variant.weight for variant in row])
                ends[mask, : len(row) - 1] = shares[:-1] / shares[-1]
        return tiles, ends


def plain(*tiles: int) -> Look:
    """The look of a role that is one of these tiles, whatever its neighbours."""
    return Look({0: tuple(Variant(tile) for tile in tiles)})


@dataclass(frozen=True, eq=False)
class TileSet:
    """An image of equal square or oblong tiles, counted row by row from 0.

    name: what the tileset is called; image: its file; image_size, tile_size: (width, height) in
    pixels; tiles: the class of each tile (a role or a kind of mark), "" for none; looks: role or kind →
    Look. margin, spacing: pixels round all tiles and between them. called: what maps call the image
    when the game has it already, so that it is not copied beside them. data: what the image's file holds;
    where it is left out, it is read when it is needed. sources: the files of the project that it was read from.
    """

    name: str
    image: Path
    image_size: tuple[int, int]
    tile_size: tuple[int, int]
    tiles: tuple[str, ...]
    looks: Mapping[str, Look]
    margin: int = 0
    spacing: int = 0
    called: str = ""
    digest: str = field(default="", repr=False)
    data: bytes = field(default=b"", repr=False)
    sources: tuple[Path, ...] = ()

    @property
    def columns(self) -> int:
        """Tiles a row of the image."""
        return tiles_along(self.image_size[0], self.tile_size[0], self.margin, self.spacing)

    @property
    def sees(self) -> bool:
        """Does the look of any role depend on its neighbours?"""
        return any(look.sees for look in self.looks.values())

    @property
    def image_name(self) -> str:
        """What maps call the image."""
        return self.called or self.image.name

    def content(self) -> bytes:
        """What the image's file holds."""
        return self.data or self.image.read_bytes()

    def files(self) -> dict[str, bytes]:
        """The image, to be written once beside the maps; nothing when the game has it already."""
        return {} if self.called else {self.image.name: self.content()}


def tiles_along(pixels: int, tile: int, margin: int, spacing: int) -> int:
    """How many tiles fit along an image's side."""
    return max(0, (pixels - 2 * margin + spacing) // (tile + spacing))


_SINGLE = (
    *("floor", "wall", "door", "corridor", "water", "land", "bridge", ""),
    *("start", "exit", "treasure", "boss", "key", "monster", "thing", ""),
)
SINGLE_TILES = len(_SINGLE)


def _set(first: int, masks: tuple[int, ...], sees: int, *joins: str) -> Look:
    return Look({mask: (Variant(first + at),) for at, mask in enumerate(masks)}, sees, joins)


BUILT_IN = TileSet(
    name="levelgen",
    image=Path(__file__).parent / "assets" / "levelgen_tiles.png",
    image_size=(128, 16 * 16),
    tile_size=(16, 16),
    tiles=(*_SINGLE, *["wall"] * 47, "", *["land"] * 47, "", *["bridge"] * 16),
    looks={
        **{name: plain(number) for number, name in enumerate(_SINGLE) if name},
        "wall": _set(SINGLE_TILES, BLOB, ALL),
        "land": _set(SINGLE_TILES + 48, BLOB, ALL),
        "bridge": _set(SINGLE_TILES + 96, EDGE_SET, EDGES, "land"),
    },
)
"""The tileset that comes with levelgen; `levelgen/assets/draw_tiles.py` draws its image."""
