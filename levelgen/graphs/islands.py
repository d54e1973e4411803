"""Islands: scattered points, and the bridges that may be built between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen import kernels
from levelgen.complaint import Complaint
from levelgen.errors import GenerationError
from levelgen.graph import Graph, manhattan
from levelgen.graphs.octants import octants
from levelgen.kernels.points import scatter
from levelgen.parameters import checked, sized
from levelgen.rng import Stream

MOST_PAIRS = 1 << 26

Side = Annotated[int, Field(ge=1, le=65_536)]
Distance = Annotated[int, Field(ge=0, le=65_536)]


def _check(count: int, width: int, height: int, min_distance: int, margin: int, candidates: str) -> Iterator[Complaint]:
    if 2 * margin >= min(width, height):
        yield Complaint(("margin",), f"{margin} on each side leaves no place on a map of {width} × {height}")
    if candidates == "all" and count * (count - 1) // 2 > MOST_PAIRS:
        pairs = count * (count - 1) // 2
        yield Complaint(("count",), f"{count} islands have {pairs} pairs; say 'candidates: octants'")


@checked(_check)
@sized(lambda count, width, height, min_distance, **_: {"rooms": count, "tiles": width * height * (min_distance > 0)})
def islands(
    rng: Stream,
    *,
    count: Annotated[int, Field(ge=1, le=10_000_000, examples=[20])],
    width: Annotated[Side, Field(examples=[100])],
    height: Annotated[Side, Field(examples=[60])],
    min_distance: Distance = 0,
    margin: Distance = 0,
    candidates: Literal["all", "octants"] = "all",
) -> Graph:
    """Points on a map; a bridge is as long as the sum of its coordinate differences.

    count: how many islands. width, height: the map in cells. margin: cells left free on each side.
    min_distance: the least bridge length between any two; with 0 each point is drawn on its own, x
    then y, and two may fall on one cell; else each is drawn from the cells that are far enough from
    all before it, and GenerationError says how many fitted when none is left.
    candidates: the bridges that may be built: `all` pairs (0,1), (0,2) …; or `octants`, for many
    islands: the nearest in each of eight directions, which holds a minimum spanning tree of all pairs.
    Cost: O(count²) for all pairs; O(count log count) for octants; with min_distance also O(cells).
    """
    if min_distance == 0:
        draws = [(rng.below(width - 2 * margin), rng.below(height - 2 * margin)) for _ in range(count)]
        positions = np.array(draws, np.int32)
    else:
        positions = _scattered(rng, count, width - 2 * margin, height - 2 * margin, min_distance)
    positions = positions + margin
    edges = all_pairs(count) if candidates == "all" else octants(positions)
    return Graph(positions=positions, edges=edges, lengths=manhattan(positions, edges), size=(width, height))


def all_pairs(count: int) -> NDArray[np.int32]:
    """int32 (m, 2): (0, 1), (0, 2) … (1, 2) …"""
    return np.stack(np.triu_indices(count, 1), axis=1).astype(np.int32)


def _scattered(rng: Stream, count: int, width: int, height: int, apart: int) -> NDArray[np.int32]:
    cells = np.arange(width * height, dtype=np.int32 if width * height < 1 << 31 else np.int64)
    free = np.array([len(cells), 0], np.int64)
    placed = np.empty(count, cells.dtype)
    kernels.feed(scatter, rng, cells, cells.copy(), free, width, apart, placed)
    if free[1] < count:
        raise GenerationError(
            f"only {free[1]} of {count} islands fit {apart} apart on {width} × {height} cells; "
            "lower count or min_distance, or enlarge the map"
        )
    return np.stack([placed % width, placed // width], axis=1).astype(np.int32)
