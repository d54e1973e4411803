"""Versions of steps: `name@1` asks for one, old ones stay callable, and their random streams are those of the plain name."""

from __future__ import annotations

from pathlib import Path

import pytest

from levelgen import generate, load_recipe
from levelgen.errors import PluginError, RecipeError
from levelgen.reading import parse_recipe
from levelgen.trace import trace

RECIPE = "levelgen: 1\nseed: 5\ngraph: grid@1: {rows: 6, columns: 7}\nspanning_tree: NAME\n".replace(
    "grid@1: {rows: 6, columns: 7}", "{grid@1: {rows: 6, columns: 7}}"
)
PLUGIN = """
from levelgen.level import Marked
from levelgen import Level, Mark
from levelgen.parameters import versioned

@versioned(2)
def flood(level: Level, rng) -> Marked:
    return level.with_marks([Mark("flood", rng.below(level.graph.rooms)), Mark("flood", 0)])

def flood_1(level: Level, rng) -> Marked:
    return level.with_marks([Mark("flood", rng.below(level.graph.rooms))])
"""


def test_a_version_can_be_asked_for() -> None:
    pinned = parse_recipe(RECIPE.replace("NAME", "kruskal@1"), Path("x.yaml"))
    plain = parse_recipe(RECIPE.replace("NAME", "kruskal"), Path("x.yaml"))
    assert [step.algorithm for step in trace(generate(pinned))] == ["grid@1", "kruskal@1", "blocks@1", "paint@1"]
    assert trace(generate(pinned)) == trace(generate(plain))


@pytest.mark.parametrize(
    ("name", "said"),
    [("kruskal@2", "no version 2 of spanning tree 'kruskal'; there is 1"),
     ("kruskal@one", "no version one of spanning tree 'kruskal'; there is 1"),
     ("kruskal@", "no version '' of spanning tree 'kruskal'; there is 1"),
     ("kruskl@1", "no spanning tree 'kruskl@1'; did you mean 'kruskal'?")],
)  # fmt: skip
def test_a_version_that_is_not_there_is_said(name: str, said: str) -> None:
    with pytest.raises(RecipeError) as caught:
        parse_recipe(RECIPE.replace("NAME", name), Path("x.yaml"))
    assert said in str(caught.value)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    addon = tmp_path / "addons" / "water"
    addon.mkdir(parents=True)
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["water"]\n', "utf-8")
    (addon / "plugin.py").write_text(PLUGIN, "utf-8")
    (addon / "plugin.cfg").write_text(
        '[plugin]\nname="Water"\ndescription=""\nauthor=""\nversion="2.0"\nscript="plugin.py"\n'
        '[levelgen.passes]\nflood="flood"\nflood@1="flood_1"\n', "utf-8",
    )  # fmt: skip
    return tmp_path


def marks(project: Path, name: str) -> list[int]:
    path = project / f"{name.replace('@', '_')}.yaml"
    path.write_text(RECIPE.replace("NAME", "kruskal") + f"passes: [{name}]\n", "utf-8")
    return generate(load_recipe(path)).level.marked("flood")


def test_an_old_version_stays_callable_by_the_stream_of_the_plain_name(project: Path) -> None:
    new = marks(project, "flood")
    assert marks(project, "flood@2") == new
    assert marks(project, "flood@1") == new[:1]
    with pytest.raises(RecipeError, match="no version 3 of pass 'flood'; there is 1 or 2"):
        marks(project, "flood@3")


def test_an_old_version_that_says_to_be_another_is_refused(project: Path) -> None:
    script = project / "addons" / "water" / "plugin.py"
    script.write_text(PLUGIN.replace("def flood_1", "@versioned(4)\ndef flood_1"), "utf-8")
    with pytest.raises(PluginError, match=r"'flood@1' of .* is version 4; mark its function @versioned\(1\)"):
        marks(project, "flood@1")
