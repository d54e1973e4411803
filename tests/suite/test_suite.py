"""The property suite: silent about all that is built in, and telling about plug-ins that break a promise."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from levelgen import suite
from levelgen.addons import project_of
from levelgen.plugins import Plugin, registry
from levelgen.suite.cases import cases
from levelgen.suite.elsewhere import elsewhere
from levelgen.suite.explained import explained
from levelgen.suite.levels import levels
from tests.conftest import Command

growth = import_module("levelgen.suite.growth")
PLUGINS = [registry().find(entry.kind, entry.name) for entry in registry()]

SCRIPT = '''
import random
from typing import Annotated, Any

from pydantic import Field

from levelgen import Level, Mark
from levelgen.errors import GenerationError
from levelgen.level import Marked, Opened
from levelgen.rng import Stream


def mute(level: Level[Any], rng: Stream, *, count, size: Annotated[int, Field(ge=3)] = 1) -> Marked:
    return level


def fickle(level: Level[Any], rng: Stream) -> Marked:
    """A mark in a room that is drawn from elsewhere."""
    return level.with_marks([Mark("fickle", random.randrange(level.graph.rooms))])


def hashy(level: Level[Any], rng: Stream) -> Marked:
    """A mark that goes by the order of a set."""
    words = {f"word {number}" for number in range(40)}
    return level.with_marks([Mark("hashy", 0, {"word": next(iter(words))})])


def cutting(level: Level[Any], rng: Stream, *, share: Annotated[int, Field(ge=0, le=9)] = 0) -> Opened:
    """Closes the walls that it should leave open, but only when told to.

    share: more than eight closes all.
    """
    return Level(level.graph, level.open & (share < 9), level.marks, level.notes)


def refusing(level: Level[Any], rng: Stream) -> Marked:
    """Says no to all."""
    raise GenerationError("not today")


def square(level: Level[Any], rng: Stream) -> Marked:
    """Looks at all pairs of rooms."""
    pairs = sum(1 for a in range(level.graph.rooms) for b in range(level.graph.rooms) if a < b)
    return level.with_note(f"{pairs} pairs")
'''
NAMES = ("mute", "fickle", "hashy", "cutting", "refusing", "square")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("project")
    addon = project / "addons" / "bad"
    addon.mkdir(parents=True)
    (addon / "plugin.py").write_text(SCRIPT, "utf-8")
    table = "\n".join(f"{name}={name}" for name in NAMES)
    (addon / "plugin.cfg").write_text(f"[plugin]\nscript=plugin.py\n[levelgen.passes]\n{table}\n", "utf-8")
    (project / "levelgen.toml").write_text('[addons]\nenabled = ["bad"]\n', "utf-8")
    return project


def found(project: Path, name: str) -> Plugin:
    return registry(project).find("passes", name)


@pytest.mark.parametrize("plugin", PLUGINS, ids=str)
def test_what_is_built_in_keeps_its_promises(plugin: Plugin) -> None:
    said, problems = levels(plugin, None)
    assert problems == [], said
    if plugin.kind.key != "readers":
        values = {case.told for case in cases(plugin, None)}
        assert len(values) >= 1


@pytest.mark.parametrize("name", ["kruskal", "islands", "place", "blocks", "graph", "dead_end_share"])
def test_it_is_the_same_in_other_processes(name: str) -> None:
    [plugin] = registry().called(name)
    said, problems = elsewhere(plugin, None)
    assert problems == []
    assert int(said.split()[0]) > 5


def test_its_time_is_measured() -> None:
    for plugin in registry().called("kruskal"):
        said, problems = growth.growth(plugin, None)
        assert problems == []
        assert said.startswith("900 rooms ")
        assert "14400 rooms " in said


def test_what_nobody_explains_is_told(project: Path) -> None:
    _, problems = explained(found(project, "mute"), project)
    assert [problem.partition(";")[0] for problem in problems] == [
        "its docstring must begin with one sentence of at most 120 characters, in a line of its own",
        "parameter 'count' has no type",
        "nothing is told of parameter 'count'",
        "parameter 'count' must be given and has no example",
        "nothing is told of parameter 'size'",
        "the default of 'size', 1, must be at least 3, not 1",
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fickle", "made another level the second time; draw only from rng"),
        ("cutting", "with share: 9, seed 5: "),
        ("cutting", "closed walls, which can cut a level in two"),
        ("refusing", "made no level at all; the last one: "),
    ],
)
def test_levels_that_break_a_promise_are_told(project: Path, name: str, words: str) -> None:
    _, problems = levels(found(project, name), project)
    assert words in problems[0]


def test_what_stops_a_question_is_told(project: Path) -> None:
    verdicts = {verdict.question: verdict.problems for verdict in suite.tried(found(project, "mute"), project)}
    assert "has a default that it does not allow itself: size must be at least 3, not 1" in verdicts["levels"][0]


def test_a_set_s_order_is_told(project: Path) -> None:
    assert levels(found(project, "hashy"), project)[1] == []
    _, problems = elsewhere(found(project, "hashy"), project)
    assert "another PYTHONHASHSEED" in problems[0]


def test_steep_growth_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "SIDES", (8, 16, 32))
    monkeypatch.setattr(growth, "NOTICEABLE", 0.01)
    _, problems = growth.growth(found(project, "square"), project)
    assert "the time grows like rooms^" in problems[0]


def test_the_command_says_what_it_tried_and_ends_by_it(project: Path, levelgen: Command) -> None:
    good = levelgen("plugins", "test", "start_exit", cwd=project)
    assert (good.returncode, good.stderr) == (0, "")
    assert [line.split()[0] for line in good.stdout.splitlines()] == ["pass", "ok", "ok", "ok", "ok"]
    bad = levelgen("plugins", "test", "fickle", cwd=project)
    assert bad.returncode == 1
    assert "draw only from rng" in bad.stderr
    assert "  wrong levels" in bad.stdout
    nothing = levelgen("plugins", "test", "fikle", cwd=project)
    assert (nothing.returncode, nothing.stderr) == (2, "fikle: no plug-in of this name; did you mean 'fickle'?\n")


def test_a_plugin_s_own_test_asks_by_name(project: Path) -> None:
    script = project / "addons" / "bad" / "plugin.py"
    assert project_of(script) == project
    assert any("draw only from rng" in problem for problem in suite.problems_of("fickle", script))
