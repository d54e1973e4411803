"""Islands in water, with bridges between them."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from levelgen.contacts import crossings_of
from levelgen.errors import GenerationError
from levelgen.graph import Graph
from levelgen.level import Level
from levelgen.parameters import sized
from levelgen.rng import Stream
from levelgen.tilemap import TileMap, passage
from levelgen.tiles.sea import Sea, size

Radius = Annotated[int, Field(ge=0, le=64)]
Scale = Annotated[int, Field(ge=1, le=256)]
Crossing = Literal["allow", "avoid", "refuse"]

_TOLD = 5


@sized(lambda level, radius, scale, crossing: {"tiles": prod(size(level.graph, radius, scale))})
def archipelago(
    level: Level[Any], rng: Stream, *, radius: Radius = 3, scale: Scale = 1, crossing: Crossing = "allow"
) -> TileMap:
    """Land round every point, water between, and a bridge tile by tile for every open wall.

    radius: how far land reaches, in tiles (Euclidean), 0 to 64. scale: tiles from one place of the graph
    to the next, 1 to 256. The map is surrounded by radius + 1 tiles of water. A bridge runs like the
    letter L from the room of the lower number, along its row first and then along the other's column;
    where bridges meet, the shorter one keeps the tile. Layers: ground (water, land) and bridges.

    crossing: a bridge that touches another bridge or a third island, or two points side by side without
    an open wall between, is a crossing. `allow` lists each in the report and in the map's property
    `crossings`; `avoid` first tries the other elbow, then a way round over water that touches nothing
    else and is at most three times as long; `refuse` is a GenerationError that names them.

    Land grows from all points at once, tile by tile (Eden 1961), nearest tiles first but for smooth noise
    that shapes its coast; it stops before land of another. So an island hangs together, holds its point,
    and is surrounded by water. Points on one tile share an island, that of the lowest number.
    Cost: linear in the tiles; with `avoid`, at most the square of its length for each bridge in the way.
    """
    sea = Sea(level.graph, radius, scale)
    sea.grow_land(rng)
    opened = np.flatnonzero(level.open)
    for edge in opened[np.argsort(level.graph.lengths[opened], kind="stable")].tolist():
        sea.build_bridge(edge, avoid=crossing == "avoid")
    found = sorted({*crossings_of(level, sea.map()), *sea.shared})
    if found and crossing == "refuse":
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise GenerationError(
            f"{_names(level.graph, found[0])} meet{sea.where(found[0])}{more};"
            " say 'crossing: avoid' or 'crossing: allow', or try another seed"
        )
    notes = [f"crossing: {_names(level.graph, pair)}{sea.where(pair)}" for pair in found[:_TOLD]]
    notes += [f"{len(found)} crossings in all"] if len(found) > _TOLD else []
    listed = {"crossings": "; ".join(_names(level.graph, pair) for pair in found)}
    return replace(sea.map(), crossings=tuple(found), notes=tuple(notes), properties=listed)


def _names(graph: Graph, pair: tuple[int, int]) -> str:
    """Two owners in words, bridges before islands, the lower number first."""
    return " and ".join(_name(graph, owner) for owner in sorted(pair, key=lambda owner: (owner >= 0, abs(owner))))


def _name(graph: Graph, owner: int) -> str:
    if owner >= 0:
        return f"island {graph.name(owner)}"
    u, v = graph.edges[passage(owner)].tolist()
    return f"bridge {graph.name(u)}–{graph.name(v)}"
