"""A survey: every measure of a recipe's level by each of many seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from levelgen.addons import project_of
from levelgen.contract import checked_measure
from levelgen.errors import GenerationError, LevelgenError
from levelgen.executors import HERE, Workers
from levelgen.measures import unit_of
from levelgen.parcel import packed, unpacked
from levelgen.pipeline import generate
from levelgen.plugins import Plugin, registry
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.world import first_chunk

_BATCH = 16
"""So many seeds a worker is sent at once: a small level takes less time than its message."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What was measured: float64 (seeds, measures) `values`, for the seeds whose level could be made.

    names and units are those of the measures, `whole` says which of them count; failed: the other seeds, and why.
    """

    recipe: Recipe
    names: tuple[str, ...]
    units: tuple[str, ...]
    whole: tuple[bool, ...]
    seeds: tuple[Seed, ...]
    attempts: tuple[int, ...]
    values: NDArray[np.float64]
    failed: tuple[tuple[Seed, str], ...]

    def of(self, name: str) -> NDArray[np.float64]:
        """float64 (seeds,): the values of one measure."""
        column: NDArray[np.float64] = self.values[:, self.names.index(name)]
        return column

    def only(self, names: Sequence[str]) -> Survey:
        """The survey of these measures."""
        places = [self.names.index(name) for name in names]
        units, whole = tuple(self.units[place] for place in places), tuple(self.whole[place] for place in places)
        return replace(self, names=tuple(names), units=units, whole=whole, values=self.values[:, places])

    @property
    def varying(self) -> list[str]:
        """The measures that are not the same for all seeds."""
        return [name for name in self.names if len(self.seeds) and np.ptp(self.of(name)) > 0]


@dataclass(frozen=True)
class _Level:
    seed: Seed
    attempt: int
    values: tuple[float, ...]


def survey(
    recipe: Recipe, seeds: Sequence[Seed], workers: Workers = HERE, tell: Callable[[int], object] = lambda more: None
) -> Survey:
    """Measure the recipe's level by each seed; `tell` hears how many more are done, now and then.

    Levels are made as `levelgen build` makes them, attempts included. A level that cannot be made or is
    outside `require` is one of the failed; PluginError where a plug-in breaks its contract.
    """
    measures = measures_of(recipe)
    batches = [seeds[start : start + _BATCH] for start in range(0, len(seeds), _BATCH)]
    levels: list[_Level] = []
    failed: list[tuple[Seed, str]] = []
    for found in _found(recipe, measures, batches, workers):
        levels += [one for one in found if isinstance(one, _Level)]
        failed += [(one[0], one[1]) for one in found if isinstance(one, tuple)]
        tell(len(found))
    return Survey(
        recipe,
        tuple(plugin.name for plugin in measures),
        tuple(unit_of(plugin.hints.get("return")) for plugin in measures),
        tuple(_is_whole(plugin) for plugin in measures),
        tuple(level.seed for level in levels),
        tuple(level.attempt for level in levels),
        np.array([level.values for level in levels], np.float64).reshape(len(levels), len(measures)),
        tuple(failed),
    )


def measures_of(recipe: Recipe) -> list[Plugin]:
    """All measures that fit the recipe's graph, by name."""
    plugins = registry(project_of(recipe.path))
    every = [plugins.find("measures", name) for name in plugins.names("measures")]
    return [plugin for plugin in every if issubclass(recipe.graph.plugin.graph_type, plugin.graph_type)]


def _is_whole(plugin: Plugin) -> bool:
    hint = plugin.hints.get("return")
    return getattr(hint, "__origin__", hint) is int


def _found(
    recipe: Recipe, measures: Sequence[Plugin], batches: Sequence[Sequence[Seed]], workers: Workers
) -> Iterator[list[_Level | tuple[Seed, str]]]:
    if not workers.needed(len(batches)):
        for batch in batches:
            yield [_measured(recipe, measures, seed) for seed in batch]
        return
    orders = ((packed(recipe), batch) for batch in batches)
    for found in workers.stream(_elsewhere, orders, len(batches)):
        if isinstance(found, LevelgenError):
            raise found
        yield found


def _elsewhere(order: tuple[bytes, Sequence[Seed]]) -> list[_Level | tuple[Seed, str]] | LevelgenError:
    """A batch in a worker; an error is given back, so that it can cross processes."""
    try:
        recipe = unpacked(order[0])
        measures = measures_of(recipe)
        return [_measured(recipe, measures, seed) for seed in order[1]]
    except LevelgenError as error:
        return error


def _measured(recipe: Recipe, measures: Sequence[Plugin], seed: Seed) -> _Level | tuple[Seed, str]:
    try:
        built = generate(recipe, seed, chunk=first_chunk(recipe))
    except GenerationError as error:
        return seed, str(error)
    values = []
    for plugin in measures:
        with plugin.named():
            values.append(float(checked_measure(plugin(*(built.level, built.tilemap)[: plugin.arity]))))
    return _Level(seed, built.attempt, tuple(values))
