"""The figures of the two texts that levelgen comes from: its worked examples, to the letter.

The first builds connected caves and island bridges by Kruskal's algorithm, the second grows trees.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from levelgen import generate, load_recipe
from levelgen.comparison import compare
from levelgen.drawing import lines
from levelgen.reading import parse_recipe
from levelgen.rng import Streams
from levelgen.steps import graph_of
from tests.conftest import ROOT, Command

CAVES = """\
+---+---+---+---+---+---+---+---+---+---+
|                   |   |               |
+   +   +   +---+---+   +---+---+   +   +
|   |   |       |           |       |   |
+---+   +   +---+---+   +---+---+   +---+
|   |   |           |       |           |
+   +   +---+---+   +   +   +   +---+---+
|   |   |   |           |           |   |
+   +   +   +   +---+   +---+   +   +   +
|       |       |   |   |       |       |
+   +   +   +---+   +---+---+---+   +---+
|   |   |           |                   |
+---+---+---+---+---+---+---+---+---+---+"""


def test_the_caves_are_the_texts_picture() -> None:
    level = generate(load_recipe(ROOT / "configs/caves.yaml")).level
    assert lines(level) == CAVES
    assert (level.graph.rooms, level.graph.walls, int(level.open.sum()), level.loops) == (60, 104, 59, 0)


def test_show_prints_the_picture(levelgen: Command) -> None:
    shown = levelgen("show", ROOT / "configs/caves.yaml")
    assert shown.stdout.startswith(CAVES + "\n")
    assert "rooms: 60 | walls: 104 | opened: 59 | components: 1" in shown.stdout


def test_the_islands_are_joined_as_in_the_text() -> None:
    _, nearest, in_random_order, by_length = compare(load_recipe(ROOT / "configs/archipelago.yaml"), 31)
    assert (nearest.length, nearest.bridges, nearest.groups, nearest.unsafe) == (232, 7, 2, True)
    assert (in_random_order.length, in_random_order.bridges, in_random_order.groups) == (654, 8, 1)
    assert (by_length.length, by_length.bridges, by_length.groups, by_length.unsafe) == (311, 8, 1, False)


def test_the_islands_are_drawn_as_in_the_text() -> None:
    stream = random.Random(31)
    expected = [[stream.randint(0, 127), stream.randint(0, 127)] for _ in range(9)]
    recipe = load_recipe(ROOT / "configs/archipelago.yaml")
    assert graph_of(recipe, Streams(31).graph()).positions.tolist() == expected


def test_compare_prints_the_figures(levelgen: Command) -> None:
    rows = [line.split() for line in levelgen("compare", ROOT / "configs/archipelago.yaml").stdout.splitlines()]
    figures = [[word for word in row if word.isdigit()][:3] for row in rows]
    assert ["232", "7", "2"] in figures
    assert ["654", "8", "1"] in figures
    assert ["311", "8", "1"] in figures
    assert [row[-1] for row in rows if "232" in row] == ["UNSAFE"]
    assert not any("UNSAFE" in row for row in rows if "654" in row or "311" in row)


def test_caves_of_20_by_20_open_399_walls() -> None:
    level = _level("{grid: {rows: 20, columns: 20}}", "kruskal", "[]")
    assert int(level.open.sum()) == 399


def test_ten_more_walls_make_ten_independent_cycles() -> None:
    level = _level("{grid: {rows: 6, columns: 10}}", "kruskal", "[{extra_loops: {count: 10}}]")
    assert (int(level.open.sum()), level.loops) == (69, 10)


def test_the_cables_have_the_minimum_length() -> None:
    level = generate(load_recipe(ROOT / "configs/cables.yaml")).level
    chosen = level.graph.edges[level.open].tolist()
    assert [[level.graph.name(u), level.graph.name(v)] for u, v in chosen] == [["1", "2"], ["2", "3"], ["3", "4"]]
    assert int(level.graph.lengths[level.open].sum()) == 15


@pytest.mark.parametrize(
    ("strategy", "share"), [("latest", 0.100), ("mixed", 0.187), ("random", 0.277), ("oldest", 0.014)]
)
def test_growing_trees_have_the_texts_share_of_dead_ends(strategy: str, share: float) -> None:
    level = _level("{grid: {rows: 200, columns: 200}}", f"{{growing_tree: {{strategy: {strategy}}}}}", "[]")
    assert abs(len(level.dead_ends) / 40_000 - share) < 0.01


def test_blocks_are_two_a_room_and_one_more() -> None:
    built = generate(load_recipe(ROOT / "configs/caves.yaml"))
    assert built.tilemap.owner.shape == (2 * 6 + 1, 2 * 10 + 1)
    assert np.array_equal(built.tilemap.walkable, built.tilemap.layers["ground"] > 0)


def _level(graph: str, tree: str, passes: str):  # type: ignore[no-untyped-def]
    text = f"levelgen: 1\nseed: 1\ngraph: {graph}\nspanning_tree: {tree}\npasses: {passes}\n"
    return generate(parse_recipe(text, Path("made-up.yaml"))).level
