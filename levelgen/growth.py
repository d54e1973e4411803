"""How a level grew: the walls in the order in which the tree opened them, then what each pass added."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.level import Level
from levelgen.pipeline import BuiltLevel, generate
from levelgen.recipe import Recipe, Step
from levelgen.rng import Seed


@dataclass(frozen=True)
class Added:
    """What a pass added: its label in the recipe, the walls it opened, in order, and how many marks."""

    label: str
    opened: NDArray[np.int64]
    marks: int


@dataclass(frozen=True)
class Growth:
    """tree: the edges of the spanning tree, int64 (n − 1,), as the step returned them; passes in their order."""

    tree: NDArray[np.int64]
    passes: tuple[Added, ...]


@dataclass(frozen=True, eq=False)
class _Watched(Step):
    """A step that keeps what it made, the last time it ran."""

    made: list[Any] = field(default_factory=list)

    def __call__(self, *arguments: Any) -> Any:
        self.made[:] = [super().__call__(*arguments)]
        return self.made[0]


def grown(recipe: Recipe, seed: Seed | None = None, stem: str | None = None) -> tuple[BuiltLevel, Growth]:
    """The level of a recipe, the same as `generate` makes, and how it grew; raises as `generate`."""
    passes = tuple(map(_watched, recipe.passes))
    built = replace(generate(replace(recipe, passes=passes), seed, stem), recipe=recipe)
    order, at, marks = built.level.order, built.level.graph.rooms - 1, 0
    added = []
    for step in passes:
        level: Level[Any] = step.made[0]
        added.append(Added(step.label, order[at : len(level.order)], len(level.marks) - marks))
        at, marks = len(level.order), len(level.marks)
    return built, Growth(order[: built.level.graph.rooms - 1], tuple(added))


def _watched(step: Step) -> _Watched:
    return _Watched(step.plugin, step.parameters, step.place, step.label)
