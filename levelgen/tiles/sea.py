"""The sea of an archipelago as it is being made: land grows, then bridge after bridge is built."""

from __future__ import annotations

from functools import cached_property
from heapq import heapify

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.graph import Graph
from levelgen.kernels.sea import NOISE, detour, grow
from levelgen.rng import Stream
from levelgen.tilemap import BRIDGE, EMPTY, LAND, SOLID, WATER, TileMap, passage

LONGEST_WAY_ROUND = 3
"""How many times as long as the bridge that it stands for a way round may be."""


def size(graph: Graph, radius: int, scale: int) -> tuple[int, int]:
    """Width and height of the map, in tiles."""
    width, height = ((side - 1) * scale + 2 * radius + 3 for side in graph.size)
    return width, height


class Sea:
    """One owner a tile, in a flat array; see `levelgen.tilemap.TileMap.owner`.

    shared: the pairs of owners that claim a tile both, the lower first, and the first such tile.
    """

    def __init__(self, graph: Graph, radius: int, scale: int) -> None:
        self.graph, self.radius = graph, radius
        self.width, self.height = size(graph, radius, scale)
        self.places = graph.positions * scale + radius + 1
        self.homes = self.places[:, 1].astype(np.int64) * self.width + self.places[:, 0]
        self.owner = np.full(self.width * self.height, SOLID, np.int32)
        self.shared: dict[tuple[int, int], int] = {}

    def grow_land(self, rng: Stream) -> None:
        """Give every point its island; draws one patch of noise, whatever the number of points."""
        heap = [(0, home, island) for island, home in enumerate(self.homes.tolist())]
        heapify(heap)
        noise = (rng.words(NOISE * NOISE) >> 24).astype(np.uint8)
        kernels.run(grow, heap, self.homes, noise, self.owner, self.width, self.radius)

    def build_bridge(self, edge: int, avoid: bool) -> None:
        """Lay the bridge of an edge where there is water yet; note with whom it would share its other tiles."""
        u, v = self.graph.edges[edge].tolist()
        tiles = self._elbow(u, v)
        if avoid and not self._is_clear(tiles, u, v):
            tiles = self._way_round(u, v, tiles)
        owners = self.owner[tiles]
        self.owner[tiles[owners == SOLID]] = passage(edge)
        taken = (owners != SOLID) & (owners != self._island(u)) & (owners != self._island(v))
        for tile, other in zip(tiles[taken].tolist(), owners[taken].tolist(), strict=True):
            self.shared.setdefault((min(passage(edge), other), max(passage(edge), other)), tile)

    def map(self) -> TileMap:
        """The map as it stands."""
        owner = self.owner.reshape(self.height, self.width)
        ground = np.where(owner >= 0, LAND, WATER).astype(np.uint16)
        bridges = np.where(owner < SOLID, BRIDGE, EMPTY).astype(np.uint16)
        return TileMap({"ground": ground, "bridges": bridges}, owner, self.places)

    def where(self, pair: tuple[int, int]) -> str:
        """The first tile that two owners share, or where they touch: ` at tile x,y`."""
        tile = self.shared.get(pair)
        if tile is None:
            tile = min(self._touch(*pair), self._touch(*pair[::-1]))
        return f" at tile {tile % self.width},{tile // self.width}"

    def _touch(self, a: int, b: int) -> int:
        """The first tile of a that has b to its right or below it; the number of tiles where none has."""
        here, there = self.owner == a, self.owner == b
        beside = here[:-1] & there[1:]
        beside[: -self.width + 1] |= here[: -self.width] & there[self.width :]
        return int(beside.argmax()) if beside.any() else len(here)

    def _island(self, v: int) -> int:
        """The island that a room stands on: of rooms on one tile, the first."""
        return int(self.owner[self.homes[v]])

    def _elbow(self, u: int, v: int) -> NDArray[np.int64]:
        """From u along its row, then along v's column."""
        (x, y), (goal_x, goal_y) = self.places[u].tolist(), self.places[v].tolist()
        row = y * self.width + _run(x, goal_x)
        return np.concatenate([row, _run(y, goal_y)[1:] * self.width + goal_x])

    def _is_clear(self, tiles: NDArray[np.int64], u: int, v: int) -> bool:
        """Does no tile of a bridge lie on anything but water and its own islands, nor beside anything else?"""
        ends = (SOLID, self._island(u), self._island(v))
        wet = tiles[~np.isin(self.owner[tiles], ends[1:])]
        around = wet[:, None] + np.array([0, -self.width, -1, 1, self.width])
        return bool(np.isin(self.owner[around], ends).all())

    def _way_round(self, u: int, v: int, otherwise: NDArray[np.int64]) -> NDArray[np.int64]:
        """The other elbow, or the shortest clear way; the first elbow where there is none."""
        other = self._elbow(v, u)
        if self._is_clear(other, u, v):
            return other
        way = np.empty(LONGEST_WAY_ROUND * len(otherwise), np.int32)
        ends = int(self.homes[u]), self._island(u), self._island(v)
        length = kernels.run(detour, self.owner, self.width, *ends, len(way), *self._search, way)
        return otherwise if length < 0 else way[:length].astype(np.int64)

    @cached_property
    def _search(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """What searches for a way round work on: nothing reached yet but the border, and an empty queue."""
        reached = np.full((self.height, self.width), -1, np.int32)
        reached[1:-1, 1:-1] = 0
        return reached.ravel(), np.empty(len(self.owner), np.int32)


def _run(start: int, end: int) -> NDArray[np.int64]:
    """start … end, both included, up or down."""
    step = 1 if start <= end else -1
    return np.arange(start, end + step, step, dtype=np.int64)
