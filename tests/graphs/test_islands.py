"""Islands: distances kept by construction, and candidates that hold a minimum spanning tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen import GenerationError, Graph
from levelgen.graph import manhattan
from levelgen.graphs.islands import all_pairs, islands
from levelgen.graphs.octants import octants
from levelgen.rng import Stream
from levelgen.spanning_trees.kruskal import kruskal


def points_graph(points: np.ndarray, edges: np.ndarray) -> Graph:  # type: ignore[type-arg]
    return Graph(positions=points, edges=edges, lengths=manhattan(points, edges), size=(1 << 16, 1 << 16))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=40))
def test_octants_hold_a_minimum_spanning_tree_of_all_pairs(places: list[tuple[int, int]]) -> None:
    points = np.array(places, np.int32)
    few, all_of_them = points_graph(points, octants(points)), points_graph(points, all_pairs(len(points)))
    assert not few.components.any()
    lengths = [int(g.lengths[kruskal(g, Stream(1), order="length")].sum()) for g in (few, all_of_them)]
    assert lengths[0] == lengths[1]
    assert few.walls <= 8 * len(points)
    assert (few.edges[:, 0] < few.edges[:, 1]).all()


@pytest.mark.parametrize("places", [[(3, 3)] * 5, [(x, 2) for x in range(9)], [(2, y) for y in range(9)],
                                    [(i, i) for i in range(9)], [(i, 9 - i) for i in range(9)], [(0, 0)], [(0, 0), (5, 1)]])  # fmt: skip
def test_octants_join_equal_collinear_and_few_points(places: list[tuple[int, int]]) -> None:
    points = np.array(places, np.int32)
    assert not points_graph(points, octants(points)).components.any()


def test_octants_grow_with_the_points_not_their_pairs() -> None:
    graph = islands(Stream(1), count=3000, width=2000, height=2000, candidates="octants")
    assert graph.walls < 8 * 3000


@given(st.integers(0, 2**32), st.integers(1, 9), st.integers(0, 4), st.integers(1, 12))
def test_islands_keep_their_distance_and_margin(seed: int, apart: int, margin: int, count: int) -> None:
    graph = islands(Stream(seed), count=count, width=60, height=50, min_distance=apart, margin=margin)
    assert (graph.lengths >= apart).all()
    assert graph.positions.min() >= margin
    assert (graph.positions.max(axis=0) < np.array([60, 50]) - margin).all()


def test_points_are_drawn_x_then_y_and_may_fall_on_one_cell() -> None:
    graph, stream = islands(Stream(5), count=50, width=3, height=4), Stream(5)
    assert graph.positions.tolist() == [[stream.below(3), stream.below(4)] for _ in range(50)]
    assert (graph.lengths == 0).any()


def test_points_that_cannot_fit_are_counted() -> None:
    with pytest.raises(GenerationError, match=r"only \d+ of 100 islands fit 50 apart on 100 × 100 cells"):
        islands(Stream(1), count=100, width=100, height=100, min_distance=50)


def test_every_cell_can_be_filled() -> None:
    graph = islands(Stream(1), count=30, width=6, height=5, min_distance=1)
    assert len(np.unique(graph.positions, axis=0)) == 30


def test_a_far_island_is_as_likely_as_any_cell_left() -> None:
    """On 5 cells in a row with distance 2 the second island is uniform over those that remain."""
    second = [islands(Stream(seed), count=2, width=5, height=1, min_distance=4).positions[:, 0].tolist()
              for seed in range(200) if Stream(seed).below(5) in (0, 4)]  # fmt: skip
    assert {tuple(pair) for pair in second} == {(0, 4), (4, 0)}
