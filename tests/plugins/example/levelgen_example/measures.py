"""A measure: what `require` and `levelgen stats` can ask of a level."""

from __future__ import annotations

from typing import Annotated, Any

from levelgen import Level
from levelgen.measures import Unit


def lit_rooms(level: Level[Any]) -> Annotated[int, Unit("rooms")]:
    """How many rooms have a lamp."""
    return len(level.marked("lamp"))
