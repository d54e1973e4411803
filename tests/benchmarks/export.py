"""How long a map of 2001 × 2001 tiles takes to spell, against orjson spelling the same tiles as one plain array."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import orjson
from levelgen_exporters.godot import godot
from levelgen_exporters.tiled import tiled
from levelgen_exporters.tmx import tmx

from levelgen import BuiltLevel, generate
from levelgen.reading import parse_recipe
from tests.benchmarks.timing import Row, side_by_side

RECIPE = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 1000, columns: 1000}}\nspanning_tree: kruskal\n"


def plain(built: BuiltLevel) -> bytes:
    layers = [np.ascontiguousarray(gids).ravel() for gids in built.painted.layers.values()]
    return orjson.dumps(layers, option=orjson.OPT_SERIALIZE_NUMPY)


def rows(side: int) -> Iterator[Row]:
    """`side` is of no matter here."""
    built = generate(parse_recipe(RECIPE, Path("large.yaml")))
    for name, aim, work in ((".tmj array", "≤ 3", tiled), (".tmx csv", "≤ 4", tmx), (".tscn base64", "≤ 12", godot)):
        took, unit, ratio = side_by_side(lambda work=work: work(built), lambda: plain(built))
        yield Row(name, f"{took * 1000:.0f} ms", f"orjson {unit * 1000:.0f} ms", ratio, aim)
