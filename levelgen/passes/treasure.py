"""Treasure in dead ends."""

from __future__ import annotations

from typing import Any

from levelgen.level import Level, Mark, Marked
from levelgen.parameters import Amount
from levelgen.passes.place import Kind, Prefer, Steps, chosen_rooms
from levelgen.rng import Stream


def treasure(
    level: Level[Any],
    rng: Stream,
    *,
    count: Amount,
    prefer: Prefer = "random",
    kind: Kind = "treasure",
    min_separation: Steps = 0,
) -> Marked:
    """Put treasure into dead ends, one each, never where something else stands, such as start and exit.

    count: how many, or which share of the free dead ends. prefer: the farthest from the start first, the
    nearest, or any. kind: what the marks are called. min_separation: steps along the level between any two.
    GenerationError with both numbers when there are too few dead ends. Cost: as `place`.
    """
    rooms = chosen_rooms(level, rng, kind, "dead_end", count, prefer, min_separation)
    return level.with_marks(Mark(kind, room, belongs="dead_end") for room in rooms)
