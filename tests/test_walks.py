"""Walks agree with networkx; the longest one is the longest, loops or not."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen import Graph, Level
from levelgen.graph import manhattan
from levelgen.graphs.grid import grid
from levelgen.graphs.islands import all_pairs
from levelgen.rng import Stream
from levelgen.spanning_trees.kruskal import kruskal
from levelgen.walks import UNREACHED, distances, ends, longest, steps, walk


@st.composite
def levels(draw: st.DrawFn) -> Level[Any]:
    """Grids and scattered points, as trees and with some loops."""
    rng = Stream(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        graph: Graph = grid(rng, rows=draw(st.integers(1, 7)), columns=draw(st.integers(1, 7)))
    else:
        points = np.array([(rng.below(12), rng.below(12)) for _ in range(draw(st.integers(1, 14)))], np.int32)
        edges = all_pairs(len(points))
        graph = Graph(positions=points, edges=edges, lengths=manhattan(points, edges), size=(12, 12))
    level = Level(graph, np.zeros(graph.walls, np.bool_)).with_open(kruskal(graph, rng))
    more = [rng.below(graph.walls) for _ in range(draw(st.integers(0, 6)))] if graph.walls else []
    return level.with_open(more)


def as_networkx(level: Level[Any]) -> Any:
    whole = level.graph.to_networkx()
    closed = [(u, v) for u, v, data in whole.edges(data=True) if not level.open[data["index"]]]
    whole.remove_edges_from(closed)
    return whole


@given(levels(), st.data())
def test_distances_and_steps_are_those_of_networkx(level: Level[Any], data: st.DataObject) -> None:
    source = data.draw(st.integers(0, level.graph.rooms - 1))
    whole = as_networkx(level)
    by_length = nx.single_source_dijkstra_path_length(whole, source, weight="length")
    assert distances(level, source).tolist() == [by_length[v] for v in whole]
    by_steps = nx.single_source_shortest_path_length(whole, source)
    assert steps(level, source).tolist() == [by_steps[v] for v in whole]


@given(levels(), st.data())
def test_a_walk_goes_through_open_walls_and_is_shortest(level: Level[Any], data: st.DataObject) -> None:
    start, goal = (data.draw(st.integers(0, level.graph.rooms - 1)) for _ in range(2))
    rooms = walk(level, start, goal)
    whole = as_networkx(level)
    assert (rooms[0], rooms[-1]) == (start, goal)
    assert all(whole.has_edge(a, b) for a, b in pairwise(rooms))
    assert nx.path_weight(whole, rooms, "length") == distances(level, start)[goal]


@given(levels())
def test_the_longest_walk_is_the_longest(level: Level[Any]) -> None:
    whole = as_networkx(level)
    far = max(max(row.values()) for _, row in nx.all_pairs_dijkstra_path_length(whole, weight="length"))
    a, b = longest(level)
    assert a <= b
    assert distances(level, a)[b] == far


def test_rooms_out_of_reach_are_said_to_be() -> None:
    graph = grid(Stream(1), rows=1, columns=3)
    level = Level(graph, np.array([True, False]))
    assert distances(level, 0).tolist() == [0, 1, UNREACHED]
    assert walk(level, 0, 2) == []


def test_marked_ends_come_first() -> None:
    from levelgen import Mark

    graph = grid(Stream(1), rows=1, columns=4)
    level = Level(graph, np.ones(3, np.bool_))
    assert ends(level) == (0, 3)
    assert ends(level.with_marks([Mark("start", 2), Mark("exit", 1)])) == (2, 1)


@pytest.mark.parametrize("rows", [1, 40])
def test_long_corridors_need_no_recursion(rows: int) -> None:
    graph = grid(Stream(1), rows=rows, columns=3000)
    level = Level(graph, np.ones(graph.walls, np.bool_))
    assert longest(level) in [(0, graph.rooms - 1), (2999, graph.rooms - 3000)]
