"""A team's project: 40 recipes, an add-on, a tileset, gates and a lock; a rebuild costs what changed."""

from __future__ import annotations

import json
import time
from pathlib import Path

from levelgen.files import LOCK
from tests.conftest import ROOT, Command

BASE = """\
levelgen: 1
graph: {{grid: {{rows: 6, columns: 10}}}}
spanning_tree: {tree}
passes: [{{extra_loops: {{count: 1}}}}, start_exit, flood, {{treasure: {{count: 1}}}}]
require: {{start_to_exit: {{min: 8}}, treasures: {{min: 1}}}}
attempts: 9
{tileset}
"""
TREES = ["kruskal", "wilson", "prim", "growing_tree"]
FLOOD = """
from levelgen import Mark

def rise(level, rng):
    return level.with_marks([Mark("water", rng.below(level.graph.rooms))])
"""


def build(levelgen: Command, *options: str) -> tuple[list[str], int, float]:
    """The levels that were made, how many were not, and the seconds it took."""
    begun = time.perf_counter()
    done = levelgen("build", "levels", "--locked", "--format", "json", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    made = [event["name"] for event in events if event["event"] == "made"]
    return made, events[-1]["unchanged"], time.perf_counter() - begun


def test_a_rebuild_costs_what_changed(tmp_path: Path, levelgen: Command) -> None:
    png = (ROOT / "levelgen/assets/levelgen_tiles.png").read_bytes()
    for folder in ("levels", "tiles", "addons/flood"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "tiles/own.png").write_bytes(png)
    (tmp_path / "tiles/own.yml").write_text("image: own.png\nroles: {floor: 0, wall: 1}\n")
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["flood"]\n')
    (tmp_path / "addons/flood/plugin.cfg").write_text("[plugin]\nscript=plugin.py\n[levelgen.passes]\nflood=rise\n")
    (tmp_path / "addons/flood/plugin.py").write_text(FLOOD)
    for number in range(40):
        tileset = "tileset: ../tiles/own.yml" if number % 4 == 0 else ""
        text = BASE.format(tree=TREES[number % 4], tileset=tileset)
        (tmp_path / f"levels/l{number:02}.yaml").write_text(f"{text}seed: {number}\n")
    assert levelgen("build", "levels", "--lock").returncode == 0
    files = [path for path in sorted((tmp_path / "build").rglob("*")) if path.name != LOCK]
    before = {path: path.stat().st_mtime_ns for path in [tmp_path / "build", *files]}

    made, kept, seconds = build(levelgen)
    assert (made, kept) == ([], 40)
    assert {path: path.stat().st_mtime_ns for path in before} == before, "an idle build wrote something"
    print(f"\n40 recipes, nothing changed: {seconds:.2f} s")

    recipe = tmp_path / "levels/l07.yaml"
    recipe.write_text(recipe.read_text() + "export: [tiled, csv]\n")
    assert levelgen("build", "levels", "--lock").stdout.count("(seed ") == 1
    (tmp_path / "tiles/own.yml").write_text("image: own.png\nroles: {floor: 0, wall: 2}\n")
    done = levelgen("build", "levels", "--locked")
    assert (done.returncode, done.stderr.count("\n")) == (1, 11), "ten levels and how many failed"
    assert levelgen("build", "levels", "--lock").stdout.count("(seed ") == 10
    assert build(levelgen)[:2] == ([], 40)
