"""How long a map of 2001 × 2001 tiles takes to spell, against orjson spelling the same tiles as one plain array.

    python tests/benchmarks/export.py

Prints ratios, medians of five runs in this one process; the aims are 3 (.tmj), 4 (.tmx csv) and 12 (.tscn).
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import orjson
from levelgen_exporters.godot import godot
from levelgen_exporters.tiled import tiled
from levelgen_exporters.tmx import tmx

from levelgen import BuiltLevel, generate
from levelgen.reading import parse_recipe

RECIPE = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 1000, columns: 1000}}\nspanning_tree: kruskal\n"
RUNS = 5


def seconds(work: Callable[[], object]) -> float:
    def once() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return median(once() for _ in range(RUNS))


def plain(built: BuiltLevel) -> bytes:
    layers = [np.ascontiguousarray(gids).ravel() for gids in built.painted.layers.values()]
    return orjson.dumps(layers, option=orjson.OPT_SERIALIZE_NUMPY)


def main() -> None:
    built = generate(parse_recipe(RECIPE, Path("large.yaml")))
    unit = seconds(lambda: plain(built))
    print(f"{platform.machine()}, Python {platform.python_version()}: the plain array {unit * 1000:.0f} ms")
    for name, aim, work in ((".tmj array", 3, tiled), (".tmx csv", 4, tmx), (".tscn base64", 12, godot)):
        print(f"{name:14} {seconds(lambda work=work: work(built)) / unit:5.2f} × (aim {aim})")


if __name__ == "__main__":
    main()
