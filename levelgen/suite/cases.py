"""Recipes that try a plug-in: on the graphs that it takes, and with every value that it lets a recipe choose."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelgen.graph import GridGraph
from levelgen.level import Stage
from levelgen.plugins import Plugin
from levelgen.reading import parse_recipe
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.schema.plugin import example_of, parameters_schema

Json = dict[str, Any]

SIZES = ((1, 1), (1, 6), (5, 1), (3, 4), (9, 8))
SEEDS: tuple[Seed, ...] = (0, 2**40, "by the old mill")
LARGEST_VALUE = 64
"""The largest bound of a parameter that is tried: a map may be 65,536 tiles wide, but not here."""

_KEYS = {"graphs": "graph", "spanning_trees": "spanning_tree", "tiles": "tiles"}


@dataclass(frozen=True)
class Case:
    """A recipe with one seed for it; `told` says what is special about it."""

    recipe: Recipe
    seed: Seed
    told: str


def cases(plugin: Plugin, project: Path | None) -> Iterator[Case]:
    """Its example on graphs of all sizes with all seeds, then each other value of its parameters on one graph."""
    example = example_of(plugin)
    if example is None:
        return
    given: Json = example[plugin.name] if isinstance(example, Mapping) else {}
    for graph in graphs_for(plugin):
        for seed in SEEDS:
            yield Case(recipe_with(plugin, given, graph, project), seed, f"on {_told(graph)}")
    for name, value in _values(plugin):
        if not plugin.read({**given, name: value})[1]:
            last = graphs_for(plugin)[-1]
            yield Case(recipe_with(plugin, {**given, name: value}, last, project), 5, f"with {name}: {value}")


def graphs_for(plugin: Plugin) -> list[Json]:
    """The graphs that it is tried on: grids, and where it takes any, islands too."""
    if plugin.kind.key == "graphs":
        return [{}]
    grids: list[Json] = [{"grid": {"rows": rows, "columns": columns}} for rows, columns in SIZES]
    some: list[Json] = [
        {"islands": {"count": count, "width": 90, "height": 60, "min_distance": 9}} for count in (1, 12)
    ]
    return grids if plugin.graph_type is GridGraph or plugin.kind.key == "tiles" else [*some, *grids]


def recipe_with(plugin: Plugin, given: Json, graph: Json, project: Path | None) -> Recipe:
    """A recipe that has the plug-in in its place, and round it what makes its work visible."""
    step = {plugin.name: given}
    document: Json = {
        "levelgen": 1,
        "name": "trial",
        "graph": graph,
        "spanning_tree": "wilson",
        "passes": _passes(plugin),
    }
    if plugin.kind.key in _KEYS:
        document[_KEYS[plugin.kind.key]] = step
    elif plugin.kind.key == "passes":
        document["passes"] = _passes(plugin, step)
    elif plugin.kind.key == "measures":
        document["require"] = {plugin.name: {"min": -1e99}}
    elif plugin.kind.key == "exporters":
        document["export"] = [step]
    return parse_recipe(json.dumps(document), (project or Path()) / "trial.yaml")


def _passes(plugin: Plugin, step: Json | None = None) -> list[Any]:
    """Passes of every stage, the plug-in in the place of those of its own."""
    stages: dict[Stage, Any] = {
        Stage.OPEN: {"extra_loops": {"count": "20%"}},
        Stage.ENDS: "start_exit",
        Stage.MARK: {"treasure": {"count": "40%"}},
    }
    if step is not None and plugin.stage is None:
        return [step, "start_exit"]
    if step is not None and plugin.stage is not None:
        stages[plugin.stage] = step
    return list(stages.values())


def _values(plugin: Plugin) -> Iterator[tuple[str, Any]]:
    """Each choice, bound, default and further example of each parameter."""
    for name, form in parameters_schema(plugin)["properties"].items():
        choices = form.get("anyOf", [form])
        for choice in choices:
            bounds = [choice[key] for key in ("minimum", "maximum") if abs(choice.get(key, 1e9)) <= LARGEST_VALUE]
            truths = [True, False] if choice.get("type") == "boolean" else []
            for value in (*choice.get("enum", ()), *bounds, *truths, *form.get("examples", ())[1:]):
                yield name, value


def _told(graph: Json) -> str:
    for name, parameters in graph.items():
        return f"{name} {' '.join(map(str, list(parameters.values())[:2]))}"
    return "its own graph"
