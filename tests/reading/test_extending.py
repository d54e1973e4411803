"""`extends`: what is merged, what is replaced, and where values stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from levelgen.errors import RecipeError
from levelgen.reading import load_recipe, parse_recipe

BASE = """levelgen: 1
name: base
seed: 5
graph: {grid: {rows: 3, columns: 4}}
spanning_tree: {growing_tree: {strategy: random}}
passes: [{extra_loops: {count: 1}}]
tiles: {blocks: {corridor: 2, wall: 3}}
export: [tiled, csv]
"""


def extending(folder: Path, text: str) -> Path:
    (folder / "base.yaml").write_text(BASE, "utf-8")
    path = folder / "own.yaml"
    path.write_text(f"levelgen: 1\nextends: base.yaml\n{text}", "utf-8")
    return path


def test_all_but_the_name_is_inherited(tmp_path: Path) -> None:
    own = load_recipe(extending(tmp_path, ""))
    base = load_recipe(tmp_path / "base.yaml")
    assert own.name == "own"
    assert own.seed == 5
    assert [str(step.plugin) for step in own.steps] == [str(step.plugin) for step in base.steps]
    assert [step.parameters for step in own.steps] == [step.parameters for step in base.steps]
    assert own.sources == (tmp_path / "own.yaml", tmp_path / "base.yaml")


@pytest.mark.parametrize(
    ("text", "graph", "tree", "passes", "tiles"),
    [("graph: {grid: {rows: 9}}\n", {"rows": 9, "columns": 4}, "growing_tree", ["extra_loops"], 2),
     ("spanning_tree: kruskal\n", {"rows": 3, "columns": 4}, "kruskal", ["extra_loops"], 2),
     ("spanning_tree: {kruskal: {order: length}}\n", {"rows": 3, "columns": 4}, "kruskal", ["extra_loops"], 2),
     ("passes: [start_exit]\n", {"rows": 3, "columns": 4}, "growing_tree", ["start_exit"], 2),
     ("passes+: [start_exit]\n", {"rows": 3, "columns": 4}, "growing_tree", ["extra_loops", "start_exit"], 2),
     ("tiles: {blocks: {wall: 1}}\n", {"rows": 3, "columns": 4}, "growing_tree", ["extra_loops"], 2),
     ("tiles: blocks\n", {"rows": 3, "columns": 4}, "growing_tree", ["extra_loops"], 1)],
)  # fmt: skip
def test_mappings_merge_and_all_else_is_replaced(
    tmp_path: Path, text: str, graph: object, tree: str, passes: list[str], tiles: int
) -> None:
    recipe = load_recipe(extending(tmp_path, text))
    assert recipe.graph.parameters == graph
    assert recipe.spanning_tree.plugin.name == tree
    assert [step.plugin.name for step in recipe.passes] == passes
    assert recipe.tiles.parameters["corridor"] == tiles


def test_a_recipe_is_the_same_written_out(tmp_path: Path) -> None:
    own = load_recipe(extending(tmp_path, "passes+: [start_exit]\n"))
    whole = BASE.replace("name: base\n", "").replace("count: 1}}]", "count: 1}}, start_exit]")
    assert own.digest == parse_recipe(whole, tmp_path / "own.yaml").digest


def test_chains_add_up_and_a_plain_key_starts_anew(tmp_path: Path) -> None:
    extending(tmp_path, "passes+: [start_exit]\n")
    (tmp_path / "third.yaml").write_text("levelgen: 1\nextends: own.yaml\npasses+: [{treasure: {count: 1}}]\n", "utf-8")
    (tmp_path / "fourth.yaml").write_text("levelgen: 1\nextends: third.yaml\npasses: [start_exit]\n", "utf-8")
    names = [[step.plugin.name for step in load_recipe(tmp_path / f"{n}.yaml").passes] for n in ("third", "fourth")]
    assert names == [["extra_loops", "start_exit", "treasure"], ["start_exit"]]


def test_a_plain_key_in_the_middle_of_a_chain_drops_what_was_added_below(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE.replace("passes:", "passes+:"), "utf-8")
    (tmp_path / "own.yaml").write_text("levelgen: 1\nextends: base.yaml\npasses: [start_exit]\n", "utf-8")
    assert [step.plugin.name for step in load_recipe(tmp_path / "own.yaml").passes] == ["start_exit"]


def test_links_out_of_the_project_are_not_followed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    path = extending(project, "")
    (tmp_path / "secret.yaml").write_text("name: secret\n", "utf-8")
    (project / "base.yaml").unlink()
    (project / "base.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(RecipeError, match=r"own.yaml:2:10: extends: base.yaml lies outside the project's folder$"):
        load_recipe(path)


def test_a_chain_is_bounded(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"r{number}.yaml").write_text(f"levelgen: 1\nextends: r{number + 1}.yaml\n", "utf-8")
    with pytest.raises(RecipeError, match=r"r19\.yaml:2:10: extends: a chain of more than 20 files"):
        load_recipe(tmp_path / "r0.yaml")
