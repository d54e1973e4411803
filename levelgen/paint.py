"""Paint: the one step that knows tile ids. Roles become gids, the global tile ids of Tiled's formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levelgen.errors import GenerationError
from levelgen.tilemap import MapObject, Role, TileMap
from levelgen.tileset import TileSet

FIRST_GID = 1
FLIP_X, FLIP_Y, FLIP_DIAGONAL = 1 << 31, 1 << 30, 1 << 29
"""A gid's three highest bits: mirrored left to right, top to bottom, and at the main diagonal (first)."""


@dataclass(frozen=True, eq=False)
class Painted:
    """A tile map in tiles.

    layers: name → uint32 (h, w), gids, 0 for no tile. object_gids: the tile that shows each object,
    0 where the tileset has none for its kind.
    """

    tileset: TileSet
    layers: Mapping[str, NDArray[np.uint32]]
    object_gids: tuple[int, ...]


def paint(tilemap: TileMap, tileset: TileSet) -> Painted:
    """Give every tile of the map a tile of the tileset, by its role."""
    table = np.array([_gid(role, tileset) for role in tilemap.roles], np.uint32)
    layers = {name: table[layer] for name, layer in tilemap.layers.items()}
    return Painted(tileset, layers, tuple(_object_gid(thing, tileset) for thing in tilemap.objects))


def _gid(role: Role, tileset: TileSet) -> int:
    if role.name == "empty":
        return 0
    for name in (role.name, role.tile):
        if name in tileset.numbers:
            return FIRST_GID + tileset.numbers[name]
    raise GenerationError(f"tileset {tileset.name}: no tile for role '{role.name}' nor for '{role.tile}'")


def _object_gid(thing: MapObject, tileset: TileSet) -> int:
    number = tileset.numbers.get(thing.kind)
    return 0 if number is None else FIRST_GID + number
