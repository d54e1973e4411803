"""Place things where they belong."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from levelgen import kernels
from levelgen.errors import GenerationError
from levelgen.kernels.choosing import apart
from levelgen.kernels.draw import shuffle
from levelgen.level import Level, Mark, Marked
from levelgen.parameters import Amount, Word
from levelgen.rng import Stream
from levelgen.walks import distances, ends
from levelgen.where import BELONGS


def _is_no_end(kind: str) -> str:
    if kind in ("start", "exit"):
        raise PydanticCustomError("kind", "must be another word than start and exit, which start_exit marks")
    return kind


Kind = Annotated[Word, AfterValidator(_is_no_end)]
Where = Literal["hub", "dead_end", "far", "on_path", "anywhere"]
Prefer = Literal["far", "near", "random"]
Steps = Annotated[int, Field(ge=0)]

ONE = Amount(count=1)


def place(
    level: Level[Any],
    rng: Stream,
    *,
    kind: Kind,
    where: Where = "anywhere",
    count: Amount = ONE,
    prefer: Prefer = "random",
    min_separation: Steps = 0,
) -> Marked:
    """Put things of any kind where they belong, each in a room that nothing else stands in.

    kind: a word in small letters, such as `boss`, but not start or exit. where: `hub` (three ways out or
    more), `dead_end`, `far` (at least half as far from the start as the farthest room), `on_path` (on the
    walk from start to exit), or `anywhere`. prefer: the farthest from the start first, the nearest, or any.
    min_separation: steps along the level between any two of them; rooms are taken greedily, in order of
    preference. count: a number is a demand: GenerationError with both numbers when there are fewer such
    rooms; a share, such as 20%, is of the free rooms of that kind, and the report says when fewer fit.
    Without `start_exit`, the start is where it would be.
    Cost: O(m), and O(rooms within min_separation) for each thing.
    """
    return put(level, rng, kind, where, count, prefer, min_separation)


def put(
    level: Level[Any], rng: Stream, kind: str, where: Where, count: Amount, prefer: Prefer, min_separation: int
) -> Level[Any]:
    """Mark different rooms that carry no mark yet and no seam, of the place by name, in order of preference."""
    free = BELONGS[where](level).copy()
    free[[mark.node for mark in level.marks]] = False
    free[level.seam_rooms] = False
    candidates = np.flatnonzero(free)
    wanted = count.of(len(candidates))
    order = _in_order(level, rng, candidates, prefer)
    rooms = _apart(level, order, min(wanted, len(order)), min_separation)
    if len(rooms) < wanted or len(candidates) == 0:
        there_are = f"{len(candidates)} rooms are free ({where})"
        if len(rooms) < min(wanted, len(candidates)):
            there_are += f" and only {len(rooms)} of them fit {min_separation} steps apart"
        if count.share is None and wanted:
            raise GenerationError(f"{wanted} of '{kind}' asked for, but {there_are}; ask for fewer")
        level = level.with_note(f"{kind}: {len(rooms)} placed of {count} asked for, as {there_are}")
    return level.with_marks(Mark(kind, room, belongs=where) for room in rooms)


def _in_order(level: Level[Any], rng: Stream, candidates: NDArray[np.int64], prefer: Prefer) -> NDArray[np.int64]:
    if prefer == "random":
        order = candidates.copy()
        kernels.feed(shuffle, rng, order, np.array([len(order) - 1], np.int64))
        return order
    away = distances(level, ends(level)[0])[candidates]
    return candidates[np.argsort(-away if prefer == "far" else away, kind="stable")]


def _apart(level: Level[Any], order: NDArray[np.int64], wanted: int, steps: int) -> list[int]:
    if steps < 2:
        return [int(room) for room in order[:wanted]]
    rooms = level.graph.rooms
    seen, depth = np.zeros(rooms, np.int64), np.full(rooms, np.iinfo(np.int64).max)
    queue, chosen = np.empty(rooms, np.int32), np.empty(wanted, np.int64)
    offsets, nodes, _ = level.adjacency
    count = kernels.run(apart, offsets, nodes, order, wanted, steps, seen, depth, queue, chosen)
    return [int(room) for room in chosen[:count]]
