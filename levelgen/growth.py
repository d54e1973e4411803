"""How a level grew: the walls in the order in which the tree opened them, then what each pass added."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from levelgen.pipeline import BuiltLevel


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


def growth_of(built: BuiltLevel) -> Growth:
    """How a level grew, as it remembers it."""
    levels = (*built.level.earlier, built.level)
    added = tuple(
        Added(step.label, now.order[~before.open[now.order]], len(now.marks) - len(before.marks))
        for step, (before, now) in zip(built.recipe.passes, pairwise(levels), strict=True)
    )
    return Growth(levels[0].order, added)
