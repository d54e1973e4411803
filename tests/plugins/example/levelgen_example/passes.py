"""A pass that opens walls, and one that marks rooms."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from levelgen import Level, Mark
from levelgen.level import Marked, Opened
from levelgen.parameters import Amount
from levelgen.rng import Stream


def open_longest(level: Level[Any], rng: Stream, *, count: Amount = Amount(count=1)) -> Opened:  # noqa: B008
    """Open the longest walls that are still closed; count: so many, or a share of them. Draws nothing."""
    closed = np.flatnonzero(~level.open)
    longest_first = closed[np.argsort(-level.graph.lengths[closed], kind="stable")]
    return level.with_open(longest_first[: count.of(len(closed))])


def lamps(level: Level[Any], rng: Stream, *, share: Annotated[float, Field(gt=0, le=1)] = 1.0) -> Marked:
    """A lamp in each room with three ways out or more, or in a share of them."""
    hubs = np.flatnonzero(level.degrees >= 3).tolist()
    return level.with_marks(Mark("lamp", room, {"lit": True}, "hub") for room in hubs if rng.random() < share)
