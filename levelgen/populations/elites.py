"""An archive of elites: seeds whose levels fit, as different from each other as can be (MAP-Elites)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from levelgen.bounds import Bounds
from levelgen.populations.spread import Values, bin_edges, bin_of
from levelgen.populations.survey import Survey

_FINEST = 50


def elites(survey: Survey, wants: Mapping[str, Bounds], over: Sequence[str], keep: int) -> list[int]:
    """The places in the survey of at most `keep` levels inside `wants`, spread over the measures `over`.

    An archive of cells over these measures, the best level of each kept (Mouret and Clune 2015), as coarse as it
    can be with `keep` cells filled. The best lies deepest inside what is wanted; of equals, the first. Of more
    cells than are to be kept, those farthest apart are taken, one after the other (Gonzalez 1985).
    """
    fitting = np.flatnonzero(inside(survey, wants))
    if len(fitting) == 0:
        return []
    depth = _depth(survey, wants)[fitting]
    archive: NDArray[np.int64] = fitting[:1]
    for bins in range(2, _FINEST + 1):
        archive = fitting[_best_of_each(_cells(survey, over, fitting, bins), depth)]
        if len(archive) >= keep:
            break
    chosen = _farthest_apart(_scaled(survey, over)[archive], keep)
    return sorted(archive[chosen].tolist())


def inside(survey: Survey, wants: Mapping[str, Bounds]) -> NDArray[np.bool_]:
    """bool (seeds,): does the level hold all that is wanted?"""
    held = np.ones(len(survey.seeds), np.bool_)
    for name, wanted in wants.items():
        held &= np.array([wanted.hold(value) for value in survey.of(name).tolist()], np.bool_)
    return held


def _depth(survey: Survey, wants: Mapping[str, Bounds]) -> Values:
    """How far inside each level is, by the bound that it is nearest to, in ranges of its measure."""
    depth = np.full(len(survey.seeds), np.inf)
    for name, wanted in wants.items():
        values = survey.of(name)
        range_of_it = np.ptp(values) or 1
        above = np.inf if wanted.low is None else (values - wanted.low) / range_of_it
        below = np.inf if wanted.high is None else (wanted.high - values) / range_of_it
        depth = np.minimum(depth, np.minimum(above, below))
    return depth


def _cells(survey: Survey, over: Sequence[str], places: NDArray[np.int64], bins: int) -> NDArray[np.int64]:
    cells = np.zeros(len(places), np.int64)
    for name in over:
        values = survey.of(name)[places]
        edges = bin_edges(values, survey.whole[survey.names.index(name)], bins)
        cells = cells * (len(edges) - 1) + bin_of(values, edges)
    return cells


def _best_of_each(cells: NDArray[np.int64], depth: Values) -> NDArray[np.int64]:
    order = np.lexsort((-depth, cells))
    _, first = np.unique(cells[order], return_index=True)
    return order[first]


def _scaled(survey: Survey, over: Sequence[str]) -> Values:
    """float64 (seeds, measures): each measure from 0 to 1 over the survey."""
    columns = [(survey.of(name) - survey.of(name).min()) / (np.ptp(survey.of(name)) or 1) for name in over]
    return np.stack(columns, axis=1)


def _farthest_apart(points: Values, keep: int) -> list[int]:
    """Places of points, the first nearest to the middle, each next one the farthest from all before it."""
    away = -((points - points.mean(axis=0)) ** 2).sum(axis=1)
    chosen: list[int] = []
    while len(chosen) < min(keep, len(points)):
        chosen.append(int(away.argmax()))
        step = ((points - points[chosen[-1]]) ** 2).sum(axis=1)
        away = step if len(chosen) == 1 else np.minimum(away, step)
        away[chosen] = -1
    return chosen
