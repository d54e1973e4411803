"""Paint: the one step that knows tile ids. Roles become gids, the global tile ids of Tiled's formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from levelgen.errors import GenerationError
from levelgen.neighbours import masks
from levelgen.rng import Seed
from levelgen.tilemap import MapObject, Role, TileMap
from levelgen.tileset import Look, TileSet, Variant

FIRST_GID = 1
FLIP_X, FLIP_Y, FLIP_DIAGONAL = 1 << 31, 1 << 30, 1 << 29
"""A gid's three highest bits: mirrored left to right, top to bottom, and at the main diagonal (first)."""

Gids = NDArray[np.uint32]
Layers = Mapping[str, NDArray[np.uint16]]


@dataclass(frozen=True, eq=False)
class Painted:
    """A tile map in tiles.

    layers: name → uint32 (h, w), gids, 0 for no tile. object_gids: the tile that shows each object,
    0 where the tileset has none for its kind. notes: shapes that the tileset has no tile for.
    """

    tileset: TileSet
    layers: Mapping[str, Gids]
    object_gids: tuple[int, ...]
    notes: tuple[str, ...] = ()


def paint(
    tilemap: TileMap,
    tileset: TileSet,
    seed: Seed,
    origin: tuple[int, int] = (0, 0),
    around: Layers | None = None,
) -> Painted:
    """Give every tile of the map a tile of the tileset: by its role, its neighbours and a hash of seed, x and y.

    origin: x and y of the map's first tile in its world. around: the layers with one line of tiles more on each
    side, (h + 2, w + 2); without it the map goes on as its outermost tiles do.
    Where the tileset has no tile for a shape, the nearest is taken and a note says how often.
    GenerationError when it has none for a role.
    """
    lots = _Lots(seed, origin)
    seen = around or {name: np.pad(layer, 1, mode="edge") for name, layer in tilemap.layers.items()}
    missing: Counter[str] = Counter()
    layers: dict[str, Gids] = {}
    for name, layer in tilemap.layers.items():
        present = _present(layer)
        looks = {n: _look(tilemap.roles[n], tileset) for n in present if tilemap.roles[n].name != "empty"}
        gids = layers[name] = _plain(looks, present[-1] + 1).take(layer)
        for number, look in looks.items():
            if not look.is_plain:
                same = _same(seen[name] == number, look.joins, tilemap.roles, seen)
                _paint_role(gids, layer == number, same, look, tilemap.roles[number], lots, missing)
    notes = [f"tileset {tileset.name}: no tile for {shape}, {n} × the nearest" for shape, n in sorted(missing.items())]
    return Painted(tileset, layers, tuple(_object_gid(thing, tileset) for thing in tilemap.objects), tuple(notes))


def _present(layer: NDArray[np.uint16]) -> list[int]:
    """The roles that stand on a layer, rising."""
    return [number for number in range(int(layer.max(initial=0)) + 1) if (layer == number).any()]


def _plain(looks: Mapping[int, Look], roles: int) -> Gids:
    """The gid of each of so many roles that looks the same everywhere, 0 for all others."""
    gids = np.zeros(roles, np.uint32)
    for number, look in looks.items():
        if look.is_plain:
            gids[number] = _gid(look.tiles[0][0])
    return gids


def _look(role: Role, tileset: TileSet) -> Look:
    for name in (role.name, role.tile):
        if name in tileset.looks:
            return tileset.looks[name]
    also = f" nor for '{role.tile}'" if role.tile != role.name else ""
    raise GenerationError(f"tileset {tileset.name}: no tile for role '{role.name}'{also}; add it to its roles")


def _object_gid(thing: MapObject, tileset: TileSet) -> int:
    look = tileset.looks.get(thing.kind)
    return 0 if look is None else _gid(look.tiles[look.table[0][0]][0])


def _paint_role(
    gids: Gids,
    here: NDArray[np.bool_],
    same: NDArray[np.bool_],
    look: Look,
    role: Role,
    lots: _Lots,
    missing: Counter[str],
) -> None:
    """Give a role's tiles, `here`, a tile each; same: (h + 2, w + 2), where a neighbour counts as the same."""
    at = np.flatnonzero(here)
    shapes = masks(same).reshape(-1)[at] if look.sees else np.zeros(len(at), np.uint8)
    tiles, ends = look.variants
    if tiles.shape[1] == 1:
        gids.reshape(-1)[at] = (tiles[:, 0] + np.uint32(FIRST_GID)).take(shapes)
    else:
        y, x = np.divmod(at, gids.shape[1])
        gids.reshape(-1)[at] = _chosen(tiles, ends, shapes, lots.at(x, y))
    for mask, count in enumerate(np.bincount(shapes, minlength=256).tolist() if look.is_partial else ()):
        if count and look.table[mask][1]:
            missing[f"{role.name} with neighbours {mask & look.sees}"] += count


def _chosen(tiles: Gids, ends: NDArray[np.float64], shapes: NDArray[np.uint8], turns: NDArray[np.float64]) -> Gids:
    """One of the variants of each shape, by weight."""
    which = np.zeros(len(shapes), np.int64)
    for k in range(tiles.shape[1] - 1):
        which += turns >= ends[shapes, k]
    gids: Gids = tiles[shapes, which] + np.uint32(FIRST_GID)
    return gids


def _same(here: NDArray[np.bool_], joins: Sequence[str], roles: Sequence[Role], layers: Layers) -> NDArray[np.bool_]:
    """Where the role stands, or on any layer one that counts as the same."""
    numbers = [number for number, role in enumerate(roles) if role.name in joins]
    for layer in layers.values() if numbers else ():
        here = here | np.isin(layer, numbers)
    return here


def _gid(variant: Variant) -> int:
    return (FIRST_GID + variant.tile) | variant.flips


class _Lots:
    """A number from 0 to 1 (left out) for every place, from the seed alone (after splitmix64, Steele et al. 2014)."""

    def __init__(self, seed: Seed, origin: tuple[int, int]) -> None:
        self.origin = [np.uint64(place % (1 << 64)) for place in origin]
        text = f"{'i' if isinstance(seed, int) else 't'}{seed}/paint"
        self.key = np.uint64(int.from_bytes(sha256(text.encode()).digest()[:8], "little"))

    def at(self, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.float64]:
        z = self.key + (x.astype(np.uint64) + self.origin[0]) * np.uint64(0x9E3779B97F4A7C15)
        z = z + (y.astype(np.uint64) + self.origin[1]) * np.uint64(0xC2B2AE3D27D4EB4F)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        turns: NDArray[np.float64] = ((z ^ (z >> np.uint64(31))) >> np.uint64(32)) / 2.0**32
        return turns
