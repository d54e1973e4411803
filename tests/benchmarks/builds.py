"""Whole builds as a user starts them, from the command to files that are proved and written."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks import reference
from tests.benchmarks.timing import RUNS, Row, levelgen, process, seconds
from tests.conftest import ROOT

_RECIPE = "levelgen: 1\nname: {name}\nseed: 1\ngraph: {{grid: {{rows: {side}, columns: {side}}}}}\n{rest}"
_LARGE = "spanning_tree: kruskal\ntiles: blocks\nexport: [tiled, csv]\n"
_LEVELS = 100


def rows(side: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        yield from large(Path(folder), side)
        yield from small(Path(folder))
        yield from start_up(Path(folder))


def large(folder: Path, side: int) -> Iterator[Row]:
    recipe = written(folder, "large", side, _LARGE)
    command = levelgen("build", str(recipe), "--out", str(folder / "large"))
    process(*command)
    pairs = [(process(*command), seconds(lambda: reference.kruskal(side))) for _ in range(RUNS)]
    took, unit = median(ours.computing for ours, _ in pairs), median(theirs for _, theirs in pairs)
    megabytes = max(ours.megabytes for ours, _ in pairs)
    ratio = median(ours.computing / theirs for ours, theirs in pairs)
    yield Row(
        f"build {side} × {side}, kruskal, .tmj and .csv", f"{took:.2f} s", f"C {unit * 1000:.0f} ms", ratio, "≤ 15"
    )
    yield Row("  its peak memory", f"{megabytes:.0f} MB", "of 600 MB", megabytes / 600, "≤ 1")


def small(folder: Path) -> Iterator[Row]:
    """Many levels of 32 × 32 rooms by the catacombs' tree and passes, as rooms and as blocks, by processes."""
    catacombs = (ROOT / "configs" / "catacombs.yaml").read_text()
    passes = catacombs[catacombs.index("\nspanning_tree") : catacombs.index("\ntiles:")]
    rooms = catacombs[catacombs.index("\ntiles:") :]
    unit = median(seconds(lambda: reference.kruskal(1000)) for _ in range(RUNS))
    for name, rest in (("rooms", passes + rooms), ("blocks", passes + "\ntiles: blocks\nexport: [tiled]\n")):
        recipe = written(folder, f"small-{name}", 32, rest)
        one = 0.0
        for jobs in range(1, min(2, os.cpu_count() or 1) + 1):
            command = (
                "build",
                str(recipe),
                "--seeds",
                f"1..{_LEVELS}",
                "--jobs",
                str(jobs),
                "--out",
                str(folder / name),
            )
            took = process(*levelgen(*command)).clock
            one = one or took
            scaled = _LEVELS / took / jobs * unit / 0.08
            yield Row(f"{_LEVELS} levels of 32 × 32, {name}, --jobs {jobs}", f"{_LEVELS / took:.0f} a second",
                      f"{scaled:.0f} a core, C at 80 ms", scaled / 300 if jobs == 1 else one / took,
                      "≥ 1" if jobs == 1 else "≥ 1.7")  # fmt: skip


def start_up(folder: Path) -> Iterator[Row]:
    ours = levelgen("build", str(ROOT / "configs" / "caves.yaml"), "--out", str(folder))
    theirs = (sys.executable, "-c", "import numpy, yaml")
    process(*ours)
    pairs = [(process(*ours).computing, process(*theirs).computing) for _ in range(2 * RUNS - 1)]
    a, b = (median(pair[side] for pair in pairs) for side in (0, 1))
    yield Row("start-up: build of 60 rooms", f"{a * 1000:.0f} ms", f"import numpy, yaml {b * 1000:.0f} ms",
              median(x / y for x, y in pairs), "≤ 3")  # fmt: skip


def written(folder: Path, name: str, side: int, rest: str) -> Path:
    """A recipe of side × side rooms."""
    path = folder / f"{name}.yaml"
    path.write_text(_RECIPE.format(name=name, side=side, rest=rest))
    return path
