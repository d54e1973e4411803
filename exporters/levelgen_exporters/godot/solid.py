"""Which cells collide otherwise than their tile's class says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen.paint import FIRST_GID, FLIP_DIAGONAL
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.godot.tileset import SOLID_CLASSES


def differs(built: BuiltLevel, layer: str) -> NDArray[np.bool_]:
    """bool (h, w): tiles of a layer that must collide although their class does not, or the other way round.

    A tile must collide where its role cannot be walked on, and nothing walkable lies over it.
    """
    by_class = np.array([False] * FIRST_GID + [name in SOLID_CLASSES for name in built.painted.tileset.tiles])
    gids = built.painted.layers[layer]
    collides = by_class[gids & np.uint32(FLIP_DIAGONAL - 1)]
    found: NDArray[np.bool_] = (collides != solid(built, layer)) & (gids != 0)
    return found


def solid(built: BuiltLevel, layer: str) -> NDArray[np.bool_]:
    """bool (h, w): must this layer's tile keep walkers off?"""
    blocks = np.array([not role.walkable and role.name != "empty" for role in built.tilemap.roles])
    found: NDArray[np.bool_] = blocks[built.tilemap.layers[layer]] & ~built.tilemap.walkable
    return found
