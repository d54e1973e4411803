"""Surveys: the figures of many levels, the same however they are made, and what gates over them say."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from levelgen import Recipe, generate, measures
from levelgen.bounds import bounds
from levelgen.executors import Workers
from levelgen.populations.elites import elites, inside
from levelgen.populations.gating import verdicts
from levelgen.populations.ranges import expressive_range, widest
from levelgen.populations.survey import Survey, survey
from levelgen.reading import parse_recipe
from tests.conftest import Command

GRID = "levelgen: 1\nname: maze\ngraph: {grid: {rows: 5, columns: 6}}\nspanning_tree: kruskal\npasses: [start_exit]\n"


def recipe(more: str = "") -> Recipe:
    return parse_recipe(GRID + more, Path("maze.yaml"))


MAZES = survey(recipe(), range(200))


def test_values_are_those_of_the_levels() -> None:
    for place in (0, 7, 199):
        built = generate(recipe(), place)
        row = dict(zip(MAZES.names, MAZES.values[place].tolist(), strict=True))
        assert row["dead_ends"] == measures.dead_ends(built.level)
        assert row["walkable_share"] == measures.walkable_share(built.level, built.tilemap)
        assert row["opened"] == row["rooms"] - 1 == 29


def test_it_is_the_same_in_several_processes() -> None:
    told: list[int] = []
    beside = survey(recipe(), range(200), Workers(2), told.append)
    assert (beside.values == MAZES.values).all()
    assert (beside.seeds, sum(told)) == (MAZES.seeds, 200)


def test_islands_have_no_measures_of_grids() -> None:
    text = "levelgen: 1\ngraph: {islands: {count: 5, width: 30, height: 30}}\nspanning_tree: kruskal\n"
    found = survey(parse_recipe(text, Path("isles.yaml")), range(3))
    assert "straightness" not in found.names
    assert "dead_ends" in found.names


def test_levels_that_cannot_be_made_are_listed() -> None:
    found = survey(recipe("require: {dead_ends: ..8}\nattempts: 2\n"), range(40))
    assert len(found.seeds) + len(found.failed) == 40
    assert found.seeds
    assert all("is outside 'require': dead_ends is" in error for _, error in found.failed)
    assert set(found.attempts) == {0, 1}
    assert found.of("dead_ends").max() <= 8


def test_gates_are_held_to_the_spread() -> None:
    gates = "gates:\n  dead_ends: {p05: 1.., median: ..3}\n  rooms: {max: 30, mean: 30}\n"
    found = list(verdicts(survey(recipe(gates), range(50))))
    assert [each.holds for each in found] == [True, False, True, True]
    median = float(np.median(MAZES.of("dead_ends")[:50]))
    assert str(found[1]) == f"maze.yaml:7:3: dead_ends has median {median:g} over 50 seeds, wanted at most 3"


def test_the_expressive_range_holds_every_level_and_names_seeds() -> None:
    found = expressive_range(MAZES, "dead_ends", "straightness")
    assert sum(cell.count for cell in found.cells) == 200
    for cell in found.cells:
        value = MAZES.of("dead_ends")[MAZES.seeds.index(cell.seed)]
        assert found.x_edges[cell.x] <= value <= found.x_edges[cell.x + 1]
    filled = {pair: len(expressive_range(MAZES, *pair).cells) for pair in combinations(MAZES.varying, 2)}
    assert filled[widest(MAZES)] == max(filled.values())


def test_elites_fit_and_lie_apart() -> None:
    wants = {"start_to_exit": bounds(">= 12")}
    over = ["dead_ends", "straightness"]
    kept = elites(MAZES, wants, over, 12)
    assert len(kept) == len(set(kept)) == 12
    fitting = inside(MAZES, wants)
    assert fitting[kept].all()
    assert not fitting.all()
    first = np.flatnonzero(fitting)[:12]
    assert nearest(kept, over) > 2 * nearest(first.tolist(), over)
    assert elites(MAZES, {"loops": bounds(3)}, over, 5) == []
    assert len(elites(MAZES, {}, over, 1000)) <= 200


def test_of_more_cells_than_are_kept_the_farthest_apart_are_taken() -> None:
    points = np.array([(0, 0), (0.55, 0.45), (0.3, 0.7), (1, 1)])
    four = Survey(recipe(), ("x", "y"), ("", ""), (False, False), (5, 6, 7, 8), (0, 0, 0, 0), points, ())
    assert elites(four, {}, ["x", "y"], 3) == [0, 1, 3]


def nearest(places: list[int], over: list[str]) -> float:
    """The mean distance of a level to the nearest other one of these."""
    points = np.stack([MAZES.of(name)[places] / np.ptp(MAZES.of(name)) for name in over], axis=1)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(apart.min(axis=1).mean())


def test_elites_take_the_level_deepest_inside() -> None:
    wants = {"start_to_exit": bounds("12..")}
    (one,) = elites(MAZES, wants, ["rooms"], 1)
    assert MAZES.of("start_to_exit")[one] == MAZES.of("start_to_exit").max()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "maze.yaml").write_text(GRID + "gates: {rooms: {min: 30}, dead_ends: {p95: ..40%}}\n", "utf-8")
    (tmp_path / "looped.yaml").write_text(GRID.replace("[start_exit]", "[extra_loops: {count: 5}]"), "utf-8")
    return tmp_path


def test_stats_prints_a_table_and_holds_gates(project: Path, levelgen: Command) -> None:
    done = levelgen("stats", "maze.yaml", "--seeds", "0..199", "--jobs", 2)
    assert done.returncode == 1
    assert done.stderr.startswith("maze.yaml:6:27: dead_ends has p95")
    lines = {line.split()[0]: line.split() for line in done.stdout.splitlines()}
    assert lines["opened"][1:8] == ["29"] * 7
    low, high = MAZES.of("dead_ends").min(), MAZES.of("dead_ends").max()
    assert (lines["dead_ends"][1], lines["dead_ends"][7]) == (f"{low:g}", f"{high:g}")
    assert "gate holds: rooms min is 30, wanted 30" in done.stdout


def test_stats_as_json(project: Path, levelgen: Command) -> None:
    done = levelgen("stats", "looped.yaml", "--seeds", "3..22", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    found = orjson.loads(done.stdout)
    assert found["values"]["seed"] == list(range(3, 23))
    assert found["values"]["loops"] == [5] * 20
    dead_ends: dict[str, Any] = found["measures"]["dead_ends"]
    assert dead_ends["median"] == np.median(found["values"]["dead_ends"])
    assert sum(dead_ends["histogram"]["counts"]) == found["levels"] == 20


def test_stats_side_by_side(project: Path, levelgen: Command) -> None:
    done = levelgen("stats", "looped.yaml", "--versus", "looped.yaml", "--seeds", "1..20")
    assert done.returncode == 0
    assert {line.split()[-1] for line in done.stdout.splitlines()[2:18]} == {"0.00"}
    differs = levelgen("stats", "maze.yaml", "--versus", "looped.yaml", "--seeds", "1..20").stdout
    (loops,) = [line.split() for line in differs.splitlines() if line.startswith("loops")]
    assert loops == ["loops", "0", "0", "0", "5", "5", "5", "+5", "1.00"]


def test_stats_as_a_page(project: Path, levelgen: Command) -> None:
    done = levelgen("stats", "maze.yaml", "--seeds", "1..50", "--format", "html", "--out", "out/maze.html",
                    "--axes", "dead_ends", "linearity")  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    page = (project / "out" / "maze.html").read_text("utf-8")
    assert page.count("<svg") == page.count("</svg>") >= 6
    assert "does not hold" in page
    assert "such as seed" in page
    assert not any(word in page for word in ("http", "<script", "<link", "url("))
    wrong = levelgen("stats", "maze.yaml", "--seeds", "1..5", "--format", "html", "--axes", "dead_end", "loops")
    assert (wrong.returncode, wrong.stderr) == (2, "--axes: no measure 'dead_end'; did you mean 'dead_ends'?\n")


def test_search_prints_seeds_that_a_recipe_can_name(project: Path, levelgen: Command) -> None:
    done = levelgen("search", "maze.yaml", "--want", "start_to_exit >= 12", "--want", "dead_ends 5..12", "--keep", 4)
    assert (done.returncode, done.stderr) == (0, "")
    last = done.stdout.splitlines()[-1]
    named = parse_recipe(GRID + last + "\nrequire: {start_to_exit: 12.., dead_ends: 5..12}\n", Path("maze.yaml"))
    assert len(named.seeds) == 4
    for seed in named.seeds:
        generate(named, seed)


@pytest.mark.parametrize(
    ("want", "code", "said"),
    [("start_to_exit > 12", 2, "--want: start_to_exit: must be a range"), ("start 5..", 2, "--want: no measure 'start'"),
     ("dead_ends", 2, "--want: must be a measure and a range"),
     ("loops 3..", 1, "maze.yaml: none of 30 levels fits: loops is 0 at the nearest, wanted at least 3")],
)  # fmt: skip
def test_search_says_what_is_wrong(want: str, code: int, said: str, project: Path, levelgen: Command) -> None:
    done = levelgen("search", "maze.yaml", "--want", want, "--seeds", "1..30")
    assert done.returncode == code
    assert done.stderr.startswith(said)
