"""Every spanning tree equally likely, or not: each of the 192 of the 3 × 3 grid, over many seeds: `pytest -m seeds`.

Wilson (1996), Aldous (1990) and Broder (1989) draw uniformly; Kruskal and Prim with random weights do not, and how
they lean is known: compact trees are too frequent. docs/pages/statistics.md shows the figures.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from scipy.stats import chi2

from levelgen import load_recipe
from levelgen.executors import Workers
from levelgen.graphs.grid import grid
from levelgen.plugins import registry
from levelgen.populations.survey import survey
from levelgen.rng import Stream
from tests.conftest import ROOT

pytestmark = pytest.mark.seeds

GRID = grid(Stream(0), rows=3, columns=3)
TREES = 192
SEEDS = 100 * TREES


def drawn(name: str) -> Counter[tuple[int, ...]]:
    tree = registry().find("spanning_trees", name)
    return Counter(tuple(sorted(np.asarray(tree(GRID, Stream(seed))).tolist())) for seed in range(SEEDS))


def chi_square(seen: Counter[tuple[int, ...]]) -> float:
    expected = SEEDS / TREES
    return sum((seen[tree] - expected) ** 2 for tree in seen) / expected + (TREES - len(seen)) * expected


def test_the_grid_has_so_many_trees() -> None:
    laplacian = nx.laplacian_matrix(GRID.to_networkx()).toarray()
    assert round(np.linalg.det(laplacian[1:, 1:])) == TREES


@pytest.mark.parametrize("name", ["wilson", "aldous_broder"])
def test_each_tree_is_equally_likely(name: str) -> None:
    seen = drawn(name)
    assert len(seen) == TREES
    assert 0.001 < chi2.sf(chi_square(seen), TREES - 1) < 0.999


@pytest.mark.parametrize("name", ["kruskal", "prim"])
def test_the_bias_of_random_weights_shows(name: str) -> None:
    assert chi2.sf(chi_square(drawn(name)), TREES - 1) < 1e-50


@pytest.mark.parametrize("path", [ROOT / "configs/caves.yaml"], ids=["caves"])
def test_ten_thousand_caves_have_a_passage_fewer_than_rooms(path: Path) -> None:
    found = survey(load_recipe(path), range(10_000), Workers(2))
    assert len(found.seeds) == 10_000
    assert (found.of("rooms") == 60).all()
    assert (found.of("opened") == 59).all()
    assert (found.of("loops") == 0).all()
