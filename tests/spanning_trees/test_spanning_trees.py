"""What holds of every registered spanning tree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import Graph, kernels
from levelgen.contract import checked_tree
from levelgen.graph import manhattan
from levelgen.graphs.grid import grid
from levelgen.graphs.islands import all_pairs
from levelgen.level import Level
from levelgen.plugins import Plugin, registry
from levelgen.rng import Stream
from levelgen.walks import steps

NAMES = registry().names("spanning_trees")
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "kruskal": [{"order": "random"}, {"order": "length"}],
    "prim": [{"order": "random"}, {"order": "length"}],
    "binary_tree": [{"corner": f"{y}_{x}"} for y in ("top", "bottom") for x in ("left", "right")],
    "growing_tree": [{"strategy": s} for s in ("latest", "oldest", "random", "mixed")]
    + [
        {"weights": w}
        for w in ({"latest": 3, "oldest": 1}, {"random": 1, "oldest": 2}, {"latest": 1, "random": 1, "oldest": 1})
    ],
}
CASES = [(name, options) for name in NAMES for options in VARIANTS.get(name, [{}])]


def tree_of(name: str, options: dict[str, Any], graph: Graph, seed: Any) -> Any:
    plugin = registry().find("spanning_trees", name)
    parameters, wrong = plugin.read(options)
    assert not wrong
    return plugin(graph, Stream(seed), **parameters)


def points(count: int, seed: int) -> Graph:
    rng = Stream(seed)
    places = np.array([(rng.below(15), rng.below(15)) for _ in range(count)], np.int32)
    edges = all_pairs(count)
    kept = edges[(edges[:, 1] - edges[:, 0] == 1) | (np.arange(len(edges)) % 3 == 0)]
    return Graph(positions=places, edges=kept, lengths=manhattan(places, kept), size=(15, 15))


@st.composite
def graphs(draw: st.DrawFn, plugin: Plugin) -> Graph:
    if plugin.graph_type is Graph and draw(st.booleans()):
        return points(draw(st.integers(1, 14)), draw(st.integers(0, 99)))
    sizes = st.one_of(
        st.sampled_from([(1, 1), (1, 9), (9, 1), (2, 2), (20, 7), (7, 20)]), st.tuples(*[st.integers(1, 9)] * 2)
    )
    rows, columns = draw(sizes)
    return grid(Stream(0), rows=rows, columns=columns)


@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 2**40))
def test_it_is_a_spanning_tree_and_the_same_again(
    name: str, options: dict[str, Any], data: st.DataObject, seed: int
) -> None:
    graph = data.draw(graphs(registry().find("spanning_trees", name)))
    tree = checked_tree(graph, tree_of(name, options, graph, seed))
    assert len(tree) == graph.rooms - 1
    assert np.array_equal(tree, tree_of(name, options, graph, seed))


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.large)])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_size_of_a_batch_of_words_changes_nothing(
    name: str, options: dict[str, Any], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiled:
        pytest.importorskip("numba")
    monkeypatch.setattr(kernels, "_so_far", kernels._WORTH_IN_SUM if compiled else 0)
    graph = grid(Stream(0), rows=9, columns=8)
    plugin = registry().find("spanning_trees", name)
    parameters, _ = plugin.read(options)
    results = []
    for batch in (1, 3, 1 << 16):
        monkeypatch.setattr(kernels, "_SMALLEST_BATCH", batch)
        monkeypatch.setattr(kernels, "_LARGEST_BATCH", batch)
        stream = Stream(5)
        results.append((plugin(graph, stream, **parameters).tolist(), stream.getrandbits(64)))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", ["kruskal", "prim"])
def test_by_length_is_a_minimum_spanning_tree(name: str) -> None:
    import networkx as nx

    for seed in range(20):
        graph = points(12, seed)
        chosen = tree_of(name, {"order": "length"}, graph, seed)
        best = nx.minimum_spanning_tree(graph.to_networkx(), weight="length").size(weight="length")
        assert graph.lengths[chosen].sum() == best


@pytest.mark.parametrize("name", ["wilson", "aldous_broder"])
def test_every_tree_is_equally_likely(name: str) -> None:
    """Chi-square over the 15 spanning trees of the 2 × 3 grid; 14 degrees of freedom, 99.9 % lie below 36.1."""
    graph, draws = grid(Stream(0), rows=2, columns=3), 3000
    seen = Counter(tuple(sorted(tree_of(name, {}, graph, f"{name}{k}").tolist())) for k in range(draws))
    assert len(seen) == 15
    assert sum((n - draws / 15) ** 2 / (draws / 15) for n in seen.values()) < 36.1


def test_kruskal_is_not_and_the_test_can_tell() -> None:
    graph, draws = grid(Stream(0), rows=2, columns=3), 3000
    seen = Counter(tuple(sorted(tree_of("kruskal", {}, graph, f"kruskal{k}").tolist())) for k in range(draws))
    assert sum((n - draws / 15) ** 2 / (draws / 15) for n in seen.values()) > 36.1


@pytest.mark.parametrize("name", ["growing_tree", "prim", "hunt_and_kill"])
def test_a_row_of_rooms_has_one_tree(name: str) -> None:
    assert sorted(tree_of(name, {}, grid(Stream(0), rows=1, columns=50), 1).tolist()) == list(range(49))


@pytest.mark.parametrize(("corner", "x", "y"), [("top_left", 0, 0), ("bottom_right", 8, 7), ("bottom_left", 0, 7)])
def test_binary_tree_leads_to_its_corner_without_turning_back(corner: str, x: int, y: int) -> None:
    """Each room's walk to the corner is as short as its distance, so it never turns back."""
    graph = grid(Stream(0), rows=8, columns=9)
    level = Level(graph, np.zeros(graph.walls)).with_open(tree_of("binary_tree", {"corner": corner}, graph, 3))
    assert np.array_equal(steps(level, y * 9 + x), np.abs(graph.positions - (x, y)).sum(axis=1))


