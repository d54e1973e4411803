"""The JSON Schema of recipes: valid itself, true to the reader, and telling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from levelgen import RecipeError
from levelgen.plugins import Plugin, registry
from levelgen.reading import parse_recipe
from levelgen.reading.table import KEYS
from levelgen.schema import recipe_schema
from levelgen.schema.plugin import example_of, parameters_schema
from levelgen.yaml_nodes import read
from tests.conftest import CONFIGS, ROOT, Command
from tests.test_readme_plugin import BLOCKS

SCHEMA = recipe_schema(registry())
VALIDATOR = Draft202012Validator(SCHEMA)
GOOD = sorted((ROOT / "tests/recipes/good").glob("*.yaml"))
STEPS = {
    "graphs": "graph",
    "spanning_trees": "spanning_tree",
    "passes": "passes",
    "tiles": "tiles",
    "exporters": "export",
}
PLUGINS = [registry().find(entry.kind, entry.name) for entry in registry() if entry.kind in STEPS]

every_plugin = pytest.mark.parametrize("plugin", PLUGINS, ids=str)


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_all_that_it_refers_to_is_there() -> None:
    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            own = {value["$ref"]} if "$ref" in value else set()
            return own.union(*map(references, value.values()))
        return set().union(*map(references, value)) if isinstance(value, list) else set()

    assert {name.removeprefix("#/$defs/") for name in references(SCHEMA)} <= set(SCHEMA["$defs"])


@pytest.mark.parametrize("path", [*CONFIGS, *GOOD], ids=lambda path: path.stem)
def test_it_takes_what_the_reader_takes(path: Path) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(read(path.read_bytes(), str(path)).plain())] == []


@every_plugin
def test_every_parameter_is_told_of_and_every_default_allowed(plugin: Plugin) -> None:
    for name, form in parameters_schema(plugin)["properties"].items():
        assert form.get("description"), name
        validator = VALIDATOR.evolve(schema={**form, "$defs": SCHEMA["$defs"]})
        values = [*form.get("examples", []), *([form["default"]] if "default" in form else [])]
        assert [value for value in values if not validator.is_valid(value)] == [], name


def recipe_with(plugin: Plugin) -> dict[str, Any]:
    """A recipe that has the plug-in's own example in its place."""
    grid = plugin.kind.key in ("spanning_trees", "tiles") and plugin.name != "archipelago"
    graph = {"grid": {"rows": 3, "columns": 3}} if grid else {"islands": {"count": 3, "width": 20, "height": 20}}
    key, example = STEPS[plugin.kind.key], example_of(plugin)
    value = [example] if key in ("passes", "export") else example
    return {"levelgen": 1, "graph": graph, "spanning_tree": "kruskal", **{key: value}}


@every_plugin
def test_every_plugin_has_an_example_that_is_a_recipe(plugin: Plugin) -> None:
    assert example_of(plugin) is not None
    recipe = recipe_with(plugin)
    assert VALIDATOR.is_valid(recipe)
    try:
        parse_recipe(json.dumps(recipe), Path("example.yaml"))
    except RecipeError as error:
        assert plugin.name == "shortcut_bridges"
        assert "give at least one of" in str(error)


@pytest.mark.parametrize("key", KEYS.values(), ids=lambda key: key.name)
def test_every_key_has_examples_that_it_allows(key: Any) -> None:
    validator = VALIDATOR.evolve(schema={**key.form, "$defs": SCHEMA["$defs"]})
    assert key.help.endswith(".")
    assert key.examples
    assert [error.message for example in key.examples for error in validator.iter_errors(example)] == []


