"""Every file, command and recipe of the documentation is tried."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from levelgen.reading.table import KEYS
from tests.docs.pages import FOLDER, PAGES, Reader, blocks, same
from tests.test_schema import SCHEMA, VALIDATOR

NOT_RUN = {
    "pip install levelgen",
    "pip install 'levelgen[fast]'",
    "pip install pytmx",
    "pip install pytiled-parser",
    "levelgen --install-completion",
    "godot --path walk",
    "dask scheduler --port 8786                                  # somewhere",
    "dask worker HOST:8786 --nworkers auto --nthreads 1          # on each machine",
    "levelgen build levels --seeds 1..10000 --executor dask://HOST:8786",
}
"""What changes the reader's machine, opens a window, or needs other machines."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_its_commands_print_what_it_says(path: Path, tmp_path: Path) -> None:
    for command, printed in Reader(tmp_path).follow(path.read_text("utf-8")):
        assert same(command.output, printed), f"$ {command.line}\n{printed}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_its_recipes_are_recipes(path: Path) -> None:
    """Whole recipes are built by the page's commands; of a part, each key has a form that the schema allows."""
    for block in blocks(path.read_text("utf-8")):
        document = yaml.safe_load(block.text) if block.kind == "yaml" and not block.title else {}
        for key, value in document.items():
            form = SCHEMA["properties"][key]
            assert key.removesuffix("+") in KEYS
            errors = VALIDATOR.evolve(schema={**form, "$defs": SCHEMA["$defs"]}).iter_errors(value)
            assert [error.message for error in errors] == [], key


def test_all_other_commands_are_known() -> None:
    found = {line for path in PAGES for block in blocks(path.read_text("utf-8")) if block.kind == "sh"
             for line in block.text.splitlines()}  # fmt: skip
    assert found <= NOT_RUN


@pytest.mark.parametrize(
    ("said", "printed", "alike"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a … c\n", "a b c\n", True),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nd\n", True),
        ("…\nd\n", "a\nd\n", True),
        ("a …\n", "a b\nc\n", False),
        ("a (b)\n", "a (b)\n", True),
        ("", "a\n", False),
    ],
)
def test_an_ellipsis_stands_for_anything(said: str, printed: str, alike: bool) -> None:
    assert same(said, printed) is alike
