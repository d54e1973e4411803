"""The proof of a finished level: what must hold of any level, whatever plug-ins made it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from levelgen import measures
from levelgen.components import components
from levelgen.contacts import contact_problems, owner_problems
from levelgen.errors import GenerationError
from levelgen.level import Level
from levelgen.pipeline import BuiltLevel
from levelgen.regions import map_problems
from levelgen.where import BELONGS


@dataclass(frozen=True)
class Proof:
    """The figures of a level that holds; `str(proof)` is its line of proof."""

    rooms: int
    walls: int
    opened: int
    components: int
    loops: int
    dead_ends: int
    treasures: int

    def __str__(self) -> str:
        names = {"dead_ends": "dead ends"}
        return " | ".join(f"{names.get(name, name)}: {value}" for name, value in vars(self).items())


def verify(built: BuiltLevel) -> Proof:
    """Prove a level and its tile map, in O(rooms + walls + tiles); GenerationError lists what does not hold.

    One component of rooms, a spanning tree plus loops; one component of walkable tiles, closed border;
    the rooms that touch on the tiles are exactly those that an open wall joins, or listed crossings;
    every mark on walkable ground and where its pass promises.
    """
    level, tilemap = built.level, built.tilemap
    groups = len(np.unique(components(level.graph.rooms, *level.graph.edges[level.open].T)))
    wrong = [] if groups == 1 else [f"{groups} groups of rooms instead of one"]
    wrong += [
        *_marks(level),
        *owner_problems(tilemap),
        *contact_problems(level, tilemap),
        *map_problems(tilemap),
    ]
    if wrong:
        of = f"{built.recipe.path}: level {built.stem} (seed {built.seed})"
        raise GenerationError(f"{of} does not hold: {'; '.join(wrong)}")
    return Proof(
        rooms=measures.rooms(level),
        walls=measures.walls(level),
        opened=measures.opened(level),
        components=groups,
        loops=measures.loops(level),
        dead_ends=measures.dead_ends(level),
        treasures=measures.treasures(level),
    )


def _marks(level: Level[Any]) -> Iterator[str]:
    for name in sorted({mark.belongs for mark in level.marks}):
        if name not in BELONGS:
            yield f"a mark promises to stand '{name}', which is no place by name"
            continue
        allowed = BELONGS[name](level)
        for mark in level.marks:
            if mark.belongs == name and not allowed[mark.node]:
                yield f"{mark.kind} in room {level.graph.name(mark.node)} does not stand as promised ({name})"
