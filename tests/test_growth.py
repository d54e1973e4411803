"""How a level grew: each wall in the step that opened it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from levelgen import generate, load_recipe
from levelgen.growth import growth_of
from tests.conftest import CONFIGS


@pytest.mark.parametrize("path", CONFIGS, ids=[path.stem for path in CONFIGS])
def test_it_is_all_of_the_level(path: Path) -> None:
    recipe = load_recipe(path)
    built = generate(recipe, 5)
    growth = growth_of(built)
    opened = np.concatenate([growth.tree, *(added.opened for added in growth.passes)])
    assert len(set(opened.tolist())) == len(opened)
    assert np.array_equal(np.sort(opened), np.flatnonzero(built.level.open))
    assert sum(added.marks for added in growth.passes) == len(built.level.marks)
    assert [added.label for added in growth.passes] == [step.label for step in recipe.passes]


def test_the_tree_is_in_the_order_that_it_grew(tmp_path: Path) -> None:
    """Prim's tree hangs together after every step, which its walls in another order do not."""
    (tmp_path / "a.yaml").write_text("levelgen: 1\ngraph: {grid: {rows: 9, columns: 9}}\nspanning_tree: prim\n")
    built = generate(load_recipe(tmp_path / "a.yaml"), 3)
    growth = growth_of(built)
    reached = set(built.level.graph.edges[growth.tree[0]].tolist())
    for u, v in built.level.graph.edges[growth.tree[1:]].tolist():
        assert (u in reached) != (v in reached)
        reached |= {u, v}
