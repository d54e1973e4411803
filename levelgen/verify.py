"""The proof of a finished level: what must hold of any level, whatever plug-ins made it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from levelgen import measures
from levelgen.components import components
from levelgen.contacts import contact_problems, owner_problems
from levelgen.errors import GenerationError
from levelgen.level import Level
from levelgen.pipeline import BuiltLevel
from levelgen.regions import map_problems, seam_tiles
from levelgen.seams import Side
from levelgen.tilemap import TileMap
from levelgen.where import BELONGS
from levelgen.world import Layout


@dataclass(frozen=True)
class Proof:
    """The figures of a level that holds, seams only of a world's chunk; `str(proof)` is its line of proof."""

    rooms: int
    walls: int
    opened: int
    components: int
    loops: int
    dead_ends: int
    treasures: int
    seams: int | None = None

    def __str__(self) -> str:
        return " | ".join(f"{name}: {value}" for name, value in self.figures.items())

    @property
    def figures(self) -> dict[str, int]:
        """Each figure that there is, by its name in words."""
        return {name.replace("_", " "): value for name, value in vars(self).items() if value is not None}


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
        *_seams(level, tilemap),
    ]
    if wrong:
        of = f"{built.recipe.path}: level {built.stem} (seed {built.seed})"
        raise GenerationError(f"{of} does not hold: {'; '.join(wrong)}")
    return figures(level, groups)


def figures(level: Level[Any], groups: int = 1) -> Proof:
    """The figures of a level of so many groups of rooms."""
    return Proof(
        rooms=measures.rooms(level),
        walls=measures.walls(level),
        opened=measures.opened(level),
        components=groups,
        loops=measures.loops(level),
        dead_ends=measures.dead_ends(level),
        treasures=measures.treasures(level),
        seams=None if level.seams is None else len(level.seams),
    )


def whole(layout: Layout, proofs: Sequence[Proof]) -> Proof:
    """The figures of a world from those of all its chunks, each of them one component: seams are open walls too."""
    world, graph = layout.world, layout.graph
    between = (world.columns - 1) * world.rows * graph.rows + (world.rows - 1) * world.columns * graph.columns
    rooms, opened = sum(p.rooms for p in proofs), sum(p.opened + (p.seams or 0) / 2 for p in proofs)
    return Proof(
        rooms=rooms,
        walls=sum(p.walls for p in proofs) + between,
        opened=int(opened),
        components=1,
        loops=int(opened) - rooms + 1,
        dead_ends=sum(p.dead_ends for p in proofs),
        treasures=sum(p.treasures for p in proofs),
    )


def _seams(level: Level[Any], tilemap: TileMap) -> Iterator[str]:
    """The border is open exactly where a seam's room leads out, at the side that the seam says."""
    open_at = {(int(tilemap.owner[y, x]), side) for x, y in seam_tiles(tilemap) for side in _sides(tilemap, x, y)}
    wanted = {(seam.node, seam.side) for seam in level.seams or ()}
    for node, side in sorted(wanted - open_at):
        yield f"room {level.graph.name(node)} leads out at the {side.name.lower()}, but the border is closed there"
    for owner, side in sorted(open_at - wanted):
        yield f"the border is open at the {side.name.lower()} of {owner}, where no seam is"


def _sides(tilemap: TileMap, x: int, y: int) -> Iterator[Side]:
    ends = {
        Side.TOP: y == 0,
        Side.RIGHT: x == tilemap.width - 1,
        Side.BOTTOM: y == tilemap.height - 1,
        Side.LEFT: x == 0,
    }
    return (side for side, here in ends.items() if here)


def _marks(level: Level[Any]) -> Iterator[str]:
    for name in sorted({mark.belongs for mark in level.marks}):
        if name not in BELONGS:
            yield f"a mark promises to stand '{name}', which is no place by name"
            continue
        allowed = BELONGS[name](level)
        for mark in level.marks:
            if mark.belongs == name and not allowed[mark.node]:
                yield f"{mark.kind} in room {level.graph.name(mark.node)} does not stand as promised ({name})"
