"""How time and memory grow: nanoseconds and bytes a room, from a thousand rooms up."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.timing import RUNS, Row, levelgen, process

SIDES = (32, 100, 316, 1000, 3162)
CHUNK = 256
CHUNKS = (2, 4, 12)
"""Chunks along a world's side: 2.6 · 10^5, 10^6, 9.4 · 10^6 rooms."""

_TREE = f"""
import resource, sys, time
from levelgen import kernels
from levelgen.graphs.grid import grid
from levelgen.rng import Stream
from levelgen.spanning_trees.{{tree}} import {{tree}}
kernels._WORTH_IN_SUM = 0  # as after the first levels of a build
side = int(sys.argv[1])
{{tree}}(grid(Stream(0), rows=3, columns=3), Stream(1))
before, times = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, []
for _ in range({RUNS}):
    start = time.process_time()
    {{tree}}(grid(Stream(0), rows=side, columns=side), Stream(1))
    times.append(time.process_time() - start)
print(sorted(times)[{RUNS} // 2], (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""
_WORLD = (
    "levelgen: 1\nname: world\nseed: 1\ngraph: {{grid: {{rows: {chunk}, columns: {chunk}}}}}\nspanning_tree: kruskal\n"
    "world: {{rows: {chunks}, columns: {chunks}, spanning_tree: kruskal}}\ntiles: blocks\nexport: [csv]\n"
)


def rows(side: int, sides: tuple[int, ...] = SIDES) -> Iterator[Row]:
    """`side` is of no matter here."""
    for tree in ("kruskal", "growing_tree", "wilson"):
        for rooms, each, memory in points(tree, sides):
            yield Row(f"{tree}, {rooms} rooms", f"{each:.0f} ns a room", f"{memory:.0f} bytes a room")
    yield from worlds()


def points(tree: str, sides: tuple[int, ...] = SIDES) -> Iterator[tuple[int, float, float]]:
    """Rooms, nanoseconds a room and bytes a room, of the grid and its tree in a process of its own."""
    for side in sides:
        command = [sys.executable, "-c", _TREE.format(tree=tree), str(side)]
        took, memory = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        yield side * side, float(took) / side**2 * 1e9, float(memory) / side**2


def worlds() -> Iterator[Row]:
    """Worlds to disk, where this levelgen knows the key `world`: time a room, peak memory of the process."""
    first = 0.0
    for chunks in CHUNKS:
        with tempfile.TemporaryDirectory() as folder:
            recipe = Path(folder) / "world.yaml"
            recipe.write_text(_WORLD.format(chunk=CHUNK, chunks=chunks))
            try:
                run = process(*levelgen("build", str(recipe), "--jobs", "1", "--out", folder))
            except subprocess.CalledProcessError:
                yield Row("worlds", "skipped: no key 'world'")
                return
        rooms = (CHUNK * chunks) ** 2
        each = run.computing / rooms
        first = first or each
        yield Row(f"world of {rooms} rooms, to disk", f"{each * 1e9:.0f} ns a room", f"{run.megabytes:.0f} MB",
                  each / first, "≤ 1.3")  # fmt: skip
