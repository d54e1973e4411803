"""The graph that a level grows on: rooms with places, and the walls that may be opened between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from levelgen.components import components


class Adjacency(NamedTuple):
    """Neighbours in rows: those of node v are `nodes[offsets[v]:offsets[v + 1]]`, over `edges[…]`.

    offsets int64 (n + 1,) · nodes int32 (2k,) · edges int32 (2k,); a row is in the order of its edges.
    """

    offsets: NDArray[np.int64]
    nodes: NDArray[np.int32]
    edges: NDArray[np.int32]


@dataclass(frozen=True, eq=False, kw_only=True)
class Graph:
    """Rooms and walls.

    positions: int32 (n, 2), x and y of each room.
    edges: int32 (m, 2), the walls as pairs u < v, in the builder's order.
    lengths: int64 (m,), the length of each passage, ≥ 0.
    size: (width, height) of the map in cells; positions lie inside it.
    names: a name for each room, or empty: rooms are then named by their numbers.
    """

    positions: NDArray[np.int32]
    edges: NDArray[np.int32]
    lengths: NDArray[np.int64]
    size: tuple[int, int]
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field, dtype in (("positions", np.int32), ("edges", np.int32), ("lengths", np.int64)):
            given = np.asarray(getattr(self, field))
            if given.size and given.dtype.kind not in "iu":
                raise ValueError(f"{field} must be whole numbers; round them")
            array = np.ascontiguousarray(given, dtype=dtype)
            array = array.reshape(-1, 2) if field != "lengths" else array
            array.setflags(write=False)
            object.__setattr__(self, field, array)

    @property
    def rooms(self) -> int:
        """How many nodes there are."""
        return len(self.positions)

    @property
    def walls(self) -> int:
        """How many edges there are."""
        return len(self.edges)

    def name(self, room: int) -> str:
        """What people call a room."""
        return self.names[room] if self.names else str(room)

    @cached_property
    def adjacency(self) -> Adjacency:
        """The neighbours of every room over all walls, open or not."""
        return adjacency(self, np.arange(self.walls, dtype=np.int32))

    @cached_property
    def alike(self) -> bool:
        """Are all lengths 1?"""
        return bool((self.lengths == 1).all())

    @cached_property
    def components(self) -> NDArray[np.int64]:
        """For each room the smallest room of its component: all 0 when the graph is connected."""
        return components(self.rooms, self.edges[:, 0], self.edges[:, 1])

    def to_networkx(self) -> Any:
        """The same graph as a `networkx.Graph`: nodes with x, y, name; edges with index and length."""
        import networkx as nx

        result = nx.Graph(size=self.size)
        for v, (x, y) in enumerate(self.positions.tolist()):
            result.add_node(v, x=x, y=y, name=self.name(v))
        for e, ((u, v), length) in enumerate(zip(self.edges.tolist(), self.lengths.tolist(), strict=True)):
            result.add_edge(u, v, index=e, length=length)
        return result

    @classmethod
    def from_networkx(cls, graph: Any) -> Graph:
        """A Graph of a `networkx.Graph` whose nodes have `x` and `y` (whole numbers, ≥ 0).

        Nodes and edges keep their order. An edge's `length` defaults to the sum of the coordinate
        differences, the graph's `size` to the smallest that holds all nodes.
        """
        number = {node: v for v, node in enumerate(graph)}
        positions = np.array([(data["x"], data["y"]) for _, data in graph.nodes(data=True)]).reshape(-1, 2)
        pairs = [sorted((number[a], number[b])) for a, b in graph.edges]
        edges = np.array(pairs, np.int32).reshape(-1, 2)
        lengths = manhattan(positions, edges)
        given = [data.get("length", length) for (*_, data), length in zip(graph.edges(data=True), lengths, strict=True)]
        width, height = (positions.max(axis=0) + 1).tolist() if len(positions) else (0, 0)
        names = tuple(str(data.get("name", node)) for node, data in graph.nodes(data=True))
        return cls(positions=positions, edges=edges, lengths=np.array(given),
                   size=graph.graph.get("size", (width, height)), names=names)  # fmt: skip


@dataclass(frozen=True, eq=False, kw_only=True)
class GridGraph(Graph):
    """A Graph that is a whole grid: room r · columns + c lies at x = c, y = r."""

    rows: int
    columns: int

    @cached_property
    def right(self) -> NDArray[np.int32]:
        """int32 (n,): the wall between each room and the one to its right, −1 in the last column."""
        return self._walls_along(0)

    @cached_property
    def below(self) -> NDArray[np.int32]:
        """int32 (n,): the wall between each room and the one below it, −1 in the last row."""
        return self._walls_along(1)

    @cached_property
    def in_rows(self) -> bool:
        """Are the walls listed as `grid` lists them? Then all of them are there, and arithmetic finds them."""
        return self.rows * self.columns == self.rooms and np.array_equal(self.edges, walls_of(self.rows, self.columns))

    @cached_property
    def components(self) -> NDArray[np.int64]:
        """For each room the smallest room of its component."""
        whole = self.in_rows
        return np.zeros(self.rooms, np.int64) if whole else components(self.rooms, self.edges[:, 0], self.edges[:, 1])

    @cached_property
    def ways(self) -> NDArray[np.uint8]:
        """uint8 (n,): which neighbours a room has: above 1, left 2, right 4, below 8."""
        ways = np.full((self.rows, self.columns), 15, np.uint8)
        for side, bit in ((np.s_[0], 1), (np.s_[:, 0], 2), (np.s_[:, -1], 4), (np.s_[-1], 8)):
            ways[side] -= np.uint8(bit)
        return ways.reshape(-1)

    def framed(self, values: NDArray[np.uint8], border: int) -> NDArray[np.uint8]:
        """A value for each room in the places of `levelgen.kernels.grids`, with a border round them."""
        places = np.full((self.rows + 2, self.columns + 1), border, np.uint8)
        places[1:-1, :-1] = values.reshape(self.rows, self.columns)
        return places.reshape(-1)

    def place(self, room: int) -> int:
        """The place of a room there."""
        return room + room // self.columns + self.columns + 1

    def _walls_along(self, axis: int) -> NDArray[np.int32]:
        walls = np.full(self.rooms, -1, np.int32)
        if self.in_rows:
            listed = np.ones((self.rows, self.columns, 2), np.bool_)
            listed[:, -1, 0] = listed[-1, :, 1] = False
            along = np.flatnonzero(np.broadcast_to(np.arange(2) == axis, listed.shape)[listed])
            walls[listed[:, :, axis].reshape(-1)] = along
            return walls
        ends = self.positions[self.edges][:, :, axis]
        along = np.flatnonzero(ends[:, 0] != ends[:, 1])
        walls[self.edges[along, 0]] = along
        return walls


def walls_of(rows: int, columns: int) -> NDArray[np.int32]:
    """int32 (m, 2): the walls of a grid, room by room, the one to the right first, then the one below."""
    rooms = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    walls = np.empty((2 * rows * columns - rows - columns, 2), np.int32)
    upper, last = np.split(walls, [(rows - 1) * (2 * columns - 1)])
    upper = upper.reshape(rows - 1, 2 * columns - 1, 2)
    for side, right, below in ((0, rooms[:, :-1], rooms[:-1]), (1, rooms[:, 1:], rooms[1:])):
        upper[:, :-1:2, side], last[:, side] = right[:-1], right[-1]
        upper[:, 1::2, side], upper[:, -1, side] = below[:, :-1], below[:, -1]
    return walls


def manhattan(positions: NDArray[np.int32], edges: NDArray[np.int32]) -> NDArray[np.int64]:
    """The sum of the coordinate differences along each edge: the length of an L-shaped bridge."""
    ends = positions[edges].astype(np.int64)
    lengths: NDArray[np.int64] = np.abs(ends[:, 0] - ends[:, 1]).sum(axis=1)
    return lengths


def adjacency(graph: Graph, chosen: NDArray[np.int32]) -> Adjacency:
    """The neighbours of every room over the `chosen` edges (indices, rising)."""
    u, v = graph.edges[chosen, 0], graph.edges[chosen, 1]
    here, there = np.stack([u, v], axis=1).ravel(), np.stack([v, u], axis=1).ravel()
    order = np.argsort(here, kind="stable")
    offsets = np.zeros(graph.rooms + 1, np.int64)
    np.cumsum(np.bincount(here, minlength=graph.rooms), out=offsets[1:])
    return Adjacency(offsets, there[order], np.repeat(chosen, 2)[order])
