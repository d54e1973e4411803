"""A tile style with a role of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import numpy as np
from pydantic import Field

from levelgen import GridGraph, Level, Role, TileMap
from levelgen.rng import Stream
from levelgen.tilemap import ROLES, SOLID
from levelgen.tiles.blocks import blocks

LAVA = len(ROLES)


def lava(level: Level[GridGraph], rng: Stream, *, moat: Annotated[int, Field(ge=1, le=64)] = 2) -> TileMap:
    """The blocks of a grid in a moat of lava, `moat` tiles wide; the tileset's `water` stands in for it."""
    inner = blocks(level, rng)
    layers = {name: np.pad(layer, moat) for name, layer in inner.layers.items()}
    outside = np.pad(np.zeros(inner.owner.shape, bool), moat, constant_values=True)
    layers["ground"] = np.where(outside, LAVA, layers["ground"]).astype(np.uint16)
    owner = np.pad(inner.owner, moat, constant_values=SOLID)
    roles = (*ROLES, Role("lava", walkable=False, tile="water"))
    return replace(inner, layers=layers, owner=owner, places=inner.places + moat, roles=roles)
