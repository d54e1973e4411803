"""How does a plug-in's time grow with the level?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import log
from pathlib import Path
from time import process_time
from typing import Any

from levelgen.errors import GenerationError
from levelgen.pipeline import BuiltLevel, generate
from levelgen.plugins import Plugin
from levelgen.recipe import Step
from levelgen.rng import Stream
from levelgen.schema.plugin import example_of
from levelgen.suite.cases import recipe_with

SIDES = (30, 60, 120)
STEEPEST = 1.7
"""The largest exponent e of rooms^e between the last two sizes that is no problem."""
NOTICEABLE = 2.0
"""Seconds; what takes less may grow as it likes."""


def growth(plugin: Plugin, project: Path | None) -> tuple[str, list[str]]:
    """Its own time on grids of 900, 3,600 and 14,400 rooms; builders and readers choose their sizes themselves."""
    example = example_of(plugin)
    if plugin.kind.key in ("graphs", "readers") or example is None:
        return "not measured: it chooses its size itself", []
    given = example[plugin.name] if isinstance(example, dict) else {}
    seconds: list[float] = []
    for side in SIDES:
        try:
            seconds.append(_seconds(plugin, given, side, project))
        except GenerationError as error:
            return f"not measured: {error}", []
        if seconds[-1] > 10 * NOTICEABLE:
            break
    said = ", ".join(f"{side * side} rooms {1000 * s:.0f} ms" for side, s in zip(SIDES, seconds, strict=False))
    return said, _problems(seconds)


def _problems(seconds: list[float]) -> list[str]:
    if len(seconds) < 2:
        return [f"{SIDES[0] ** 2} rooms take {seconds[0]:.0f} s"]
    steepness = log(max(seconds[-1], 1e-6) / max(seconds[-2], 1e-6)) / log(4)
    if seconds[-1] < NOTICEABLE or steepness <= STEEPEST:
        return []
    rooms = SIDES[len(seconds) - 1] ** 2
    return [f"{rooms} rooms take {seconds[-1]:.1f} s, and the time grows like rooms^{steepness:.1f}"]


def _seconds(plugin: Plugin, given: dict[str, Any], side: int, project: Path | None) -> float:
    """Seconds of processor time, the less of two runs, of the plug-in alone."""
    recipe = recipe_with(plugin, given, {"grid": {"rows": side, "columns": side}}, project)
    call = _call(plugin, recipe.steps, generate(recipe, 1))
    return min(_timed(call) for _ in range(2))


def _call(plugin: Plugin, steps: tuple[Step, ...], built: BuiltLevel) -> Callable[[], Any]:
    level = built.level
    if plugin.kind.key == "measures":
        return partial(plugin, level, *([built.tilemap] if plugin.arity > 1 else []))
    step = next(step for step in steps if (step.plugin.kind, step.plugin.name) == (plugin.kind, plugin.name))
    if plugin.kind.key == "exporters":
        return partial(step, built)
    if plugin.kind.key == "spanning_trees":
        return partial(step, level.graph, Stream(1))
    return partial(step, replace(level, marks=()) if plugin.kind.key == "passes" else level, Stream(1))


def _timed(call: Callable[[], Any]) -> float:
    start = process_time()
    call()
    return process_time() - start
