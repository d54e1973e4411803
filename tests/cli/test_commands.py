"""Help, version, plug-ins, walks: what the command says."""

from __future__ import annotations

from pathlib import Path

import pytest

from levelgen.plugins import registry
from levelgen.version import __version__
from tests.conftest import ROOT, Command


@pytest.mark.parametrize(
    "command", [[], ["build"], ["show"], ["compare"], ["check"], ["plugins"], ["plugins", "list"], ["plugins", "show"]]
)
def test_every_command_has_help(command: list[str], levelgen: Command) -> None:
    done = levelgen(*command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage:" in done.stdout
    assert "\x1b" not in done.stdout


def test_the_version(levelgen: Command) -> None:
    assert levelgen("--version").stdout == f"levelgen {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [["buld"], ["show"], ["show", "a", "b"], ["show", "x.yaml", "--as", "cubes"], ["plugins", "show", "kruksal"]],
)
def test_a_wrong_command_is_one_line(words: list[str], levelgen: Command) -> None:
    done = levelgen(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_plugins_are_listed_with_kind_and_origin(levelgen: Command) -> None:
    rows = [line.split()[:5] for line in levelgen("plugins", "list").stdout.splitlines()]
    assert ["spanning", "tree", "kruskal", "levelgen", __version__] in rows
    assert len(rows) == 1 + sum(1 for _ in registry())


@pytest.mark.parametrize(("kind", "name"), [(entry.kind, entry.name) for entry in registry()])
def test_each_plugin_shows_its_parameters(kind: str, name: str, levelgen: Command) -> None:
    done = levelgen("plugins", "show", name)
    assert done.returncode == 0
    for parameter in registry().find(kind, name).model.model_fields:
        assert any(line.startswith(f"{parameter} ") for line in done.stdout.splitlines())


def test_ranges_and_defaults_are_shown(levelgen: Command) -> None:
    text = levelgen("plugins", "show", "blocks").stdout
    assert "corridor   whole number from 1 to 64  1" in text
    assert "random | length  random" in levelgen("plugins", "show", "kruskal").stdout


def test_a_walk_is_drawn_and_said_to_be_the_only_one(levelgen: Command) -> None:
    done = levelgen("show", ROOT / "configs/caves.yaml", "--path", "0", "59")
    assert "| * * * * *         |" in done.stdout
    assert "walk from 0 to 59: 16 steps, length 16, the only one" in done.stdout


def test_a_walk_among_loops_is_not_the_only_one(tmp_path: Path, levelgen: Command) -> None:
    text = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 2, columns: 2}}\nspanning_tree: kruskal\npasses: [extra_loops: {count: 1}, start_exit]\n"
    (tmp_path / "ring.yaml").write_text(text)
    assert "2 steps, length 2, not the only one" in levelgen("show", "ring.yaml", "--path", "start", "3").stdout
    wrong = levelgen("show", "ring.yaml", "--path", "start", "4")
    assert wrong.stderr == "--path: no room '4'; rooms are numbers from 0 to 3; there is start or exit\n"


def test_blocks_are_the_second_texts_display(levelgen: Command) -> None:
    lines = levelgen("show", ROOT / "configs/caves.yaml", "--as", "blocks").stdout.splitlines()
    assert lines[0] == "██" * 21
    assert lines[1] == "██                  ██  ██              ██"
    assert set("".join(lines[:13])) == {"█", " "}


def test_islands_are_a_map_and_have_no_lines(levelgen: Command) -> None:
    assert "~.====~~~" in levelgen("show", ROOT / "configs/cables.yaml").stdout
    wrong = levelgen("show", ROOT / "configs/cables.yaml", "--as", "lines")
    assert (wrong.returncode, wrong.stderr) == (2, "--as: lines is for grids; leave it out to see the map\n")
