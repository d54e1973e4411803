"""Levels for the tests of passes: grids and points, joined by a random tree."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from levelgen import Graph, Level
from levelgen.graph import manhattan
from levelgen.graphs.grid import grid
from levelgen.graphs.islands import all_pairs
from levelgen.rng import Stream
from levelgen.spanning_trees.kruskal import kruskal


def joined(graph: Graph, seed: int) -> Level[Any]:
    return Level(graph, np.zeros(graph.walls, np.bool_)).with_open(kruskal(graph, Stream(seed)))


def grid_level(rows: int, columns: int, seed: int = 1) -> Level[Any]:
    return joined(grid(Stream(0), rows=rows, columns=columns), seed)


def points_level(count: int, seed: int = 1, size: int = 20) -> Level[Any]:
    rng = Stream(seed)
    places = np.array([(rng.below(size), rng.below(size)) for _ in range(count)], np.int32)
    edges = all_pairs(count)
    return joined(Graph(positions=places, edges=edges, lengths=manhattan(places, edges), size=(size, size)), seed)


def as_networkx(level: Level[Any]) -> Any:
    whole = level.graph.to_networkx()
    whole.remove_edges_from([(u, v) for u, v, data in whole.edges(data=True) if not level.open[data["index"]]])
    return whole


SIZES = st.one_of(st.sampled_from([(1, 1), (1, 9), (9, 1), (2, 2)]), st.tuples(*[st.integers(1, 8)] * 2))


@st.composite
def levels(draw: st.DrawFn) -> Level[Any]:
    """Grids and points, some of them with loops already."""
    seed = draw(st.integers(0, 2**32))
    if draw(st.booleans()):
        level = grid_level(*draw(SIZES), seed)
    else:
        level = points_level(draw(st.integers(1, 12)), seed, draw(st.sampled_from([2, 20, 1000])))
    closed = np.flatnonzero(~level.open)
    return level.with_open(closed[:: draw(st.integers(2, 9))] if draw(st.booleans()) else [])


def detours(level: Level[Any]) -> list[tuple[Fraction | float, int]]:
    """Walk by length, exactly, and length of each wall, by networkx; over a wall of length 0 a walk is endless."""
    walks = dict(nx.all_pairs_dijkstra_path_length(as_networkx(level), weight="length"))
    graph = level.graph
    pairs = zip(graph.edges.tolist(), graph.lengths.tolist(), strict=True)
    return [(Fraction(walks[u][v], length) if length else inf if walks[u][v] else 0, length)
            for (u, v), length in pairs]  # fmt: skip


def is_connected(level: Level[Any]) -> bool:
    return bool(nx.is_connected(as_networkx(level)))
