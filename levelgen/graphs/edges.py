"""A graph written out in the recipe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import numpy as np
from pydantic import BeforeValidator, Field

from levelgen.complaint import Complaint, did_you_mean
from levelgen.graph import Graph, manhattan
from levelgen.parameters import Name, Pair, checked
from levelgen.rng import Stream

Coordinate = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Position = Annotated[tuple[Coordinate, Coordinate], Pair]
Length = Annotated[int, Field(ge=0, le=2**40)]


def _with_length(value: object) -> object:
    return (*value, None) if isinstance(value, list) and len(value) == 2 else value


Edge = Annotated[
    tuple[Name, Name, Length | None],
    Pair,
    BeforeValidator(_with_length, json_schema_input_type=tuple[Name, Name] | tuple[Name, Name, Length | None]),
]


def _check(nodes: dict[str, tuple[int, int]], edges: list[tuple[str, str, int | None]]) -> Iterator[Complaint]:
    seen: dict[frozenset[str], int] = {}
    for number, (a, b, _) in enumerate(edges):
        for side, name in enumerate((a, b)):
            if name not in nodes:
                yield Complaint(("edges", number, side), f"no node '{name}'{did_you_mean(name, list(nodes))}")
        if a == b:
            yield Complaint(("edges", number), f"joins '{a}' with itself")
        first = seen.setdefault(frozenset((a, b)), number)
        if first != number and a != b:
            yield Complaint(("edges", number), f"joins '{a}' and '{b}' again, as edges[{first}] does; keep one")


@checked(_check)
def edges(
    rng: Stream,
    *,
    nodes: Annotated[dict[Name, Position], Field(min_length=1, examples=[{"hall": [0, 0], "well": [6, 3]}])],
    edges: Annotated[list[Edge], Field(examples=[[["hall", "well"]]])],
) -> Graph:
    """Named places, and between them the ways that may be opened, as written: cable plans, hand-made worlds.

    nodes: name → [x, y], whole numbers; the map begins at the smallest x and y.
    edges: [name, name, length] with a length of at least 0, or [name, name]: as long as the sum of the
    coordinate differences. Edges keep the order of the recipe. Draws nothing.
    """
    number = {name: v for v, name in enumerate(nodes)}
    positions = np.array(list(nodes.values()), np.int32)
    positions = positions - positions.min(axis=0)
    pairs = [sorted((number[a], number[b])) for a, b, _ in edges]
    walls = np.array(pairs, np.int32).reshape(-1, 2)
    given = [length for *_, length in edges]
    lengths = [own if own is not None else measured
               for own, measured in zip(given, manhattan(positions, walls).tolist(), strict=True)]  # fmt: skip
    width, height = (positions.max(axis=0) + 1).tolist()
    return Graph(positions=positions, edges=walls, lengths=np.array(lengths, np.int64),
                 size=(width, height), names=tuple(nodes))  # fmt: skip
