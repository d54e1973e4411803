"""A spanning tree, by way of networkx."""

from __future__ import annotations

import networkx as nx

from levelgen import Graph
from levelgen.rng import Stream


def breadth_first(graph: Graph, rng: Stream) -> list[int]:
    """The shortest ways from a room drawn at random: wide levels, in which no room lies deep."""
    rooms = graph.to_networkx()
    return [rooms.edges[edge]["index"] for edge in nx.bfs_edges(rooms, rng.below(graph.rooms))]