@pytest.mark.parametrize(
    "change",
    [
        {"pases": []},
        {"levelgen": 2},
        {"seed": -1},
        {"name": "a/b"},
        {"passes": ["treasure"]},
        {"passes": [{"treasure": {"cuont": 3}}]},
        {"passes": [{"treasure": {"count": "150%"}}]},
        {"passes": [{"treasure": {"count": 3}, "braid": {}}]},
        {"tiles": {"blocks": {"corridor": 65}}},
        {"spanning_tree": {"growing_tree": {"weights": {"newest": 1}}}},
        {"export": []},
        {"target": ["gadot"]},
        {"tileset": {"image": "a.png", "tile_size": 0}},
        {"tileset": {"image": "a.png", "roles": {"floor": {"autotile": "blub"}}}},
    ],
    ids=str,
)
def test_it_refuses_what_the_reader_refuses(change: dict[str, Any]) -> None:
    recipe = {"levelgen": 1, "graph": {"grid": {"rows": 3, "columns": 3}}, "spanning_tree": "kruskal"}
    assert VALIDATOR.is_valid(recipe)
    assert not VALIDATOR.is_valid({**recipe, **change})
    with pytest.raises(RecipeError):
        parse_recipe(json.dumps({**recipe, **change}), Path("bad.yaml"))


@pytest.mark.parametrize(
    "change",
    [
        {"spanning_tree": "kruskal@1"},
        {"spanning_tree": {"kruskal@1": {"order": "length"}}, "passes": [{"treasure@1": {"count": "40%"}}]},
        {"parameters": {"n": 3}, "graph": {"grid": {"rows": "$n", "columns": "$n"}}},
        {"parameters": {"tree": {"default": "wilson", "choices": ["wilson", "prim"]}}, "spanning_tree": "$tree"},
        {"parameters": {"far": "far"}, "passes": [{"treasure": {"count": 1, "prefer": "$far"}}]},
        {"matrix": {"graph.grid.rows": [2, 3], "passes": [["start_exit"], []]}, "graph": {"grid": {"columns": 2}}},
    ],
    ids=str,
)
def test_it_takes_parameters_and_matrices(change: dict[str, Any]) -> None:
    recipe = {"levelgen": 1, "graph": {"grid": {"rows": 3, "columns": 3}}, "spanning_tree": "kruskal", **change}
    parse_recipe(json.dumps(recipe), Path("good.yaml"))
    assert [error.message for error in VALIDATOR.iter_errors(recipe)] == []


def test_a_recipe_that_extends_another_says_only_what_is_new() -> None:
    recipe = {"levelgen": 1, "extends": "a.yaml", "graph": {"grid": {"rows": 3}}, "passes+": ["start_exit"]}
    assert VALIDATOR.is_valid(recipe)
    assert not VALIDATOR.is_valid({**recipe, "graph": {"grid": {"rows": 0}}})
    assert not VALIDATOR.is_valid({key: value for key, value in recipe.items() if key != "extends"})


@pytest.mark.parametrize(
    "roles",
    [
        {"floor": 1, "wall": [2, {"tile": 3, "weight": 2, "flip": ["x"]}]},
        {"wall": {"autotile": "blob", "tiles": [16]}, "land": {"wangset": "Shore", "color": "grass"}},
    ],
)
def test_it_takes_the_short_forms_of_tilesets(roles: dict[str, Any]) -> None:
    tileset = VALIDATOR.evolve(schema={"$ref": "#/$defs/tileset", "$defs": SCHEMA["$defs"]})
    for size in (16, [16, 8]):
        assert tileset.is_valid({"image": "a.png", "tile_size": size, "roles": roles})


def test_the_command_prints_it_with_the_addons_that_are_enabled(tmp_path: Path, levelgen: Command) -> None:
    for name in ("addons/ladders/plugin.py", "addons/ladders/plugin.cfg", "levelgen.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(BLOCKS[name], "utf-8")
    done = levelgen("schema")
    assert (done.returncode, done.stderr) == (0, "")
    ladders = json.loads(done.stdout)["$defs"]["passes"]["properties"]["ladders"]
    assert ladders["properties"]["every"] == {
        "description": "N, from 1 to 100; which of the first n is drawn.",
        "default": 2,
        "maximum": 100,
        "minimum": 1,
        "type": ["integer", "string"],
        "pattern": r"^\$",
        "errorMessage": "expected: whole number from 1 to 100",
    }
    (tmp_path / "levelgen.toml").unlink()
    assert levelgen("schema", "--out", "schema.json").returncode == 0
    assert "ladders" not in (tmp_path / "schema.json").read_text("utf-8")
