"""`parameters`, `matrix` and `--set`: values from outside, and one recipe for several levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from levelgen.errors import RecipeError
from levelgen.reading import load_recipe, load_recipes, parse_recipe, parse_recipes
from tests.conftest import Command

HALL = """levelgen: 1
seed: 3
parameters:
  size: {default: 6, min: 4, max: 40, step: 2, help: Rooms along each side}
  way: {default: kruskal, choices: [kruskal, wilson]}
  loops: 10%
graph: {grid: {rows: $size, columns: $size}}
spanning_tree: $way
passes: [{extra_loops: {count: $loops}}]
"""
PATH = Path("hall.yaml")


def test_parameters_fill_the_places_that_name_them() -> None:
    recipe = parse_recipe(HALL, PATH)
    assert recipe.graph.parameters == {"rows": 6, "columns": 6}
    assert recipe.spanning_tree.plugin.name == "kruskal"
    size, way, loops = recipe.parameters
    assert (size.name, size.value, size.minimum, size.maximum, size.step) == ("size", 6, 4, 40, 2)
    assert (size.help, size.place.line) == ("Rooms along each side", 4)
    assert (way.value, way.choices) == ("kruskal", ("kruskal", "wilson"))
    assert (loops.value, loops.minimum, loops.choices) == ("10%", None, None)


def test_a_recipe_with_parameters_is_that_with_their_values() -> None:
    plain = HALL[HALL.index("graph:") :].replace("$size", "6").replace("$way", "kruskal").replace("$loops", "10%")
    assert parse_recipe(HALL, PATH).digest == parse_recipe(f"levelgen: 1\nseed: 3\n{plain}", PATH).digest


def test_two_dollars_make_a_text() -> None:
    assert parse_recipe(HALL.replace("seed: 3", "seed: $$size"), PATH).seed == "$size"


@pytest.mark.parametrize(
    ("setting", "rows", "tree"),
    [(("size", "8"), 8, "kruskal"), (("graph.grid.rows", "9"), 9, "kruskal"), (("way", "wilson"), 6, "wilson"),
     (("spanning_tree", "prim"), 6, "prim"), (("spanning_tree.growing_tree.strategy", "oldest"), 6, "growing_tree"),
     (("graph", "{grid: {rows: 7, columns: 2}}"), 7, "kruskal")],
)  # fmt: skip
def test_settings_reach_parameters_and_paths(setting: tuple[str, str], rows: int, tree: str) -> None:
    (recipe,) = parse_recipes(HALL, PATH, [setting])
    assert recipe.graph.parameters["rows"] == rows
    assert recipe.spanning_tree.plugin.name == tree


def test_a_pass_is_set_by_its_number() -> None:
    (recipe,) = parse_recipes(HALL, PATH, [("passes[0].extra_loops.count", "3")])
    assert str(recipe.passes[0].parameters["count"]) == "3"


@pytest.mark.parametrize(
    ("settings", "said"),
    [([("size", "3")], "--set size=3: size: must be at least 4, not 3"),
     ([("size", "many")], "--set size=many: size: must be a number, not 'many'"),
     ([("way", "prim")], "--set way=prim: way: must be 'kruskal' or 'wilson', not 'prim'"),
     ([("size", "[4]")], "--set size=[4]: size: must be a number, a text, true or false, not [4]"),
     ([("siez", "4")], "--set siez=4: siez: is no parameter and no key of a recipe; did you mean 'size'?"),
     ([("graph.grid.rows", "0")], "--set graph.grid.rows=0: graph.grid.rows: must be at least 1, not 0"),
     ([("size", "[")], "--set size=[: "), ([(".".join("a" * 80), "4")], "is no parameter"),
     ([(f"graph.{'.'.join('a' * 80)}", "4")], "leads deeper than 50 levels")],
)  # fmt: skip
def test_a_mistake_in_a_setting_is_said_by_its_name(settings: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(RecipeError) as caught:
        parse_recipes(HALL, PATH, settings)
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


def test_a_matrix_makes_every_combination_by_name() -> None:
    text = f"{HALL}matrix:\n  size: [4, 6]\n  spanning_tree: [prim, {{growing_tree: {{strategy: oldest}}}}]\n  loops: [5%]\n"
    recipes = parse_recipes(text, PATH)
    assert [recipe.name for recipe in recipes] == [
        "hall-4-prim-5pct", "hall-4-growing_tree-strategy-oldest-5pct", "hall-6-prim-5pct", "hall-6-growing_tree-strategy-oldest-5pct",
    ]  # fmt: skip
    assert [recipe.graph.parameters["rows"] for recipe in recipes] == [4, 4, 6, 6]
    assert len({recipe.digest for recipe in recipes}) == 4


def test_each_recipe_of_a_matrix_is_read_again_by_its_settings(tmp_path: Path) -> None:
    path = tmp_path / "hall.yaml"
    path.write_text(f"{HALL}matrix: {{size: [4, 6], seed: [1, a b]}}\n", "utf-8")
    recipes = load_recipes(path)
    again = [load_recipe(path, recipe.settings) for recipe in recipes]
    assert [(recipe.name, recipe.digest) for recipe in again] == [(recipe.name, recipe.digest) for recipe in recipes]
    assert [recipe.seed for recipe in recipes] == [1, "a b", 1, "a b"]


def test_a_setting_takes_the_place_of_the_values_of_the_matrix() -> None:
    (recipe,) = parse_recipes(f"{HALL}matrix: {{size: [4, 6]}}\n", PATH, [("size", "10")])
    assert (recipe.name, recipe.graph.parameters["rows"]) == ("hall-10", 10)


def test_the_command_builds_a_matrix_on_two_cores_as_on_one(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "hall.yaml").write_text(f"{HALL}matrix: {{size: [4, 6], way: [kruskal, wilson]}}\n", "utf-8")
    for jobs in ("1", "2"):
        done = levelgen("build", "hall.yaml", "--jobs", jobs, "--out", jobs, "--set", "loops=1")
        assert (done.returncode, done.stderr) == (0, "")
        assert [line.split(" ")[0] for line in done.stdout.splitlines()] == [
            "hall-4-kruskal", "hall-4-wilson", "hall-6-kruskal", "hall-6-wilson",
        ]  # fmt: skip
        assert "loops: 1 " in done.stdout
    names = [path.name for path in (tmp_path / "1").glob("*.tmj")]
    assert len(names) == 4
    assert all((tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes() for name in names)


@pytest.mark.parametrize("text", ["size", "=4", " =4"])
def test_the_command_wants_key_and_value(levelgen: Command, text: str) -> None:
    done = levelgen("build", "x.yaml", "--set", text)
    assert done.returncode == 2
    assert "--set: must be KEY=VALUE, such as graph.grid.rows=12" in done.stderr
