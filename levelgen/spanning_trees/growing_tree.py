"""The growing tree: which room grows next decides the texture."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from levelgen import kernels
from levelgen.complaint import Complaint
from levelgen.graph import Graph, GridGraph
from levelgen.kernels.growing import grow, grow_on_grid
from levelgen.parameters import checked
from levelgen.rng import Stream

Weight = Annotated[float, Field(ge=0)]
Strategy = Literal["latest", "oldest", "random", "mixed"]


class Weights(BaseModel):
    """How often the next room is the latest, any, or the oldest of the active ones.

    latest: winding corridors. random: short dead ends. oldest: straight fans.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

    latest: Weight = 0.0
    random: Weight = 0.0
    oldest: Weight = 0.0


_STRATEGIES = {
    "latest": Weights(latest=1),
    "oldest": Weights(oldest=1),
    "random": Weights(random=1),
    "mixed": Weights(latest=1, random=1),
}


def _check(strategy: Strategy | None, weights: Weights | None) -> Iterator[Complaint]:
    if strategy and weights:
        yield Complaint(("weights",), "give 'strategy' or 'weights', not both", at_key=True)
    if weights and not 0 < weights.latest + weights.random + weights.oldest < inf:
        yield Complaint(("weights",), "need at least one above 0 and a finite sum")


@checked(_check)
def growing_tree(
    graph: Graph, rng: Stream, *, strategy: Strategy | None = None, weights: Weights | None = None
) -> NDArray[np.int32]:
    """From a random room the tree grows: an active room opens a wall to a new one, or is done when it has none.

    Levels, by strategy: `latest` (when nothing is given) long winding corridors with few branches, one
    cell in ten a dead end; `random` many short dead ends, one in four; `mixed`, half of each, in
    between; `oldest` straight fans with hardly any dead end.

    strategy: which active room is next. weights: how often each is, instead: {latest, random, oldest}.
    Returns the opened walls in the order they were opened. Cost: O(n d), where d is the most walls that
    a room has, at most four on a grid; the active list costs O(1) a step, amortised: a room that leaves
    it leaves a tombstone, so that the others keep their order.
    Source: Buck 2011, "Growing Tree"; strategies as in the text "Growing Trees".
    """
    chosen = weights or _STRATEGIES[strategy or "latest"]
    thresholds = np.cumsum([chosen.latest, chosen.random, chosen.oldest])
    active = np.empty(graph.rooms, np.int32)
    opened = np.empty(graph.rooms - 1, np.int32)
    state = np.array([0, 1, 1, 0], np.int64)
    first = rng.below(graph.rooms)
    if isinstance(graph, GridGraph) and graph.in_rows:
        reached = graph.framed(np.zeros(graph.rooms, np.uint8), 1)
        active[0] = graph.place(first)
        reached[active[0]] = 1
        kernels.feed(grow_on_grid, rng, graph.columns + 1, graph.rooms, thresholds, reached, active, state, opened)
    else:
        reached = np.zeros(graph.rooms, np.uint8)
        active[0] = first
        reached[first] = 1
        kernels.feed(grow, rng, *graph.adjacency, thresholds, reached, active, state, opened)
    return opened
