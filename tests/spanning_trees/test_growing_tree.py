"""The growing tree's own promises: its active list, its strategies, its weights, and what it refuses."""

from __future__ import annotations

from itertools import product
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from levelgen import Graph
from levelgen.graphs.grid import grid
from levelgen.kernels.growing import draw_turn
from levelgen.plugins import registry
from levelgen.rng import Stream

PLUGIN = registry().find("spanning_trees", "growing_tree")


def grown(graph: Graph, stream: Stream, options: dict[str, Any]) -> list[int]:
    parameters, wrong = PLUGIN.read(options)
    assert not wrong
    chosen: list[int] = PLUGIN(graph, stream, **parameters).tolist()
    return chosen


def grown_from_a_list(graph: Graph, stream: Stream, latest: float, oldest: float) -> list[int]:
    """The same tree with Python's own list for the active rooms, removal in O(n) and all."""
    offsets, nodes, edges = (column.tolist() for column in graph.adjacency)
    active = [stream.below(graph.rooms)]
    reached, opened = set(active), []
    while len(reached) < graph.rooms:
        last = stream.random() * (latest + oldest) < latest if latest and oldest else latest > 0
        room = active[-1 if last else 0]
        fresh = [i for i in range(offsets[room], offsets[room + 1]) if nodes[i] not in reached]
        if not fresh:
            active.pop(-1 if last else 0)
            continue
        way = fresh[stream.below(len(fresh))]
        active.append(nodes[way])
        reached.add(nodes[way])
        opened.append(edges[way])
    return opened


@pytest.mark.parametrize(
    ("options", "latest", "oldest"),
    [
        ({}, 1, 0),
        ({"strategy": "latest"}, 1, 0),
        ({"strategy": "oldest"}, 0, 1),
        ({"weights": {"latest": 5}}, 1, 0),
        ({"weights": {"latest": 3, "oldest": 1}}, 3, 1),
        ({"weights": {"latest": 0.5, "oldest": 2, "random": 0}}, 0.5, 2),
    ],
)
def test_the_active_list_keeps_the_order_that_a_plain_list_has(
    options: dict[str, Any], latest: float, oldest: float
) -> None:
    graph = grid(Stream(0), rows=17, columns=23)
    for seed in range(5):
        ours, plain = Stream(seed), Stream(seed)
        assert grown(graph, ours, options) == grown_from_a_list(graph, plain, latest, oldest)
        assert ours.getstate() == plain.getstate()


def test_mixed_is_as_often_the_latest_as_any() -> None:
    graph = grid(Stream(0), rows=20, columns=20)
    ours, same = Stream(1), Stream(1)
    assert grown(graph, ours, {"strategy": "mixed"}) == grown(graph, same, {"weights": {"latest": 2, "random": 2}})
    assert ours.getstate() == same.getstate()


def test_a_random_pick_draws_two_words_or_so_for_each_step_at_any_size() -> None:
    """A pick draws again where it hits a tombstone: as those are never the majority, not twice as often."""
    used = []
    for side in (20, 80):
        stream, counter = Stream(3), Stream(3)
        grown(grid(Stream(0), rows=side, columns=side), stream, {"strategy": "random"})
        words = 0
        while counter.getstate() != stream.getstate():
            counter.getrandbits(32)
            words += 1
        used.append(words / side**2)
    assert used[1] < 1.1 * used[0]


@pytest.mark.parametrize("weights", [w for w in product([0.0, 5e-324, 1.0, 1e300], repeat=3) if any(w)])
def test_a_weight_of_zero_is_never_chosen(weights: tuple[float, float, float]) -> None:
    """Not even by the lowest and the highest number that can be drawn."""
    thresholds = np.cumsum(weights)
    for words in ([0, 0], [2**32 - 1] * 2, [2**31, 0], [2**31 - 1, 2**32 - 1]):
        assert weights[draw_turn(words, 0, thresholds)[0]] > 0


def test_all_three_turns_come_as_often_as_they_weigh() -> None:
    words = Stream(1).words(12_000).tolist()
    turns = [draw_turn(words, at, np.cumsum([3.0, 1.0, 2.0]))[0] for at in range(0, 12_000, 2)]
    assert np.allclose(np.bincount(turns) / 1000, [3, 1, 2], atol=0.15)


@pytest.mark.parametrize(
    ("weights", "path", "message"),
    [
        ({"latest": -1}, ("weights", "latest"), "must be at least 0"),
        ({"random": -0.5, "latest": 2}, ("weights", "random"), "must be at least 0"),
        ({"latest": nan}, ("weights", "latest"), "must be a finite number"),
        ({"oldest": inf}, ("weights", "oldest"), "must be a finite number"),
        ({"latest": 1e308, "random": 1e308}, ("weights",), "finite sum"),
        ({"latest": 0, "random": 0, "oldest": 0}, ("weights",), "at least one above 0"),
        ({}, ("weights",), "at least one above 0"),
        ({"newest": 1}, ("weights", "newest"), "unknown parameter"),
        ({"latest": True}, ("weights", "latest"), "must be a number"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights: dict[str, Any], path: tuple[str, ...], message: str) -> None:
    _, complaints = PLUGIN.read({"weights": weights})
    assert [complaint.path for complaint in complaints] == [path]
    assert message in complaints[0].message


def test_strategy_or_weights_but_not_both() -> None:
    _, (complaint,) = PLUGIN.read({"strategy": "latest", "weights": {"latest": 1}})
    assert complaint.message == "give 'strategy' or 'weights', not both"
