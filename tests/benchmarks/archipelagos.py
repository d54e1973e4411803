"""Many islands: a minimum tree without the complete graph."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import numpy as np

from levelgen.graph import Graph, manhattan
from levelgen.graphs.islands import all_pairs, islands
from levelgen.graphs.octants import octants
from levelgen.level import Level
from levelgen.passes.shortcut_bridges import shortcut_bridges
from levelgen.rng import Stream
from levelgen.spanning_trees.kruskal import kruskal
from tests.benchmarks.timing import RUNS, Row, seconds

COUNT = 100_000
SIDE = 4096


def rows(side: int) -> Iterator[Row]:
    """`side` is of no matter here."""
    scattered = islands(Stream(1), count=COUNT, width=SIDE, height=SIDE, min_distance=4, candidates="octants")
    yield Row(f"{COUNT} islands, min_distance 4, octants", f"{seconds(_scatter):.2f} s")
    took = median(seconds(lambda: tree_of(scattered.positions)) for _ in range(RUNS))
    yield Row("  candidates and minimum tree", f"{took:.2f} s", "of 2 s", took / 2, "≤ 1")
    some = scattered.positions[:: COUNT // 2000][:2000]
    complete = all_pairs(len(some))
    least = Graph(positions=some, edges=complete, lengths=manhattan(some, complete), size=scattered.size)
    same = tree_of(some) == int(least.lengths[kruskal(least, Stream(0), order="length")].sum())
    yield Row("  as short as that of all pairs, 2000 points", "yes" if same else "NO", "", float(same), "≥ 1")
    level = Level(scattered, np.zeros(scattered.walls, np.bool_)).with_open(
        kruskal(scattered, Stream(0), order="length")
    )
    yield Row(
        "  shortcut_bridges, max_detour 3", f"{seconds(lambda: shortcut_bridges(level, Stream(0), max_detour=3)):.2f} s"
    )


def _scatter() -> Graph:
    return islands(Stream(2), count=COUNT, width=SIDE, height=SIDE, min_distance=4, candidates="octants")


def tree_of(positions: np.ndarray) -> int:
    """The length of a minimum tree over the nearest of each point in eight octants."""
    edges = octants(positions)
    graph = Graph(positions=positions, edges=edges, lengths=manhattan(positions, edges), size=(SIDE, SIDE))
    return int(graph.lengths[kruskal(graph, Stream(0), order="length")].sum())
