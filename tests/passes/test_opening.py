"""Passes that open walls: exactly what they promise, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen import GenerationError, Level
from levelgen.parameters import Amount
from levelgen.passes.braid import braid
from levelgen.passes.extra_loops import extra_loops
from levelgen.passes.shortcut_bridges import shortcut_bridges
from levelgen.rng import Stream
from tests.passes.levels import as_networkx, grid_level, is_connected, levels, points_level

PERCENT = st.sampled_from(["0%", "10%", "33.3%", "50%", "100%"])


@given(levels(), st.integers(0, 99), st.data())
def test_k_more_walls_make_exactly_k_cycles(level: Level[Any], seed: int, data: st.DataObject) -> None:
    closed = int((~level.open).sum())
    count = data.draw(st.integers(0, closed))
    after = extra_loops(level, Stream(seed), count=Amount(count=count))
    assert after.loops == count
    assert (after.open | ~level.open).all()
    assert np.array_equal(after.open, extra_loops(level, Stream(seed), count=Amount(count=count)).open)


def test_more_loops_than_walls_says_both_numbers() -> None:
    with pytest.raises(GenerationError, match="5 loops asked for, but only 4 walls are closed"):
        extra_loops(grid_level(3, 3), Stream(1), count=Amount(count=5))


def test_a_share_is_of_the_closed_walls() -> None:
    level = grid_level(6, 10)
    assert extra_loops(level, Stream(1), count=Amount.read("20%")).loops == 9


def test_every_closed_wall_is_as_likely() -> None:
    level = grid_level(3, 3)
    opened = [int(np.flatnonzero(extra_loops(level, Stream(seed), count=Amount(count=1)).open & ~level.open)[0])
              for seed in range(400)]  # fmt: skip
    assert sorted(set(opened)) == np.flatnonzero(~level.open).tolist()
    assert max(np.bincount(opened)) < 160


@given(levels(), st.integers(0, 99), PERCENT)
def test_braid_mends_what_it_says(level: Level[Any], seed: int, share: str) -> None:
    after = braid(level, Stream(seed), share=Amount.read(share))
    before_ends, walls = level.dead_ends, np.diff(level.graph.adjacency.offsets)
    mended = int((after.degrees[before_ends] > 1).sum())
    stuck = int((walls[before_ends] == 1).sum())
    wanted = Amount.read(share).of(len(before_ends))
    assert min(wanted, len(before_ends) - stuck) <= mended <= max(wanted + 1, 0)
    assert after.notes[-1].endswith(f"of {len(before_ends)} dead ends got a second way out, {stuck} cannot have one")
    if share == "100%":
        assert all(walls[v] == 1 for v in after.dead_ends)
    if share == "0%":
        assert np.array_equal(after.open, level.open)


def test_braid_joins_two_dead_ends_where_it_can() -> None:
    level = grid_level(2, 2)
    after = braid(level, Stream(1), share=Amount.read("100%"))
    assert (len(level.dead_ends), len(after.dead_ends), after.loops) == (2, 0, 1)


@given(levels(), st.sampled_from([1, 1.1, 1.5, 2, 3, 10]))
def test_no_detour_is_longer_than_promised(level: Level[Any], t: float) -> None:
    after = shortcut_bridges(level, Stream(1), max_detour=t)
    walks = dict(nx.all_pairs_dijkstra_path_length(as_networkx(after), weight="length"))
    for (u, v), length in zip(level.graph.edges.tolist(), level.graph.lengths.tolist(), strict=True):
        assert walks[u][v] <= Fraction(t) * length
    assert is_connected(after)


@given(st.integers(2, 12), st.integers(0, 999))
def test_no_bridge_of_the_spanner_is_in_vain(count: int, seed: int) -> None:
    """When it was opened, by length, the walk was too long; later bridges are longer and cannot have led there."""
    level = points_level(count, seed)
    after = shortcut_bridges(level, Stream(1), max_detour=2)
    order = np.argsort(level.graph.lengths, kind="stable")
    so_far = as_networkx(level)
    for e in [e for e in order.tolist() if after.open[e] and not level.open[e]]:
        u, v = level.graph.edges[e].tolist()
        assert nx.dijkstra_path_length(so_far, u, v, weight="length") > 2 * level.graph.lengths[e]
        so_far.add_edge(u, v, length=int(level.graph.lengths[e]))


@given(st.integers(3, 10), st.integers(0, 999), st.integers(0, 6))
def test_with_a_count_the_worst_detour_is_bought_first(points: int, seed: int, count: int) -> None:
    level = points_level(points, seed, size=200)
    after = shortcut_bridges(level, Stream(1), count=count)
    expected, graph = level, level.graph
    for _ in range(count):
        walks = dict(nx.all_pairs_dijkstra_path_length(as_networkx(expected), weight="length"))
        detours = [(-walks[u][v] / n if n else -np.inf, e) for e, ((u, v), n) in
                   enumerate(zip(graph.edges.tolist(), graph.lengths.tolist(), strict=True)) if walks[u][v] > n]  # fmt: skip
        if detours:
            expected = expected.with_open([min(detours)[1]])
    assert np.array_equal(after.open, expected.open)
    told = after.notes[-1]
    bought = int((after.open & ~level.open).sum())
    assert told.endswith(f"count {count} is reached") == (bought == count)


def test_a_budget_is_kept_and_said() -> None:
    level = points_level(12, 3, size=100)
    after = shortcut_bridges(level, Stream(1), budget=60)
    spent = int(level.graph.lengths[after.open & ~level.open].sum())
    assert 0 < spent <= 60
    assert f"length {spent}; budget 60 is reached" in after.notes[-1]


def test_max_detour_ends_a_count() -> None:
    level = points_level(12, 3, size=100)
    after = shortcut_bridges(level, Stream(1), count=1000, max_detour=3)
    assert after.notes[-1].endswith("no way round is longer than allowed")
    walks = dict(nx.all_pairs_dijkstra_path_length(as_networkx(after), weight="length"))
    assert all(
        walks[u][v] <= 3 * n for (u, v), n in zip(level.graph.edges.tolist(), level.graph.lengths.tolist(), strict=True)
    )
