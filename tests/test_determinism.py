"""The same recipe and seed: the same bytes, whatever the hash seed, the folder or the run before."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from levelgen import generate, load_recipe
from levelgen.pipeline import files_of
from tests.conftest import CONFIGS, ROOT, Command


def digests(folder: Path) -> dict[str, str]:
    """Of all files but those of the world, which tests/test_world.py compares chunk by chunk."""
    files = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith((".", "world"))]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    """What every recipe in configs/ makes, in this process."""
    files = {name: data for path in CONFIGS for name, data in files_of(generate(load_recipe(path))).items()}
    return {name: hashlib.sha256(files[name]).hexdigest() for name in sorted(files)}


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_hash_seed_changes_nothing(
    hash_seed: str, expected: dict[str, str], tmp_path: Path, levelgen: Command
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    assert levelgen("build", ROOT / "configs", env=environment).returncode == 0
    assert digests(tmp_path / "build") == expected


def test_the_folder_changes_nothing(expected: dict[str, str], tmp_path: Path, levelgen: Command) -> None:
    out = tmp_path / "elsewhere"
    assert levelgen("build", "configs", "--out", out, cwd=ROOT).returncode == 0
    assert digests(out) == expected


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_second_level_in_one_process_is_the_first(path: Path) -> None:
    recipe = load_recipe(path)
    assert files_of(generate(recipe)) == files_of(generate(recipe))


def test_no_output_says_where_or_when_it_was_made(expected: dict[str, str]) -> None:
    for path in CONFIGS:
        for data in files_of(generate(load_recipe(path))).values():
            assert str(ROOT).encode() not in data


def test_tuning_one_pass_leaves_the_others_alone() -> None:
    from levelgen.reading import parse_recipe

    text = "levelgen: 1\nseed: 9\ngraph: {grid: {rows: 12, columns: 12}}\nspanning_tree: wilson\npasses:\n"
    one = generate(parse_recipe(text + "  - treasure: {count: 4}\n", Path("a.yaml")))
    two = generate(
        parse_recipe(text + "  - treasure: {count: 4}\n  - place: {kind: key, where: anywhere}\n", Path("a.yaml"))
    )
    assert one.level.marked("treasure") == two.level.marked("treasure")