def test_sidewinder_has_a_corridor_along_the_top() -> None:
    graph = grid(Stream(0), rows=8, columns=9)
    assert set(graph.right[:8].tolist()) <= set(tree_of("sidewinder", {}, graph, 3).tolist())


def test_recursive_division_puts_a_whole_wall_with_one_gap_across() -> None:
    graph = grid(Stream(0), rows=4, columns=9)
    opened = set(tree_of("recursive_division", {}, graph, 3).tolist())
    gaps = [sum(int(graph.right[r * 9 + c]) in opened for r in range(4)) for c in range(8)]
    assert 1 in gaps


def test_walks_that_take_too_long_say_how_far_they_came(monkeypatch: pytest.MonkeyPatch) -> None:
    from levelgen import GenerationError
    from levelgen.spanning_trees import aldous_broder, wilson

    for module in (aldous_broder, wilson):
        monkeypatch.setattr(module, "most_steps", lambda graph: 10)
        with pytest.raises(GenerationError, match=r"reached \d+ of 400 rooms in 10 steps"):
            getattr(module, module.__name__.rpartition(".")[2])(grid(Stream(0), rows=20, columns=20), Stream(1))


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 9), (9, 1), (2, 2), (7, 5), (12, 13)])
@pytest.mark.parametrize(("name", "options"), [case for case in CASES if case[0] in ("growing_tree", "wilson")])
def test_the_arithmetic_of_grids_finds_what_their_adjacency_says(
    name: str, options: dict[str, Any], rows: int, columns: int
) -> None:
    whole = grid(Stream(0), rows=rows, columns=columns)
    plain = Graph(positions=whole.positions, edges=whole.edges, lengths=whole.lengths, size=whole.size)
    for seed in range(8):
        assert tree_of(name, options, whole, seed).tolist() == tree_of(name, options, plain, seed).tolist()


def test_a_grid_whose_walls_are_listed_otherwise_goes_by_its_adjacency() -> None:
    whole = grid(Stream(0), rows=6, columns=7)
    turned = replace(whole, edges=whole.edges[::-1])
    assert whole.in_rows and not turned.in_rows
    for name in ("growing_tree", "wilson"):
        checked_tree(turned, tree_of(name, {}, turned, 3))
    for walls in ("right", "below"):
        assert (
            getattr(turned, walls) == np.where(getattr(whole, walls) < 0, -1, whole.walls - 1 - getattr(whole, walls))
        ).all()
