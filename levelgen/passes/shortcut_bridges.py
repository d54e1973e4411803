"""Shortcut bridges: short ways between places that are far apart on foot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen import kernels
from levelgen.complaint import Complaint
from levelgen.kernels.network import connect_all, span
from levelgen.level import Level, Opened
from levelgen.parameters import checked
from levelgen.passes.detours import Detours, walks_along_tree
from levelgen.rng import Stream

Detour = Annotated[float, Field(ge=1)]
Number = Annotated[int, Field(ge=0)]

_LONGEST = int(np.iinfo(np.int64).max) // 4


def _check(max_detour: float | None, count: int | None, budget: int | None) -> Iterator[Complaint]:
    if max_detour is None and count is None and budget is None:
        yield Complaint((), "give at least one of 'max_detour', 'count' and 'budget'", at_key=True)


@checked(_check)
def shortcut_bridges(
    level: Level[Any],
    rng: Stream,
    *,
    max_detour: Annotated[Detour | None, Field(examples=[4])] = None,
    count: Number | None = None,
    budget: Number | None = None,
) -> Opened:
    """Open closed walls whose two sides are far apart on foot, so that no way round is too long.

    max_detour: no detour longer than this, at least 1. count: at most so many walls. budget: walls of at most
    this length together. At least one of the three must be given.

    The detour of a wall is the walk between its sides divided by its own length. `max_detour` alone is a
    promise: afterwards no wall's detour is larger. Walls are taken by length, and one is opened if the
    walk as it is now is longer than max_detour times the wall (greedy spanner, Althöfer et al. 1993).
    With `count` (walls) or `budget` (their total length) the worst detour is bought first and all walks
    are measured anew after each, until one of them or max_detour is reached; walls that the rest of the
    budget cannot pay are passed over. The report says what was opened, why it ended, and the worst left.

    Draws nothing. Ties go to the builder's order; a wall of length 0 has the worst detour there is.
    Walks are compared exactly, as whole numbers. Cost: max_detour alone, a search that ends at max_detour
    times its length for each wall whose walk is not known to be short; with count or budget two searches
    and O(m) for each wall bought, and, where the level has loops, one for each room whose walls may be the
    worst.
    """
    bounds = _bounds(level, 1 if max_detour is None else max_detour)
    kept = f"no way round is longer than {1 if max_detour is None else max_detour:.12g} × its wall"
    if count is None and budget is None:
        opened, reason = _by_length(level, bounds), kept
    else:
        opened, reason = _worst_first(level, bounds, count, budget)
    length = int(level.graph.lengths[opened].sum())
    note = f"shortcut_bridges: {len(opened)} opened, length {length}; {reason or kept}"
    return level.with_open(opened).with_note(note)


def _bounds(level: Level[Any], max_detour: float) -> NDArray[np.int64]:
    """The longest walk that each wall allows: a whole number is at most t × length if it is at most its floor."""
    over, under = Fraction(max_detour).as_integer_ratio()
    return np.array([min(n * over // under, _LONGEST) for n in level.graph.lengths.tolist()], np.int64)


def _by_length(level: Level[Any], bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The walls that the greedy spanner opens; a walk that is known to be short needs no search."""
    graph = level.graph
    u, v = (np.ascontiguousarray(graph.edges[:, side]) for side in (0, 1))
    network = np.full(graph.rooms, -1, np.int32), *(np.empty(2 * graph.walls, np.int64) for _ in range(3))
    used, is_open = np.zeros(1, np.int64), level.open.astype(np.uint8)
    kernels.run(connect_all, *network, used, np.flatnonzero(level.open), u, v, graph.lengths)
    closed = np.flatnonzero(~level.open)
    order = closed[np.argsort(graph.lengths[closed], kind="stable")]
    search = np.full(graph.rooms, -1, np.int64), np.empty(graph.rooms, np.int32)
    kernels.run(span, *network, used, order, u, v, graph.lengths, bounds, *graph.adjacency,
                walks_along_tree(level), *search, is_open)  # fmt: skip
    return np.flatnonzero(is_open & ~level.open)


def _worst_first(
    level: Level[Any], bounds: NDArray[np.int64], count: int | None, budget: int | None
) -> tuple[NDArray[np.int64], str]:
    """The walls bought, the worst detour first, and why no more were; no reason is that none is too long."""
    detours = Detours(level, bounds)
    dearest = int(level.graph.lengths.sum())
    left = dearest if budget is None else budget
    opened: list[int] = []
    while len(opened) != count and (place := detours.worst(left)) is not None:
        left -= int(detours.lengths[place])
        opened.append(detours.open(place))
    over = detours.worst(dearest)
    bound = f"count {count}" if len(opened) == count else f"budget {budget}"
    worst_left = (
        ""
        if over is None
        else f"; the worst way round left is {detours.walks[over]} for a wall of {detours.lengths[over]}"
    )
    reason = "" if over is None and len(opened) != count else f"{bound} is reached{worst_left}"
    return np.array(opened, np.int64), reason
