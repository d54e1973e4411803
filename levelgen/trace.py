"""The trace of a level: a digest after every step, so that two machines can find the first step they disagree on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from levelgen.graph import Graph
from levelgen.level import Level
from levelgen.meaning import digest
from levelgen.pipeline import BuiltLevel

PAINT = "paint@1"
"""Paint is no plug-in; its version is raised as theirs are."""


@dataclass(frozen=True)
class Print:
    """What one step left: where the recipe has it, its algorithm and version, and a SHA-256 in hexadecimal."""

    step: str
    algorithm: str
    digest: str


def trace(built: BuiltLevel) -> tuple[Print, ...]:
    """A print for the graph, the spanning tree, each pass, the tiles and the paint, in their order."""
    return tuple(Print(step, algorithm, digest(map(_plain, parts))) for step, algorithm, parts in _steps(built))


def _steps(built: BuiltLevel) -> Iterator[tuple[str, str, Iterable[Any]]]:
    recipe = built.recipe
    yield "graph", recipe.graph.plugin.algorithm, _graph(built.level.graph)
    tree, *after = (*built.level.earlier, built.level)
    yield "spanning_tree", recipe.spanning_tree.plugin.algorithm, _level(tree)
    for number, (step, level) in enumerate(zip(recipe.passes, after, strict=True)):
        yield f"passes[{number}]", step.plugin.algorithm, _level(level)
    yield "tiles", recipe.tiles.plugin.algorithm, _tiles(built)
    yield "paint", PAINT, _paint(built)


def _graph(graph: Graph) -> Iterator[Any]:
    yield from (graph.positions, graph.edges, graph.lengths, list(graph.size), list(graph.names))


def _level(level: Level[Any]) -> Iterator[Any]:
    yield level.open
    yield [[mark.kind, mark.node, dict(mark.properties), mark.belongs] for mark in level.marks]


def _tiles(built: BuiltLevel) -> Iterator[Any]:
    tilemap = built.tilemap
    yield [[role.name, role.walkable] for role in tilemap.roles]
    for name, layer in tilemap.layers.items():
        yield from (name, layer)
    yield from (tilemap.owner, tilemap.places, [list(pair) for pair in tilemap.crossings], dict(tilemap.properties))
    yield [[thing.kind, thing.x, thing.y, dict(thing.properties)] for thing in tilemap.objects]


def _paint(built: BuiltLevel) -> Iterator[Any]:
    painted = built.painted
    yield [painted.tileset.name, *painted.tileset.tile_size]
    for name, gids in painted.layers.items():
        yield from (name, gids)
    yield list(painted.object_gids)


def _plain(part: Any) -> bytes:
    """An array by its shape and numbers, all else as JSON: the same on every machine."""
    if isinstance(part, np.ndarray):
        return repr(part.shape).encode() + np.ascontiguousarray(part, "<i8").tobytes()
    return json.dumps(part, sort_keys=True).encode()
