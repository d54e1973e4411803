"""Grids list their walls as the first text does; written graphs keep what was written."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from levelgen import Graph, GridGraph
from levelgen.graphs.edges import edges
from levelgen.graphs.grid import grid
from levelgen.rng import Stream


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 7), (7, 1), (2, 2), (6, 10)])
def test_walls_are_listed_room_by_room_right_then_below(rows: int, columns: int) -> None:
    expected = []
    for r in range(rows):
        for c in range(columns):
            v = r * columns + c
            expected += [[v, v + 1]] if c + 1 < columns else []
            expected += [[v, v + columns]] if r + 1 < rows else []
    graph = grid(Stream(1), rows=rows, columns=columns)
    assert isinstance(graph, GridGraph)
    assert graph.edges.tolist() == expected
    assert graph.positions.tolist() == [[v % columns, v // columns] for v in range(rows * columns)]
    assert graph.lengths.tolist() == [1] * len(expected)


def test_written_edges_keep_their_order_names_and_lengths() -> None:
    graph = edges(Stream(1), nodes={"A": (0, 0), "B": (-5, 0), "C": (-6, -3)}, edges=[("C", "A", None), ("A", "B", 2)])
    assert graph.names == ("A", "B", "C")
    assert graph.positions.tolist() == [[6, 3], [1, 3], [0, 0]]
    assert graph.edges.tolist() == [[0, 2], [0, 1]]
    assert graph.lengths.tolist() == [9, 2]
    assert graph.size == (7, 4)


def test_networkx_and_back_is_the_same_graph() -> None:
    graph = edges(Stream(1), nodes={"A": (0, 0), "B": (5, 0), "C": (6, 3)}, edges=[("B", "C", None), ("A", "B", 2)])
    again = Graph.from_networkx(graph.to_networkx())
    assert again.names == graph.names
    assert again.size == graph.size
    assert {tuple(e): n for e, n in zip(again.edges.tolist(), again.lengths.tolist(), strict=True)} == {
        (1, 2): 4,
        (0, 1): 2,
    }


def test_any_networkx_graph_with_places_becomes_one() -> None:
    ring = nx.cycle_graph(5)
    nx.set_node_attributes(ring, {v: {"x": v, "y": v % 2} for v in ring})
    graph = Graph.from_networkx(ring)
    assert (graph.rooms, graph.walls, graph.size) == (5, 5, (5, 2))
    assert np.array_equal(graph.lengths, [2, 4, 2, 2, 2])
