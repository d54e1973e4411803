"""Tries the pass; `pytest` runs this."""

from __future__ import annotations

from pathlib import Path

import levelgen
from levelgen import suite
from levelgen.reading import parse_recipe

HERE = Path(__file__)
RECIPE = """
levelgen: 1
seed: 7
graph: {grid: {rows: 6, columns: 8}}
spanning_tree: wilson
passes:
  - lanterns: {every: 5}
"""


def test_every_fifth_room_has_one() -> None:
    level = levelgen.generate(parse_recipe(RECIPE, HERE.with_name("trial.yaml"))).level
    rooms = level.marked("lanterns")
    assert rooms[0] < 5
    assert rooms == list(range(rooms[0], 48, 5))


def test_it_keeps_what_levelgen_promises() -> None:
    """The same bytes each time, levels that hold, parameters that are explained: `levelgen plugins test lanterns`."""
    assert suite.problems_of("lanterns", HERE) == []
