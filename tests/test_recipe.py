"""Recipes: what YAML means, and every mistake said in one line with its place and its mend.

`tests/recipes/bad/NAME.yaml` holds a recipe with mistakes, `NAME.txt` beside it what levelgen says.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import PluginError, Recipe, RecipeError, load_recipe
from levelgen.reading import parse_recipe
from levelgen.yaml_nodes import LARGEST_FILE, read
from tests.conftest import CONFIGS, Command

BAD = sorted((Path(__file__).parent / "recipes" / "bad").glob("*.yaml"))
GOOD = "levelgen: 1\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\n"


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_are_said_as_expected(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    with pytest.raises(RecipeError) as caught:
        load_recipe(path.name)
    assert str(caught.value).splitlines() == path.with_suffix(".txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("name", "seed", "size", "passes"),
    [("anchors", 4, (4, 5), ["place", "place"]), ("on", 123, (3, 4), ["start_exit", "treasure"]),
     ("flow", "2026-01-01", (3, 4), []), ("text_seed", "1:30", (3, 4), []), ("windows", "~x", (3, 4), ["start_exit"])],
)  # fmt: skip
def test_good_recipes_are_read_as_meant(name: str, seed: object, size: tuple[int, int], passes: list[str]) -> None:
    recipe = load_recipe(BAD[0].parent.parent / "good" / f"{'block' if name == 'on' else name}.yaml")
    assert (recipe.name, recipe.seed) == (name, seed)
    assert (recipe.graph.parameters["rows"], recipe.graph.parameters["columns"]) == size
    assert [step.plugin.name for step in recipe.passes] == passes


def test_keys_of_two_types_have_a_digest() -> None:
    nodes = "levelgen: 1\ngraph: {edges: {nodes: {1: [0, 0], A: [3, 0]}, edges: [[1, A]]}}\nspanning_tree: kruskal\n"
    assert parse_recipe(nodes, Path("x.yaml")).digest != parse_recipe(GOOD, Path("x.yaml")).digest


def test_a_tower_of_aliases_is_refused_before_it_is_climbed() -> None:
    floors = [f"a{n}: &a{n} {'[' * 45}*a{n - 1}{']' * 45}" for n in range(1, 90)]
    with pytest.raises(RecipeError, match=r"^x.yaml:3:\d+: nested deeper than 50 levels$"):
        parse_recipe("\n".join(["a0: &a0 [1]", *floors]), Path("x.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_recipes_in_configs_are_good(path: Path) -> None:
    assert load_recipe(path).name == path.stem


@pytest.mark.parametrize(
    ("text", "value"),
    [("yes", "yes"), ("on", "on"), ("no", "no"), ("n", "n"), ("0123", 123), ("0o17", 15), ("0x1F", 31), ("1:30", "1:30"),
     ("2026-01-01", "2026-01-01"), ("~", None), ("null", None), ("", None), ("true", True), ("False", False), ("+12", 12),
     ("-7", -7), ("1.5", 1.5), ("1e3", 1000.0), (".5", 0.5), ("-.inf", -float("inf")), ("1_000", "1_000"), ("=", "="), ("<<", "<<"),
     ("'7'", "7"), ('"true"', "true"), ("!!str 7", "7"), ("[1, [2]]", [1, [2]]), ("{a: {b: 1}}", {"a": {"b": 1}}),
     ("|\n    two\n    lines\n", "two\nlines\n"), ("é☃", "é☃")],
)  # fmt: skip
def test_yaml_is_that_of_the_core_schema(text: str, value: Any) -> None:
    found = read(f"key: {text}\n", "x.yaml").plain()["key"]
    assert found == value
    assert type(found) is type(value)


def test_anchors_stand_for_values_and_places() -> None:
    node = read("a: &x {b: 1}\nc: *x\n", "x.yaml")
    assert node.plain() == {"a": {"b": 1}, "c": {"b": 1}}
    assert str(node.at(("c", "b"))) == "x.yaml:1:11"


@pytest.mark.parametrize("text", [GOOD.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + GOOD.encode(), GOOD.encode()])
def test_line_ends_and_byte_order_marks_mean_nothing(text: bytes) -> None:
    assert parse_recipe(text, Path("x.yaml")).digest == parse_recipe(GOOD, Path("x.yaml")).digest


@pytest.mark.parametrize(
    ("seed", "value"), [("14", 14), ("'14'", "14"), ("island", "island"), (str(10**40), 10**40), ("0", 0)]
)
def test_seeds_are_numbers_or_texts(seed: str, value: object) -> None:
    assert parse_recipe(GOOD + f"seed: {seed}\n", Path("x.yaml")).seed == value


def test_a_step_is_a_name_or_a_name_with_parameters() -> None:
    passes = "passes:\n  - braid:\n  - start_exit\n  - treasure: {count: 10%}\n"
    recipe = parse_recipe(GOOD + passes, Path("x.yaml"))
    assert [step.plugin.name for step in recipe.passes] == ["braid", "start_exit", "treasure"]
    assert [step.label for step in recipe.passes] == ["passes[0].braid", "passes[1].start_exit", "passes[2].treasure"]
    assert str(recipe.passes[2].place) == "x.yaml:7:5"


def test_what_is_left_out_has_a_default() -> None:
    recipe = parse_recipe(GOOD, Path("my-level.yaml"))
    assert (recipe.name, recipe.seed, recipe.tiles.plugin.name) == ("my-level", None, "blocks")
    assert [step.plugin.name for step in recipe.export] == ["tiled"]
    islands = GOOD.replace("grid: {rows: 3, columns: 4}", "islands: {count: 3, width: 9, height: 9}")
    assert parse_recipe(islands, Path("x.yaml")).tiles.plugin.name == "archipelago"


def test_the_digest_is_over_the_values_not_the_spelling() -> None:
    same = "# a comment\n" + GOOD.replace("{grid: {rows: 3, columns: 4}}", "\n  grid:\n    columns: 4\n    rows: 3")
    assert parse_recipe(same, Path("y.yaml")).digest == parse_recipe(GOOD, Path("x.yaml")).digest
    assert parse_recipe(GOOD + "seed: 2\n", Path("x.yaml")).digest != parse_recipe(GOOD, Path("x.yaml")).digest


def test_a_file_that_is_too_large_is_not_even_parsed() -> None:
    start = time.perf_counter()
    with pytest.raises(RecipeError, match="larger than 1024 KiB"):
        parse_recipe("[" * 5_000_000, Path("x.yaml"))
    assert time.perf_counter() - start < 1
    with pytest.raises(RecipeError, match=r"nest(ed deeper|ing depth)"):
        parse_recipe("[" * (LARGEST_FILE - 10), Path("x.yaml"))


def test_bytes_that_are_no_utf8_are_placed() -> None:
    with pytest.raises(RecipeError, match=r"^x.yaml:2:8: not UTF-8"):
        parse_recipe("levelgen: 1\nname: é".encode() + b"\xff", Path("x.yaml"))


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"none\.yaml: cannot be read: No such file"):
        load_recipe(tmp_path / "none.yaml")


def test_mistakes_of_all_files_come_at_once_and_nothing_is_made(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "a.yaml").write_text(GOOD + "seed: -1\n")
    (tmp_path / "b.yaml").write_text(GOOD)
    (tmp_path / "c.yaml").write_text(GOOD.replace("kruskal", "kruksal") + "tiles: bloks\n")
    done = levelgen("build", ".")
    assert done.returncode == 2
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == ["a.yaml:4:7", "c.yaml:3:16", "c.yaml:4:8"]
    assert (done.stdout, (tmp_path / "build").exists()) == ("", False)


SAMPLES = [path.read_text("utf-8") for path in CONFIGS]
BITS = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        ": ",
        "- ",
        "\t",
        "\n",
        "&a ",
        "*a",
        "!!x ",
        "'",
        '"',
        "#",
        "null",
        "-1",
        "1e999",
        "\x00",
        "é",
        "<<",
        "%",
        "|",
    ]
)


@settings(max_examples=150)
@given(
    st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 5), BITS), min_size=1, max_size=4)
)
def test_a_broken_recipe_is_a_recipe_error(text: str, edits: list[tuple[int, int, str]]) -> None:
    for at, cut, bit in edits:
        text = text[: at % len(text)] + bit + text[at % len(text) + cut :]
    try:
        assert isinstance(parse_recipe(text, Path("x.yaml")), Recipe)
    except (RecipeError, PluginError) as error:
        assert all(line.startswith("x.yaml") for line in str(error).splitlines())


@settings(max_examples=150, deadline=1000)
@given(
    st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=3)), min_size=1, max_size=3)
)
def test_broken_bytes_are_a_recipe_error(text: str, edits: list[tuple[int, bytes]]) -> None:
    data = text.encode()
    for at, piece in edits:
        data = data[: at % len(data)] + piece + data[at % len(data) + 1 :]
    try:
        assert isinstance(parse_recipe(data, Path("x.yaml")), Recipe)
    except (RecipeError, PluginError) as error:
        assert all(re.match(r"x\.yaml:\d+:\d+: ", line) for line in str(error).splitlines())


KEYS = st.one_of(st.text(max_size=5), st.integers(-1, 2), st.sampled_from(["grid", "rows", "kruskal", "treasure"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**40), 10**40) | st.floats() | st.text(max_size=6),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(KEYS, inside, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=1000)
@given(st.sampled_from(["graph", "spanning_tree", "passes", "tiles", "export", "target", "name", "seed"]), VALUES)
def test_any_value_in_any_place_is_a_recipe_error(key: str, value: Any) -> None:
    lines = [line for line in GOOD.splitlines() if not line.startswith(key)]
    spelled = re.sub(r"(?<![\w.\"])(-?)(Infinity|NaN)", lambda m: f"{m[1]}.{m[2][:3].lower()}", json.dumps(value))
    try:
        assert isinstance(parse_recipe("\n".join([*lines, f"{key}: {spelled}"]), Path("x.yaml")), Recipe)
    except (RecipeError, PluginError) as error:
        assert all(re.match(r"x\.yaml:\d+:\d+: ", line) for line in str(error).splitlines())
