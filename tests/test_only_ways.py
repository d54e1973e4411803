"""Only ways are the bridges of graph theory, as networkx finds them."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from levelgen import generate, load_recipe
from levelgen.only_ways import only_ways
from tests.conftest import CONFIGS


@pytest.mark.parametrize("path", CONFIGS, ids=[path.stem for path in CONFIGS])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_they_are_those_of_networkx(path, seed) -> None:  # type: ignore[no-untyped-def]
    level = generate(load_recipe(path), seed).level
    graph = nx.Graph(level.graph.edges[level.open].tolist())
    expected = {tuple(sorted(pair)) for pair in nx.bridges(graph)}
    assert {tuple(pair) for pair in level.graph.edges[only_ways(level)].tolist()} == expected


def test_of_a_tree_all_open_walls_are(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.yaml").write_text("levelgen: 1\ngraph: {grid: {rows: 20, columns: 20}}\nspanning_tree: wilson\n")
    level = generate(load_recipe(tmp_path / "a.yaml"), 4).level
    assert np.array_equal(only_ways(level), level.open)
