"""A million rooms: in memory under 1.5 GB, without recursion, in time that grows with the rooms; and a small start-up.

Times are compared with each other in one run, never with a clock on the wall.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.large

GIGABYTE = 1 << 30
RECIPE = (
    "levelgen: 1\nname: large\nseed: 1\ngraph: {{grid: {{rows: {rows}, columns: {columns}}}}}\nspanning_tree: {tree}\n"
)
TREES = ["kruskal", "{growing_tree: {strategy: latest}}", "{growing_tree: {strategy: mixed}}"]


def build(folder: Path, tree: str, rows: int, columns: int) -> tuple[float, int]:
    """Seconds and bytes at the peak of building one level, in a process of its own."""
    recipe = folder / "large.yaml"
    recipe.write_text(RECIPE.format(rows=rows, columns=columns, tree=tree))
    command = [sys.executable, "-m", "levelgen", "build", str(recipe), "--out", str(folder)]
    code = ("import resource, subprocess, sys, time; t = time.perf_counter(); subprocess.run(sys.argv[1:], check=True);"
            "print(time.perf_counter() - t, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    seconds, kilobytes = done.stdout.splitlines()[-1].split()
    return float(seconds), int(kilobytes) * 1024


@pytest.mark.parametrize("tree", TREES)
def test_a_million_rooms(tree: str, tmp_path: Path) -> None:
    half, _ = build(tmp_path, tree, 500, 1000)
    whole, memory = build(tmp_path, tree, 1000, 1000)
    print(f"{tree}: 500,000 rooms {half:.1f} s, 1,000,000 rooms {whole:.1f} s, peak {memory / GIGABYTE:.2f} GB")
    assert memory < 1.5 * GIGABYTE
    assert whole / half < 3


def test_depth_first_on_1000_by_300_needs_no_recursion(tmp_path: Path) -> None:
    build(tmp_path, "{growing_tree: {strategy: latest}}", 1000, 300)


HEAVY = {
    "PIL",
    "dask",
    "distributed",
    "fsspec",
    "networkx",
    "numba",
    "rich.progress",
    "scipy",
    "starlette",
    "watchfiles",
}


def test_sixty_rooms_need_no_heavy_library(tmp_path: Path) -> None:
    """How long a start takes is measured by `python -m tests.benchmarks`; what would make it long is held here."""
    code = "import sys; from levelgen.cli import main\ntry: main()\nexcept SystemExit: print(*sys.modules)"
    command = [sys.executable, "-c", code, "build", ROOT / "configs" / "caves.yaml", "--out", tmp_path]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()
    assert not HEAVY & set(loaded)
    commands = {name for name in loaded if name.startswith("levelgen.cli.")}
    assert commands.isdisjoint(
        {"levelgen.cli.studio", "levelgen.cli.stats", "levelgen.cli.gallery", "levelgen.cli.merge"}
    )
