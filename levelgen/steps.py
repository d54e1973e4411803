"""The steps from a recipe to a level, each held to its contract and named in what goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from levelgen import contract
from levelgen.errors import GenerationError
from levelgen.graph import Graph
from levelgen.level import Level
from levelgen.recipe import Recipe, Step, blame
from levelgen.rng import Stream, Streams


def graph_of(recipe: Recipe, stream: Stream) -> Graph:
    """The recipe's graph: rooms, and the walls that may be opened."""
    with blame(recipe.graph):
        graph = contract.checked_graph(recipe.graph(stream), recipe.graph.plugin.graph_type)
        hold(recipe, {"rooms": graph.rooms})
    return graph


def hold(recipe: Recipe, size: Mapping[str, int]) -> None:
    """Hold what a step is about to make to the recipe's limits; GenerationError that says which is passed."""
    if excess := recipe.limits.excess(size):
        raise GenerationError(excess)


def joined(graph: Graph, spanning_tree: Step, stream: Stream) -> Level[Any]:
    """A graph with the walls of a spanning tree open: connected, and without a cycle."""
    with blame(spanning_tree):
        tree = contract.checked_tree(graph, spanning_tree(graph, stream))
    return Level(graph, np.zeros(graph.walls, np.bool_)).with_open(tree)


def passed(level: Level[Any], passes: Iterable[Step], streams: Streams, used: Counter[str]) -> Level[Any]:
    """The level after these passes; `used` counts how often a pass of each name has run."""
    for step in passes:
        name = step.plugin.name
        with blame(step):
            after = contract.checked_pass(level, step(level, streams.use(name, used[name])))
        level = replace(after, earlier=(*level.earlier, level))
        used[name] += 1
    return level
