"""Islands in water, with bridges between them."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen import kernels
from levelgen.contacts import crossings_of
from levelgen.errors import GenerationError
from levelgen.graph import Graph
from levelgen.kernels.sea import COSTS, detour, is_clear, soak
from levelgen.level import Level
from levelgen.rng import Stream
from levelgen.tilemap import BRIDGE, EMPTY, LAND, SOLID, WATER, TileMap, passage

Radius = Annotated[int, Field(ge=0, le=64)]
Scale = Annotated[int, Field(ge=1, le=256)]
Crossing = Literal["allow", "avoid", "refuse"]

_TOLD = 5


def archipelago(
    level: Level[Any], rng: Stream, *, radius: Radius = 3, scale: Scale = 1, crossing: Crossing = "allow"
) -> TileMap:
    """Land round every point, water between, and a bridge tile by tile for every open wall.

    radius: how far land reaches, in tiles (Euclidean), 0 to 64. scale: tiles from one place of the graph
    to the next, 1 to 256. The map is surrounded by radius + 1 tiles of water. A bridge runs like the
    letter L from the room of the lower number, along its row first and then along the other's column;
    where bridges meet, the shorter one keeps the tile. Layers: ground (water, land) and bridges.

    crossing: a bridge that touches another bridge or a third island, or two islands that touch without
    an open wall between, is a crossing. `allow` lists each in the report and in the map's property
    `crossings`; `avoid` first tries the other elbow, then a way round over water that touches nothing
    else; `refuse` is a GenerationError that names them.

    Land grows from all points at once, each new tile at a random cost (first-passage percolation, Eden
    1961, Richardson 1973): so an island hangs together, holds its point, and shares no tile.
    """
    sea = _Sea(level.graph, radius, scale)
    sea.grow_land(rng)
    opened = np.flatnonzero(level.open)
    for edge in opened[np.argsort(level.graph.lengths[opened], kind="stable")].tolist():
        sea.build_bridge(edge, avoid=crossing == "avoid")
    found = sorted({*crossings_of(level, sea.map()), *sea.overlaps})
    told = [f"{_name(level.graph, a)} and {_name(level.graph, b)}" for a, b in found]
    if told and crossing == "refuse":
        more = f" and {len(told) - 1} more" if len(told) > 1 else ""
        raise GenerationError(f"{told[0]} cross{more}; say 'crossing: avoid' or 'crossing: allow', or try another seed")
    return sea.map(tuple(found), told)


class _Sea:
    """The map as it is being made: one owner a tile, in a flat array."""

    def __init__(self, graph: Graph, radius: int, scale: int) -> None:
        self.graph, self.radius = graph, radius
        self.width, self.height = ((side - 1) * scale + 2 * radius + 3 for side in graph.size)
        self.places = graph.positions * scale + radius + 1
        self.homes = self.places[:, 1].astype(np.int64) * self.width + self.places[:, 0]
        self.owner = np.full(self.width * self.height, SOLID, np.int32)
        self.overlaps: list[tuple[int, int]] = []

    def grow_land(self, rng: Stream) -> None:
        heap = [(0, home, island) for island, home in enumerate(self.homes.tolist())]
        heapify(heap)
        costs = np.zeros(len(self.owner), np.uint8)
        budget = self.radius * (COSTS + 2) // 2
        kernels.feed(soak, rng, heap, self.homes, costs, self.owner, self.width, self.radius, budget)

    def build_bridge(self, edge: int, avoid: bool) -> None:
        u, v = self.graph.edges[edge].tolist()
        tiles = self._elbow(u, v)
        if avoid and not self._is_clear(tiles, u, v):
            tiles = self._way_round(u, v, tiles)
        owners = self.owner[tiles]
        self.owner[tiles[owners == SOLID]] = passage(edge)
        others = np.unique(owners[(owners != SOLID) & (owners != self._island(u)) & (owners != self._island(v))])
        self.overlaps += [(min(pair), max(pair)) for pair in ((passage(edge), int(other)) for other in others)]

    def map(self, crossings: tuple[tuple[int, int], ...] = (), told: Sequence[str] = ()) -> TileMap:
        owner = self.owner.reshape(self.height, self.width)
        ground = np.where(owner >= 0, LAND, WATER).astype(np.uint16)
        bridges = np.where(owner < SOLID, BRIDGE, EMPTY).astype(np.uint16)
        notes = [f"crossing: {words}" for words in told[:_TOLD]]
        notes += [f"{len(told)} crossings in all"] if len(told) > _TOLD else []
        return TileMap({"ground": ground, "bridges": bridges}, owner, self.places, crossings=crossings,
                       properties={"crossings": "; ".join(told)}, notes=tuple(notes))  # fmt: skip

    def _island(self, v: int) -> int:
        """The island that a room stands on: of rooms on one tile, the first."""
        return int(self.owner[self.homes[v]])

    def _elbow(self, u: int, v: int) -> NDArray[np.int64]:
        """From u along its row, then along v's column."""
        (x, y), (goal_x, goal_y) = self.places[u].tolist(), self.places[v].tolist()
        row = y * self.width + _run(x, goal_x)
        return np.concatenate([row, _run(y, goal_y)[1:] * self.width + goal_x])

    def _is_clear(self, tiles: NDArray[np.int64], u: int, v: int) -> bool:
        a, b = self._island(u), self._island(v)
        wet = tiles[(self.owner[tiles] != a) & (self.owner[tiles] != b)].tolist()
        return all(kernels.run(is_clear, self.owner, self.width, tile, a, b) for tile in wet)

    def _way_round(self, u: int, v: int, otherwise: NDArray[np.int64]) -> NDArray[np.int64]:
        """The other elbow, or the shortest clear way; the first elbow where there is none."""
        other = self._elbow(v, u)
        if self._is_clear(other, u, v):
            return other
        came, queue = np.full(len(self.owner), -1, np.int64), np.empty(len(self.owner), np.int64)
        ends = int(self.homes[u]), self._island(u), self._island(v)
        tile = kernels.run(detour, self.owner, self.width, self.height, *ends, came, queue)
        if tile < 0:
            return otherwise
        tiles = [tile]
        while tiles[-1] != self.homes[u]:
            tiles.append(int(came[tiles[-1]]))
        return np.array(tiles, np.int64)


def _run(start: int, end: int) -> NDArray[np.int64]:
    """start … end, both included, up or down."""
    step = 1 if start <= end else -1
    return np.arange(start, end + step, step, dtype=np.int64)


def _name(graph: Graph, owner: int) -> str:
    if owner >= 0:
        return f"island {graph.name(owner)}"
    u, v = graph.edges[passage(owner)].tolist()
    return f"bridge {graph.name(u)}–{graph.name(v)}"
