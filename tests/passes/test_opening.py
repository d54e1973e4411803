"""Passes that open walls: exactly what they promise, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen import GenerationError, Graph, Level
from levelgen.graphs.islands import all_pairs
from levelgen.parameters import Amount
from levelgen.passes.braid import braid
from levelgen.passes.extra_loops import extra_loops
from levelgen.passes.shortcut_bridges import shortcut_bridges
from levelgen.plugins import registry
from levelgen.rng import Stream
from tests.passes.levels import as_networkx, detours, grid_level, is_connected, levels, points_level

PERCENT = st.sampled_from(["0%", "10%", "33.3%", "50%", "100%"])


@given(levels(), st.integers(0, 99), st.data())
def test_k_more_walls_make_exactly_k_cycles(level: Level[Any], seed: int, data: st.DataObject) -> None:
    closed = int((~level.open).sum())
    count = data.draw(st.integers(0, closed))
    after = extra_loops(level, Stream(seed), count=Amount(count=count))
    assert after.loops == level.loops + count
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


def test_more_second_ways_than_there_can_be_says_both_numbers() -> None:
    level = grid_level(1, 4)
    message = "2 second ways out asked for, but there are 2 dead ends and 2 of them cannot have one; ask for fewer"
    with pytest.raises(GenerationError, match=message):
        braid(level, Stream(1), share=Amount(count=2))
    (note,) = braid(level, Stream(1)).notes
    assert note == "braid: 0 of 2 dead ends got a second way out, 2 cannot have one"


@given(levels(), st.integers(0, 99), st.data())
def test_braid_mends_as_many_as_asked_for_or_one_more(level: Level[Any], seed: int, data: st.DataObject) -> None:
    able = [v for v in level.dead_ends.tolist() if len(list(level.graph.to_networkx()[v])) > 1]
    count = data.draw(st.integers(0, len(able)))
    after = braid(level, Stream(seed), share=Amount(count=count))
    assert count <= int((after.degrees[level.dead_ends] > 1).sum()) <= count + 1
    assert np.array_equal(after.open, braid(level, Stream(seed), share=Amount(count=count)).open)


def test_braid_joins_two_dead_ends_where_it_can() -> None:
    level = grid_level(2, 2)
    after = braid(level, Stream(1), share=Amount.read("100%"))
    assert (len(level.dead_ends), len(after.dead_ends), after.loops) == (2, 0, 1)


@given(levels(), st.sampled_from([1, 1.1, 1.5, 2, 3, 10]))
def test_no_detour_is_longer_than_promised(level: Level[Any], t: float) -> None:
    after = shortcut_bridges(level, Stream(1), max_detour=t)
    assert all(detour <= Fraction(t) for detour, _ in detours(after))
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


def buy_by_hand(level: Level[Any], t: float, count: float, budget: float) -> tuple[Level[Any], str]:
    """The worst detour that can be paid is opened, all walks are measured anew, and so on."""
    bought = 0
    while True:
        found = [(-detour, edge, length) for edge, (detour, length) in enumerate(detours(level)) if detour > t]
        paid = [choice for choice in found if choice[2] <= budget]
        if bought == count:
            return level, f"count {count} is reached"
        if not found:
            return level, "no way round is longer than"
        if not paid:
            return level, "budget"
        _, edge, length = min(paid)
        level, bought, budget = level.with_open([edge]), bought + 1, budget - length


@given(levels(), st.sampled_from([None, 1, 1.3, 2, 7]), st.none() | st.integers(0, 6), st.none() | st.integers(0, 60))
def test_the_worst_detour_is_bought_first(
    level: Level[Any], t: float | None, count: int | None, budget: int | None
) -> None:
    if count is None and budget is None:
        return
    after = shortcut_bridges(level, Stream(1), max_detour=t, count=count, budget=budget)
    expected, reason = buy_by_hand(level, t or 1, inf if count is None else count, inf if budget is None else budget)
    assert np.array_equal(after.open, expected.open)
    new = after.open & ~level.open
    told = f"shortcut_bridges: {new.sum()} opened, length {level.graph.lengths[new].sum()}; {reason}"
    assert after.notes[-1].startswith(told)


def test_the_report_says_what_ended_it_and_what_is_left() -> None:
    ring = grid_level(2, 20)
    walls = np.flatnonzero(~ring.open)
    assert ring.loops == 0
    worst = max(detour for detour, _ in detours(ring))
    for options, reason in [({"count": 0}, "count 0 is reached"), ({"budget": 0}, "budget 0 is reached")]:
        (note,) = shortcut_bridges(ring, Stream(1), **options).notes
        assert (
            note
            == f"shortcut_bridges: 0 opened, length 0; {reason}; the worst way round left is {worst} for a wall of 1"
        )
    (note,) = shortcut_bridges(ring, Stream(1), count=1000).notes
    assert (
        note == f"shortcut_bridges: {len(walls)} opened, length {len(walls)}; no way round is longer than 1 × its wall"
    )
    (note,) = shortcut_bridges(ring, Stream(1), count=len(walls)).notes
    assert note.endswith(f"; count {len(walls)} is reached")
    (note,) = shortcut_bridges(ring, Stream(1), max_detour=2.5).notes
    assert note.endswith("no way round is longer than 2.5 × its wall")


def test_a_wall_that_cannot_be_paid_is_passed_over() -> None:
    """A ring of 0, 30, 31 and 32 is closed by walls of 30 and 1: the long one has the worse detour."""
    places = np.array([(0, 0), (0, 9), (9, 9), (9, 0)], np.int32)
    edges = np.array([(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)], np.int32)
    graph = Graph(positions=places, edges=edges, lengths=np.array([900, 9, 9, 30, 100]), size=(10, 10))
    level = Level(graph, np.array([1, 1, 1, 0, 0], np.bool_))
    after = shortcut_bridges(level, Stream(1), budget=29)
    assert np.array_equal(after.open, level.open)
    assert after.notes[-1].endswith("budget 29 is reached; the worst way round left is 918 for a wall of 30")
    after = shortcut_bridges(level, Stream(1), budget=129, max_detour=9.08)
    assert after.open.tolist() == [1, 1, 1, 1, 0]
    assert after.notes[-1].endswith("no way round is longer than 9.08 × its wall")


def test_two_islands_in_one_place_are_joined_when_a_walk_lies_between() -> None:
    places = np.array([(0, 0), (0, 0), (5, 0)], np.int32)
    graph = Graph(positions=places, edges=all_pairs(3), lengths=np.array([0, 5, 5]), size=(6, 1))
    level = Level(graph, np.array([0, 1, 1], np.bool_))
    for options in ({"max_detour": 1000}, {"count": 1}, {"budget": 0}):
        assert shortcut_bridges(level, Stream(1), **options).open.all()
    assert shortcut_bridges(level, Stream(1), count=0).notes[0].endswith("left is 10 for a wall of 0")


def test_a_promise_is_compared_exactly() -> None:
    """The float 1.1 is a little more than 11/10: 10¹⁷ times it lies between 8 and 9 above 11 · 10¹⁶."""
    for more, opened in ((8, False), (9, True)):
        lengths = np.array([10**17, 10**17, 10**16 + more])
        graph = Graph(positions=np.zeros((3, 2), np.int32), edges=all_pairs(3), lengths=lengths, size=(1, 1))
        level = Level(graph, np.array([0, 1, 1], np.bool_))
        assert shortcut_bridges(level, Stream(1), max_detour=1.1).open[0] == opened


def test_one_of_the_three_must_be_given() -> None:
    (complaint,) = registry().find("passes", "shortcut_bridges").read({})[1]
    assert complaint.message == "give at least one of 'max_detour', 'count' and 'budget'"
    _, wrong = registry().find("passes", "shortcut_bridges").read({"max_detour": 0.5, "count": -1})
    assert [complaint.path for complaint in wrong] == [("max_detour",), ("count",)]
