"""What can be measured of a level: each measure defined once, with its unit and its source.

A measure is a function of a level, or of a level and its tile map, that gives one finite number. Recipes name
it in `require` and `gates`, `levelgen stats` and `search` measure it over many seeds, and the line of proof
and the maps' properties show some. The unit is an annotation of the result; shares run from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from levelgen.graph import Graph, GridGraph
from levelgen.level import Level
from levelgen.passes.detours import Detours
from levelgen.tilemap import TileMap
from levelgen.walks import distances, ends, longest, walk


@dataclass(frozen=True)
class Unit:
    """What a measure counts."""

    name: str


def unit_of(result: object) -> str:
    """The unit in the annotation of a measure's result; nothing where there is none."""
    extras = getattr(result, "__metadata__", ())
    return next((extra.name for extra in extras if isinstance(extra, Unit)), "")


Rooms = Annotated[int, Unit("rooms")]
Walls = Annotated[int, Unit("walls")]
Length = Annotated[int, Unit("length")]
Count = Annotated[int, Unit("")]
Share = Annotated[float, Unit("share")]
Ratio = Annotated[float, Unit("×")]

_NO_BOUND = int(np.iinfo(np.int64).max) // 4


def rooms(level: Level[Graph]) -> Rooms:
    """How many rooms there are: the order of the graph."""
    return level.graph.rooms


def walls(level: Level[Graph]) -> Walls:
    """How many walls there are, open or not: the size of the graph."""
    return level.graph.walls


def opened(level: Level[Graph]) -> Walls:
    """How many walls are open: rooms − 1 + loops."""
    return int(level.open.sum())


def loops(level: Level[Graph]) -> Count:
    """How many independent ways round there are: the cyclomatic number (Kirchhoff 1847), 0 in a tree."""
    return level.loops


def dead_ends(level: Level[Graph]) -> Rooms:
    """How many rooms have one way out."""
    return len(level.dead_ends)


def dead_end_share(level: Level[Graph]) -> Share:
    """The share of rooms that have one way out (Kim and Crawfis 2015)."""
    return len(level.dead_ends) / level.graph.rooms


def branching(level: Level[Graph]) -> Share:
    """The share of rooms that have three ways out or more (junctions: Kim and Crawfis 2015)."""
    return int((level.degrees >= 3).sum()) / level.graph.rooms


def straightness(level: Level[GridGraph]) -> Share:
    """Of a grid's rooms with two ways out, the share whose ways lie opposite (Kim and Crawfis 2015); 0 without any."""
    graph = level.graph
    through = np.flatnonzero((level.degrees == 2) & (np.diff(level.adjacency.offsets) == 2))
    sides = level.adjacency.nodes[level.adjacency.offsets[through][:, None] + [0, 1]]
    # In a straight passage the two neighbours' places add up to twice the room's own.
    straight = (graph.positions[sides].sum(axis=1) == 2 * graph.positions[through]).all(axis=1)
    return int(straight.sum()) / max(len(through), 1)


def longest_walk(level: Level[Graph]) -> Length:
    """The greatest distance between two rooms: the diameter of the level."""
    first, last = longest(level)
    return int(distances(level, first)[last])


def start_to_exit(level: Level[Graph]) -> Length:
    """The shortest walk from start to exit; without such marks, the longest walk."""
    start, exit = ends(level)
    return int(distances(level, start)[exit])


def linearity(level: Level[Graph]) -> Share:
    """The share of rooms on the shortest walk from start to exit (after linearity: Smith and Whitehead 2010)."""
    return len(walk(level, *ends(level))) / level.graph.rooms


def max_detour(level: Level[Graph]) -> Ratio:
    """The worst way round: the walk between the sides of a wall, in wall lengths (stretch: Peleg and Schäffer 1989).

    At least 1, which is no detour at all. Walls of length 0 do not count.
    """
    lengths = level.graph.lengths
    detours = Detours(level, np.where(lengths > 0, lengths, _NO_BOUND))
    worst = detours.worst(_NO_BOUND)
    return 1.0 if worst is None else int(detours.walks[worst]) / int(detours.lengths[worst])


def bridge_length(level: Level[Graph]) -> Length:
    """The length of all open walls together: what the bridges cost."""
    return int(level.graph.lengths[level.open].sum())


def crossings(level: Level[Graph], tilemap: TileMap) -> Count:
    """How many pairs of bridges or islands touch on the map although no open wall joins them."""
    return len(tilemap.crossings)


def treasures(level: Level[Graph]) -> Count:
    """How many marks are treasure."""
    return len(level.marked("treasure"))


def walkable_share(level: Level[Graph], tilemap: TileMap) -> Share:
    """The share of the map's tiles that one can walk on (openness: Cook, Gow and Colton 2016)."""
    return float(tilemap.walkable.mean())
