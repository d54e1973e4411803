"""Braid: dead ends get a second way out."""

from __future__ import annotations

from typing import Any

import numpy as np

from levelgen import kernels
from levelgen.errors import GenerationError
from levelgen.kernels.choosing import mend
from levelgen.kernels.draw import shuffle
from levelgen.level import Level, Opened
from levelgen.parameters import Amount
from levelgen.rng import Stream

ALL = Amount.read("100%")


def braid(level: Level[Any], rng: Stream, *, share: Amount = ALL) -> Opened:
    """Give dead ends a second way out: fewer of them, more ways round.

    share: which share of the dead ends, or how many; they are taken in random order. A wall that leads
    to another dead end is opened before others, so that one opening mends two: the last may mend one more
    than asked for. The report says how many got a second way and how many cannot have one, because no
    closed wall is beside them. GenerationError when a number is given and fewer can have one.
    Cost: O(m). Source: Buck 2011, "Braiding".
    """
    order = level.dead_ends.copy()
    stuck = int((np.diff(level.graph.adjacency.offsets)[order] == 1).sum())
    wanted = share.of(len(order))
    if share.share is None and wanted > len(order) - stuck:
        there_are = f"{len(order)} dead ends and {stuck} of them cannot have one"
        raise GenerationError(f"{wanted} second ways out asked for, but there are {there_are}; ask for fewer")
    kernels.feed(shuffle, rng, order, np.array([len(order) - 1], np.int64))
    is_open, degrees = level.open.astype(np.uint8), level.degrees.copy()
    state = np.zeros(2, np.int64)
    kernels.feed(mend, rng, *level.graph.adjacency, order, wanted, degrees, is_open, state)
    note = f"braid: {state[1]} of {len(order)} dead ends got a second way out, {stuck} cannot have one"
    return level.with_open(np.flatnonzero(is_open)).with_note(note)
