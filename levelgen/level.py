"""A level: a graph with some walls open, and marks on its rooms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from typing import Annotated, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import Adjacency, Graph, adjacency
from levelgen.seams import Seam

G = TypeVar("G", bound=Graph, covariant=True)
Scalar = bool | int | float | str


@dataclass(frozen=True)
class Mark:
    """A thing in a room.

    kind: what it is (`start`, `treasure`, `boss` …); node: its room.
    belongs: where its pass promises that it stands, a name of `levelgen.where.BELONGS`.
    """

    kind: str
    node: int
    properties: Mapping[str, Scalar] = field(default_factory=dict)
    belongs: str = "anywhere"


@dataclass(frozen=True, eq=False)
class Level(Generic[G]):
    """A graph with its open walls (bool (m,)), marks and the notes that steps made for the report.

    history: what `with_open` was given, call by call.
    earlier: the level as each earlier step of the recipe left it, the spanning tree's first.
    seams: the ways out of a level that is a chunk of a world; None where it stands alone.
    Immutable: `with_open`, `with_marks` and `with_note` return another level.
    """

    graph: G
    open: NDArray[np.bool_]
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    history: tuple[NDArray[np.int64], ...] = field(default=(), repr=False)
    earlier: tuple[Level[G], ...] = field(default=(), repr=False)
    seams: tuple[Seam, ...] | None = None

    def __post_init__(self) -> None:
        array = np.array(self.open, dtype=np.bool_)
        array.setflags(write=False)
        object.__setattr__(self, "open", array)

    def with_open(self, edges: Iterable[int] | NDArray[np.integer]) -> Level[G]:
        """The level with these walls (indices) opened too."""
        chosen = np.asarray(edges if isinstance(edges, np.ndarray) else list(edges), np.int64)
        opened = self.open.copy()
        opened[chosen] = True
        return replace(self, open=opened, history=(*self.history, chosen))

    def with_marks(self, marks: Iterable[Mark]) -> Level[G]:
        """The level with these marks added."""
        return replace(self, marks=(*self.marks, *marks))

    def with_note(self, note: str) -> Level[G]:
        """The level with one line more for the report."""
        return replace(self, notes=(*self.notes, note))

    @cached_property
    def adjacency(self) -> Adjacency:
        """The neighbours of every room over the open walls."""
        return adjacency(self.graph, np.flatnonzero(self.open).astype(np.int32))

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """How many ways lead out of each room, seams included."""
        ends = np.bincount(self.graph.edges[self.open].reshape(-1), minlength=self.graph.rooms)
        return ends + np.bincount(self.seam_rooms, minlength=self.graph.rooms)

    @cached_property
    def seam_rooms(self) -> NDArray[np.int64]:
        """The room of each seam; none where the level stands alone."""
        return np.array([seam.node for seam in self.seams or ()], np.int64)

    @cached_property
    def dead_ends(self) -> NDArray[np.int64]:
        """The rooms with exactly one way out, rising."""
        return np.flatnonzero(self.degrees == 1)

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """int64 (open walls,): the open walls in the order they were opened, the spanning tree's n − 1 first."""
        said = np.concatenate([*self.history, np.flatnonzero(self.open)])
        _, first = np.unique(said, return_index=True)
        once: NDArray[np.int64] = said[np.sort(first)]
        return once[self.open[once]]

    @property
    def loops(self) -> int:
        """The number of independent cycles (the cyclomatic number) of a connected level."""
        return int(self.open.sum()) - self.graph.rooms + 1

    def marked(self, kind: str) -> list[int]:
        """The rooms that carry a mark of this kind, in the order they were marked."""
        return [mark.node for mark in self.marks if mark.kind == kind]


class Stage(IntEnum):
    """When a pass may run: first those that open walls, then start and exit, then all other marks."""

    OPEN = 0
    ENDS = 1
    MARK = 2


Opened = Annotated[Level[Any], Stage.OPEN]
"""What a pass that opens walls returns."""

Ended = Annotated[Level[Any], Stage.ENDS]
"""What a pass that marks start and exit returns."""

Marked = Annotated[Level[Any], Stage.MARK]
"""What a pass that places marks returns."""
