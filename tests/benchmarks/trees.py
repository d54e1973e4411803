"""Spanning trees in process, random draws included, against plain C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from levelgen.graphs.grid import grid
from levelgen.rng import Stream
from levelgen.spanning_trees.growing_tree import growing_tree
from levelgen.spanning_trees.kruskal import kruskal
from levelgen.spanning_trees.wilson import wilson
from tests.benchmarks import reference
from tests.benchmarks.timing import Row, side_by_side

STRATEGIES: tuple[Literal["latest", "random", "mixed"], ...] = ("latest", "random", "mixed")


def rows(side: int) -> Iterator[Row]:
    graph = grid(Stream(0), rows=side, columns=side)
    cases = [
        ("kruskal", lambda: kruskal(graph, Stream(1)), lambda: reference.kruskal(side), "≤ 2"),
        ("grid and kruskal", lambda: kruskal(grid(Stream(0), rows=side, columns=side), Stream(1)),
         lambda: reference.kruskal(side), ""),
        *((f"growing_tree {name}", lambda name=name: growing_tree(graph, Stream(1), strategy=name),
           lambda which=which: reference.growing_tree(side, which), "≤ 3") for which, name in enumerate(STRATEGIES)),
        ("wilson (against Kruskal)", lambda: wilson(graph, Stream(1)), lambda: reference.kruskal(side), "≤ 4"),
    ]  # fmt: skip
    for name, ours, theirs, aim in cases:
        took, reference_took, ratio = side_by_side(ours, theirs)
        yield Row(name, f"{took * 1000:.0f} ms", f"C {reference_took * 1000:.0f} ms", ratio, aim)
