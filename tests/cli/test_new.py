"""What `levelgen new` writes works as it is, and nothing that is there is touched."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from levelgen.scaffold import with_addon
from levelgen.version import __version__
from tests.conftest import Command


@pytest.fixture
def game(tmp_path: Path, levelgen: Command) -> Path:
    done = levelgen("new", "project", "game")
    assert (done.returncode, done.stderr) == (0, "")
    return tmp_path / "game"


def pytest_in(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_a_new_project_builds(game: Path, levelgen: Command) -> None:
    done = levelgen("build", ".", cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in (game / "build").glob("*.png")} > {"cave.png", "dungeon.png", "isles.png"}
    assert "skipped" not in done.stdout


def test_its_files_are_what_their_readers_expect(game: Path) -> None:
    tomllib.loads((game / "levelgen.toml").read_text("utf-8"))
    for name in ("settings", "extensions"):
        json.loads((game / f".vscode/{name}.json").read_text("utf-8"))
    workflow = yaml.safe_load((game / ".github/workflows/levels.yml").read_text("utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    assert commands[0] == f'pip install "levelgen=={__version__}"'
    assert "/build/" in (game / ".gitignore").read_text("utf-8").splitlines()
    assert (game / "README.md").read_text("utf-8").startswith("# game\n")


def test_its_workflow_runs(game: Path, levelgen: Command) -> None:
    """Every `levelgen` command of the CI workflow, here; the schema it writes anew is the one that is there."""
    schema = (game / "levelgen.schema.json").read_bytes()
    workflow = yaml.safe_load((game / ".github/workflows/levels.yml").read_text("utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    for command in (command for command in commands if command.startswith("levelgen ")):
        assert levelgen(*command.split()[1:], cwd=game).returncode == 0
    assert (game / "levelgen.schema.json").read_bytes() == schema


def test_its_recipes_keep_to_its_schema(game: Path) -> None:
    validator = Draft202012Validator(json.loads((game / "levelgen.schema.json").read_text("utf-8")))
    for path in (game / "levels").glob("*.yaml"):
        text = path.read_text("utf-8")
        assert text.startswith("# yaml-language-server: $schema=../levelgen.schema.json\n")
        assert [error.message for error in validator.iter_errors(yaml.safe_load(text))] == []


@pytest.mark.parametrize("kind", [["project", "game"], ["plugin", "lanterns", "--package"], ["recipe", "levels/one"]])
def test_what_is_there_is_not_touched(kind: list[str], tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("new", *kind).returncode == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    again = levelgen("new", *kind)
    assert again.returncode == 2
    assert "is there already; take another name" in again.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_new_recipe_is_commented_whole_and_knows_its_schema(game: Path, levelgen: Command) -> None:
    assert levelgen("new", "recipe", "levels/deep/tower", cwd=game).returncode == 0
    text = (game / "levels/deep/tower.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../levelgen.schema.json\n")
    assert "\n# There is: braid, extra_loops, " in text
    assert "\n# tileset: " in text
    shown = levelgen("show", "levels/deep/tower.yaml", cwd=game)
    assert (shown.returncode, shown.stderr) == (0, "")
    whole = "".join(
        line.removeprefix("# ") + "\n" for line in text.splitlines() if not line.startswith(("# yaml", "# tower"))
    )
    keys = [line.partition(":")[0] for line in whole.splitlines() if line.partition(":")[0].isidentifier()]
    assert {"levelgen", "extends", "seed", "graph", "passes", "export", "attempts"} <= set(keys)


def test_a_new_recipe_outside_of_a_project_gets_a_schema_beside_it(tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("new", "recipe", "crypt.yaml").returncode == 0
    assert (
        (tmp_path / "crypt.yaml")
        .read_text("utf-8")
        .startswith("# yaml-language-server: $schema=levelgen.schema.json\n")
    )
    assert json.loads((tmp_path / "levelgen.schema.json").read_text("utf-8"))["title"] == "levelgen recipe"


@pytest.mark.parametrize(
    ("kind", "name"),
    [("recipe", ".hidden"), ("recipe", "a b"), ("plugin", "Lanterns"), ("plugin", "class"), ("plugin", "kruskal")],
)
def test_names_that_cannot_be_are_mistakes(kind: str, name: str, tmp_path: Path, levelgen: Command) -> None:
    done = levelgen("new", kind, name)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_new_addon_is_enabled_and_green(game: Path, levelgen: Command) -> None:
    done = levelgen("new", "plugin", "torches", cwd=game)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pass 'torches' of add-on torches 0.1" in levelgen("plugins", "show", "torches", cwd=game).stdout
    assert '"torches"' in (game / "levelgen.schema.json").read_text("utf-8")
    tests = pytest_in(game)
    assert tests.returncode == 0, tests.stdout
    assert "2 passed" in tests.stdout


def test_the_test_of_a_new_plugin_fails_without_its_work(game: Path, levelgen: Command) -> None:
    levelgen("new", "plugin", "torches", cwd=game)
    script = game / "addons/torches/plugin.py"
    script.write_text(
        script.read_text("utf-8").replace("level.with_marks(", "level; (").replace("; (", "; dict("), "utf-8"
    )
    assert "1 failed, 1 passed" in pytest_in(game).stdout


def test_a_new_addon_outside_of_a_project_makes_one(tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("new", "plugin", "torches").returncode == 0
    assert (tmp_path / "levelgen.toml").read_text("utf-8") == '[addons]\nenabled = ["torches"]\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[addons]\nenabled = ["b"]\n'),
        ("[addons]\nenabled = []\n", '[addons]\nenabled = ["b"]\n'),
        ('[addons]\n# mine\nenabled = ["a"]  # and more\n', '[addons]\n# mine\nenabled = ["a", "b"]  # and more\n'),
        ('[addons]\nenabled = [\n  "a",\n]\n', '[addons]\nenabled = [\n  "a", "b"]\n'),
        ("[addons]  # none yet\n", '[addons]  # none yet\nenabled = ["b"]\n'),
        ("[other]\nx = 1\n", '[other]\nx = 1\n\n[addons]\nenabled = ["b"]\n'),
        ("addons = {enabled = []}\n", None),
    ],
)
def test_enabling_changes_the_list_alone(before: str, after: str | None) -> None:
    assert with_addon(before, "b") == after
