"""`require` and `attempts`: which level is taken, what is said when none is, and what stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from levelgen import GenerationError, PluginError, Recipe, generate, measures
from levelgen.pipeline import files_of, level_of, trial
from levelgen.plugins import Entry, Registry, registry
from levelgen.reading import parse_recipe
from levelgen.rng import Stream, Streams
from tests.conftest import Command

GRID = "levelgen: 1\nseed: 14\ngraph: {grid: {rows: 6, columns: 10}}\nspanning_tree: kruskal\npasses: [start_exit]\n"


def recipe(more: str = "") -> Recipe:
    return parse_recipe(GRID + more, Path("maze.yaml"))


def lacking(more: str, **options: Any) -> str:
    with pytest.raises(GenerationError) as caught:
        generate(recipe(more), **options)
    return str(caught.value)


def test_a_level_inside_its_gates_is_the_level_without_them() -> None:
    plain, gated = (
        generate(recipe()),
        generate(recipe("require: {dead_ends: 20, walkable_share: 10%..90%}\nattempts: 9\n")),
    )
    assert (gated.attempt, gated.level.open.tolist()) == (0, plain.level.open.tolist())


def test_a_level_outside_is_named_by_measure_value_and_wanted() -> None:
    said = lacking('require:\n  dead_ends: 5..12\n  loops: "<= 3"\n  linearity: 0.9..\n')
    assert said == (
        "maze.yaml: level maze (seed 14) is outside 'require': dead_ends is 20, wanted 5 to 12 (maze.yaml:7:3); "
        "linearity is 0.4167, wanted at least 0.9 (maze.yaml:9:3)"
    )


def test_the_first_attempt_inside_is_taken() -> None:
    held = generate(recipe("require: {dead_ends: ..16}\nattempts: 1000\n"))
    assert held.attempt > 0
    every = [measures.dead_ends(level_of(recipe(), 14, k)) for k in range(held.attempt + 1)]
    assert [value <= 16 for value in every] == [False] * held.attempt + [True]
    again = generate(recipe(), attempt=held.attempt)
    assert files_of(again).keys() == files_of(held).keys()
    assert again.level.open.tolist() == held.level.open.tolist()


def test_gates_of_the_map_are_held_too() -> None:
    rooms = GRID + "tiles: rooms\nrequire: {walkable_share: 32%..}\nattempts: 200\n"
    built = generate(parse_recipe(rooms, Path("maze.yaml")))
    assert built.attempt > 0
    assert measures.walkable_share(built.level, built.tilemap) >= 0.32
    before, wrong = trial(built.recipe, 14, built.attempt - 1)
    assert measures.walkable_share(before.level, before.tilemap) < 0.32
    assert "wanted at least 0.32" in wrong


def test_when_no_attempt_is_inside_the_nearest_of_each_measure_is_said() -> None:
    every = [measures.dead_ends(level_of(recipe(), 14, k)) for k in range(20)]
    nearest = min(every)
    assert lacking("require: {dead_ends: ..3, loops: 0}\nattempts: 20\n") == (
        f"maze.yaml: level maze (seed 14) is outside 'require': dead_ends is {nearest} in attempt "
        f"{every.index(nearest)}, the nearest, wanted at most 3 (maze.yaml:6:11); missed in all of 20"
    )


def test_one_attempt_asked_for_is_held_to_the_gates_alone() -> None:
    assert "(seed 14, attempt 3) is outside 'require': dead_ends is" in lacking("require: {dead_ends: 1}\n", attempt=3)


def test_what_cannot_be_built_is_not_tried_again() -> None:
    more = "  - treasure: {count: 45}\nrequire: {rooms: 60}\nattempts: 1000\n"
    text = GRID.replace("[start_exit]", "\n  - start_exit") + more
    with pytest.raises(GenerationError, match="45 of 'treasure' asked for, but 18 rooms are free"):
        generate(parse_recipe(text, Path("maze.yaml")))


def test_attempts_have_streams_of_their_own() -> None:
    first, third = Streams(14), Streams(14, 3)
    assert Streams(14, 0).graph().getstate() == first.graph().getstate() == Stream(14).getstate()
    assert third.graph().getstate() == Stream("i14/attempt/3").getstate()
    assert third.use("treasure", 1).getstate() == Stream("i14/attempt/3/treasure/1").getstate()
    assert Streams("14", 3).named("tiles").getstate() == Stream("t14/attempt/3/tiles").getstate()


def test_passes_differ_from_attempt_to_attempt() -> None:
    text = GRID.replace("[start_exit]", "[place: {kind: boss}]").replace("kruskal", "binary_tree")
    loops = parse_recipe(text, Path("maze.yaml"))
    assert len({level_of(loops, 14, k).marked("boss")[0] for k in range(10)}) > 5


def test_the_attempt_is_written_where_it_is_not_the_first() -> None:
    def properties(built: Any) -> dict[str, Any]:
        return {each["name"]: each["value"] for each in orjson.loads(files_of(built)["maze.tmj"])["properties"]}

    assert properties(generate(recipe(), attempt=7))["attempt"] == 7
    assert "attempt" not in properties(generate(recipe()))


@pytest.mark.parametrize(
    ("given", "message"),
    [(None, "returned None, not a finite number"), (float("nan"), "returned nan, not a finite number"), ("9", "returned a str,"),
     (True, "returned a bool,"), (10**400, "failed: OverflowError: int too large to convert to float")],
)  # fmt: skip
def test_a_measure_gives_one_number(given: Any, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Entry("measures", "bad", "somebody 1.0", lambda: lambda level: given)
    monkeypatch.setattr("levelgen.reading.context.registry", lambda project=None: Registry([*registry(), bad]))
    with pytest.raises(PluginError) as caught:
        generate(recipe("require:\n  bad: 1..\n"))
    assert str(caught.value).startswith(f"maze.yaml:7:3: require.bad: measure 'bad' of somebody 1.0 {message}")


def test_the_command(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "maze.yaml").write_text(
        GRID.replace("seed: 14", "seeds: [14, 15]") + "require: {dead_ends: ..16}\nattempts: 50\n", "utf-8"
    )
    attempt = generate(recipe("require: {dead_ends: ..16}\nattempts: 50\n")).attempt
    done = levelgen("build", "maze.yaml", "--jobs", 2)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith(f"maze-14 (seed 14, attempt {attempt}): rooms: 60")
    written = (tmp_path / "build" / "maze-14.tmj").read_bytes()
    named = levelgen("build", "maze.yaml", "--seed", 14, "--attempt", attempt, "--out", "one")
    assert named.returncode == 0
    assert (tmp_path / "one" / "maze.tmj").read_bytes() == written
    outside = levelgen("build", "maze.yaml", "--attempt", 0, "--seed", 14)
    assert (outside.returncode, outside.stderr.splitlines()[0]) == (
        1, "maze.yaml: level maze (seed 14) is outside 'require': dead_ends is 20, wanted at most 16 (maze.yaml:6:11)")  # fmt: skip
    shown = levelgen("show", "maze.yaml", "--attempt", 0)
    assert (shown.returncode, shown.stderr) == (
        1,
        "outside 'require': dead_ends is 20, wanted at most 16 (maze.yaml:6:11)\n",
    )
    assert "seed: 14 | rooms: 60" in shown.stdout
    assert f"seed: 14 | attempt: {attempt} | rooms" in levelgen("show", "maze.yaml").stdout
