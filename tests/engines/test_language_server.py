"""VS Code's own YAML language server, run for real, with the schema that `levelgen schema` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from levelgen import RecipeError
from levelgen.cli.schema import schema_text
from levelgen.plugins import registry
from levelgen.reading.table import KEYS
from levelgen.yaml_nodes import read
from tests.conftest import CONFIGS, ROOT
from tests.engines.language_server import LanguageServer
from tests.engines.programs import yaml_language_server
from tests.test_schema import VALIDATOR

GOOD = sorted((ROOT / "tests/recipes/good").glob("*.yaml"))
HOSTILE = {"alias_bomb", "alias_depth", "deep"}
"""They are meant to choke a reader; how a server in an editor takes them is its own affair."""

BAD = [path for path in sorted((ROOT / "tests/recipes/bad").glob("*.yaml")) if path.stem not in HOSTILE]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageServer]:
    program = yaml_language_server()
    schema = tmp_path_factory.mktemp("schema") / "levelgen.schema.json"
    schema.write_text(schema_text(ROOT), "utf-8")
    with LanguageServer(program, schema) as server:
        yield server


Offer = Callable[[str], dict[str, str]]


@pytest.fixture
def offer(server: LanguageServer, tmp_path: Path) -> Offer:
    """What the server offers where the text has a `|`: label → help."""

    def offers(text: str) -> dict[str, str]:
        before = text.partition("|")[0]
        path = tmp_path / f"{text.encode().hex()[-40:]}.yaml"
        path.write_text(text.replace("|", ""), "utf-8")
        items = server.completions(path, before.count("\n") + 1, len(before) - before.rfind("\n"))
        return {item["label"]: str(item.get("documentation")) for item in items}

    return offers


def test_it_has_nothing_against_good_recipes(server: LanguageServer) -> None:
    files = [*CONFIGS, *GOOD]
    assert dict(zip(files, server.complaints(*files), strict=True)) == {file: [] for file in files}


def test_it_marks_the_lines_of_mistakes(server: LanguageServer) -> None:
    """Of all that a schema can know, it marks a line that levelgen itself names."""
    marked, missed = [], []
    for path, said in zip(BAD, server.complaints(*BAD), strict=True):
        expected = path.with_suffix(".txt").read_text("utf-8").splitlines()
        lines = {int(line.split(":")[1]) for line in expected if line.startswith(f"{path.name}:")}
        if lines & {line for line, _ in said}:
            marked.append(path.stem)
        elif lines and not passes(path):
            missed.append(path.stem)
    assert missed == []
    assert len(marked) > len(BAD) // 2


def passes(path: Path) -> bool:
    """Has the schema nothing against a recipe? What cannot be read at all is no question of a schema."""
    try:
        return VALIDATOR.is_valid(read(path.read_bytes(), str(path)).plain())
    except RecipeError:
        return True


@pytest.mark.parametrize(
    ("recipe", "line", "words"),
    [
        ("unknown_parameter", 5, "Property cuont is not allowed."),
        ("missing_parameter", 2, 'Missing property "columns".'),
        ("amount", 4, "must be a whole number of at least 0 or a share from 0% to 100%"),
        ("corridor_zero", 4, "Value is below the minimum of 1."),
        ("rows_wrong_type", 2, "expected: whole number from 1"),
        ("choice", 3, "expected: latest | oldest | random | mixed"),
        ("passes_mapping", 4, "expected: list"),
        ("unknown_key", 4, "Property pases is not allowed."),
        ("missing_parameter", 4, "needs parameters, as "),
    ],
)
def test_it_says_what_is_wrong(server: LanguageServer, recipe: str, line: int, words: str) -> None:
    [said] = server.complaints(ROOT / f"tests/recipes/bad/{recipe}.yaml")
    assert any(at == line and message.startswith(words) for at, message in said), said


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("graphs", "levelgen: 1\ngraph:\n  |\n"),
        ("spanning_trees", "levelgen: 1\nspanning_tree: |\n"),
        ("spanning_trees", "levelgen: 1\nspanning_tree:\n  |\n"),
        ("passes", "levelgen: 1\npasses:\n  - |\n"),
        ("passes", "levelgen: 1\npasses:\n  - treasure: {count: 1}\n  - |\n"),
        ("tiles", "levelgen: 1\ntiles:\n  |\n"),
        ("exporters", "levelgen: 1\nexport:\n  - |\n"),
    ],
)
def test_it_offers_every_plugin_of_a_kind(kind: str, text: str, offer: Offer) -> None:
    offered = offer(text)
    assert set(registry().names(kind)) <= set(offered)
    assert not [label for label in offered if "object Object" in label]


def test_it_offers_keys_and_parameters_with_their_help(offer: Offer) -> None:
    keys = offer("levelgen: 1\n|\n")
    assert set(KEYS) - {"levelgen"} <= set(keys)
    assert KEYS["seed"].help in keys["seed"]
    parameters = offer("levelgen: 1\npasses:\n  - treasure:\n      |\n")
    assert {"count", "prefer", "kind", "min_separation"} <= set(parameters)
    assert "a share, such as 40%" in parameters["count"]
    assert {"far", "near", "random"} == set(offer("levelgen: 1\npasses:\n  - treasure: {count: 3, prefer: |}\n"))


def test_it_explains_what_the_pointer_is_on(server: LanguageServer) -> None:
    caves = ROOT / "configs/caves.yaml"
    lines = caves.read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("graph: {grid"))
    assert "a wall between every two neighbours" in server.hover(caves, line, 10)
