"""One graph joined four ways: why connectivity is built in, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levelgen import measures
from levelgen.components import components
from levelgen.graph import Graph
from levelgen.level import Level
from levelgen.recipe import Recipe
from levelgen.rng import Seed, Stream, Streams
from levelgen.spanning_trees.kruskal import kruskal
from levelgen.steps import graph_of


@dataclass(frozen=True)
class Way:
    """What a way of joining the rooms opened.

    length: of all passages; bridges: how many; groups: of rooms that hang together; walled_in: rooms
    with no passage at all. A way is unsafe when it leaves more than one group.
    """

    name: str
    length: int
    bridges: int
    groups: int
    walled_in: int

    @property
    def unsafe(self) -> bool:
        """Does it leave rooms that cannot be reached?"""
        return self.groups > 1


def compare(recipe: Recipe, seed: Seed) -> list[Way]:
    """The recipe's graph joined by coin, to the nearest, in random order and by length.

    The random order goes on with the stream that drew the graph, as the recipe's own Kruskal would;
    the coins have a stream of their own.
    """
    streams = Streams(seed)
    stream = streams.graph()
    graph = graph_of(recipe, stream)
    return [
        _way("each wall open with chance 1/2", graph, _by_coin(graph, streams.named("compare"))),
        _way("each to its nearest", graph, _to_nearest(graph)),
        _way("spanning tree, random order", graph, kruskal(graph, stream, order="random")),
        _way("spanning tree, by length", graph, kruskal(graph, stream, order="length")),
    ]


def _by_coin(graph: Graph, stream: Stream) -> NDArray[np.int64]:
    return np.flatnonzero(np.array([stream.below(2) for _ in range(graph.walls)], np.bool_))


def _to_nearest(graph: Graph) -> NDArray[np.int64]:
    """The shortest edge of each room (the first of equal ones), each edge once, none that closes a cycle."""
    chosen = np.array(sorted(set(_shortest(graph))), np.int64)
    label = np.arange(graph.rooms)
    kept = []
    for edge in chosen.tolist():
        u, v = label[graph.edges[edge]]
        if u != v:
            label[label == u] = v
            kept.append(edge)
    return np.array(kept, np.int64)


def _shortest(graph: Graph) -> Iterator[int]:
    offsets, _, edges = graph.adjacency
    for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        if start < end:
            mine = edges[start:end]
            yield int(mine[graph.lengths[mine].argmin()])


def _way(name: str, graph: Graph, chosen: NDArray[np.integer]) -> Way:
    level = Level(graph, np.zeros(graph.walls, np.bool_)).with_open(chosen)
    groups = len(np.unique(components(graph.rooms, *graph.edges[level.open].T)))
    walled_in = int((level.degrees == 0).sum())
    return Way(name, measures.bridge_length(level), measures.opened(level), groups, walled_in)
