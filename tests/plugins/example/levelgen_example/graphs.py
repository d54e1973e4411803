"""A graph builder, by way of networkx."""

from __future__ import annotations

from typing import Annotated

import networkx as nx
from pydantic import Field

from levelgen import Graph
from levelgen.rng import Stream


def ring(
    rng: Stream, *, rooms: Annotated[int, Field(ge=3, le=1000)], spacing: Annotated[int, Field(ge=1)] = 1
) -> Graph:
    """Rooms round a courtyard: each has a wall to the next, and the last to the first.

    rooms: how many, at least 3; spacing: how far apart. They lie on the two long sides of an oblong. Draws nothing.
    """
    result = nx.cycle_graph(rooms)
    top = (rooms + 1) // 2
    for room, data in result.nodes(data=True):
        column, row = (room, 0) if room < top else (rooms - 1 - room, 1)
        data.update(x=column * spacing, y=row * spacing, name=f"R{room}")
    return Graph.from_networkx(result)
