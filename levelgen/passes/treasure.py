"""Treasure in dead ends."""

from __future__ import annotations

from typing import Any

from levelgen.level import Level, Marked
from levelgen.parameters import Amount
from levelgen.passes.place import Kind, Prefer, Steps, put
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

    count: a number is a demand: GenerationError with both numbers when there are fewer free dead ends; a
    share, such as 40%, is of the free dead ends, and the report says when fewer fit. prefer: the farthest
    from the start first, the nearest, or any. kind: what the marks are called. min_separation: steps
    along the level between any two. Cost: as `place`.
    """
    return put(level, rng, kind, "dead_end", count, prefer, min_separation)
