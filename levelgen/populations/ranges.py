"""The expressive range: where the levels of many seeds lie between two measures (Smith and Whitehead 2010)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from levelgen.populations.spread import Values, bin_edges, bin_of
from levelgen.populations.survey import Survey
from levelgen.rng import Seed

_BINS = 16


@dataclass(frozen=True)
class Cell:
    """Levels that are alike: the bins of both measures, how many there are, and the first of their seeds."""

    x: int
    y: int
    count: int
    seed: Seed


@dataclass(frozen=True, eq=False)
class ExpressiveRange:
    """Two measures, the bins' edges of each, and the cells that are not empty."""

    x: str
    y: str
    x_edges: Values
    y_edges: Values
    cells: tuple[Cell, ...]


def expressive_range(survey: Survey, x: str, y: str, surveys: Sequence[Survey] = ()) -> ExpressiveRange:
    """Where the levels of a survey lie; with others given, in bins that hold all of theirs too."""
    x_edges, y_edges = (_edges([survey, *surveys], name) for name in (x, y))
    across, up = bin_of(survey.of(x), x_edges), bin_of(survey.of(y), y_edges)
    width = len(x_edges) - 1
    numbers, first, sizes = np.unique(up * width + across, return_index=True, return_counts=True)
    cells = zip(numbers.tolist(), first.tolist(), sizes.tolist(), strict=True)
    found = tuple(Cell(number % width, number // width, size, survey.seeds[seed]) for number, seed, size in cells)
    return ExpressiveRange(x, y, x_edges, y_edges, found)


def widest(survey: Survey) -> tuple[str, str]:
    """The two measures between which the levels lie farthest apart: they fill the most cells."""
    names = [*survey.varying, *survey.names]
    if len(survey.varying) < 2:
        return names[0], next(name for name in names if name != names[0])
    places = {name: bin_of(survey.of(name), _edges([survey], name)) for name in survey.varying}
    pairs = list(combinations(places, 2))
    filled = [len(np.unique(places[x] * _BINS + places[y])) for x, y in pairs]
    return pairs[int(np.argmax(filled))]


def _edges(surveys: Sequence[Survey], name: str) -> Values:
    every = np.concatenate([survey.of(name) for survey in surveys])
    return bin_edges(every, surveys[0].whole[surveys[0].names.index(name)], _BINS)
