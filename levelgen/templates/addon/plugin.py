"""Lanterns in rooms."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from levelgen import Level, Mark
from levelgen.level import Marked
from levelgen.rng import Stream


def lanterns(level: Level[Any], rng: Stream, *, every: Annotated[int, Field(ge=1, le=1000)] = 4) -> Marked:
    """A mark in every n-th room, the first one drawn at random.

    every: n, from 1 (all rooms) to 1000.
    """
    rooms = range(rng.below(every), level.graph.rooms, every)
    return level.with_marks(Mark("lanterns", room) for room in rooms)
