"""From a recipe to a level to files: the whole flow.

recipe → graph → spanning tree → passes → level → tile map → painted → files
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from levelgen import contract
from levelgen.errors import GenerationError, PluginError
from levelgen.files import write_all
from levelgen.gates import Miss, missed, outside
from levelgen.graph import Graph
from levelgen.level import Level
from levelgen.paint import Painted, paint
from levelgen.parameters import size_of
from levelgen.recipe import Recipe, Step, blame
from levelgen.rng import Seed, Stream, Streams
from levelgen.tilemap import TileMap


@dataclass(frozen=True, eq=False)
class BuiltLevel:
    """A level with all that exporters need.

    `stem` begins the names of its files; `attempt`, from 0, is the one of the seed's that was taken.
    """

    recipe: Recipe
    seed: Seed
    stem: str
    level: Level[Any]
    tilemap: TileMap
    painted: Painted
    attempt: int = 0

    @property
    def drawn_by(self) -> str:
        """Its seed and, where it is not the first, its attempt, in words."""
        return f"seed: {self.seed}{f' | attempt: {self.attempt}' if self.attempt else ''}"

    @property
    def notes(self) -> tuple[str, ...]:
        """What the steps had to report, in their order."""
        return self.level.notes + self.tilemap.notes + self.painted.notes


def generate(
    recipe: Recipe, seed: Seed | None = None, stem: str | None = None, attempt: int | None = None
) -> BuiltLevel:
    """The level of a recipe: by `seed`, else the recipe's own, else one drawn now.

    The first of the recipe's attempts whose measures are inside its `require`, or the `attempt` asked for.
    Raises GenerationError where the level cannot be made as asked or no attempt is inside, PluginError
    where a plug-in breaks its contract; both say which step of the recipe it was.
    """
    seed, stem = chosen_seed(recipe, seed), stem or recipe.name
    numbers = range(recipe.attempts) if attempt is None else [attempt]
    misses: list[Miss] = []
    for number in numbers:
        level = level_of(recipe, seed, number)
        if out := missed(recipe.require, level, None, number):
            misses += out
            continue
        built = on_tiles(recipe, level, seed, stem, number)
        if not (out := missed(recipe.require, level, built.tilemap, number)):
            return built
        misses += out
    at = f"{stem} (seed {seed}{f', attempt {attempt}' if attempt else ''})"
    raise GenerationError(f"{recipe.path}: level {at} is outside 'require': {outside(misses, len(numbers))}")


def trial(recipe: Recipe, seed: Seed | None, attempt: int) -> tuple[BuiltLevel, str]:
    """One attempt as it is, and in words how it is outside `require`, or nothing."""
    seed = chosen_seed(recipe, seed)
    built = on_tiles(recipe, level_of(recipe, seed, attempt), seed, recipe.name, attempt)
    misses = [miss for tiles in (None, built.tilemap) for miss in missed(recipe.require, built.level, tiles, attempt)]
    return built, outside(misses, 1)


def level_of(recipe: Recipe, seed: Seed, attempt: int = 0) -> Level[Any]:
    """The graph, its spanning tree and all passes of one attempt, not held to `require`."""
    streams = Streams(seed, attempt)
    level = joined(recipe, streams.graph())
    used: Counter[str] = Counter()
    for step in recipe.passes:
        name = step.plugin.name
        with blame(step):
            after = contract.checked_pass(level, step(level, streams.use(name, used[name])))
        level = replace(after, earlier=(*level.earlier, level))
        used[name] += 1
    return level


def on_tiles(recipe: Recipe, level: Level[Any], seed: Seed, stem: str, attempt: int = 0) -> BuiltLevel:
    """A level of this recipe, seed and attempt with its tile map, painted."""
    stream = Streams(seed, attempt).named("tiles")
    with blame(recipe.tiles):
        _hold(recipe, size_of(recipe.tiles.plugin.function, level, **recipe.tiles.parameters))
        tilemap = contract.checked_tiles(level, recipe.tiles(level, stream)).with_marks(level.marks)
        painted = paint(tilemap, recipe.tileset, seed)
    return BuiltLevel(recipe, seed, stem, level, tilemap, painted, attempt)


def graph_of(recipe: Recipe, stream: Stream) -> Graph:
    """The recipe's graph: rooms, and the walls that may be opened."""
    with blame(recipe.graph):
        graph = contract.checked_graph(recipe.graph(stream), recipe.graph.plugin.graph_type)
        _hold(recipe, {"rooms": graph.rooms})
    return graph


def _hold(recipe: Recipe, size: Mapping[str, int]) -> None:
    if excess := recipe.limits.excess(size):
        raise GenerationError(excess)


def joined(recipe: Recipe, stream: Stream) -> Level[Any]:
    """The recipe's graph with the walls of a spanning tree open: connected, and without a cycle."""
    graph = graph_of(recipe, stream)
    with blame(recipe.spanning_tree):
        tree = contract.checked_tree(graph, recipe.spanning_tree(graph, stream))
    return Level(graph, np.zeros(graph.walls, np.bool_)).with_open(tree)


def chosen_seed(recipe: Recipe, seed: Seed | None = None) -> Seed:
    """The seed asked for, else the recipe's, else one drawn from the system."""
    if seed is None:
        seed = recipe.seed
    return secrets.randbelow(1 << 32) if seed is None else seed


def files_of(built: BuiltLevel) -> dict[str, bytes]:
    """Name → content of every file of a level, by the recipe's exporters.

    An exporter's names that begin with '.' or '_' are endings of the level's stem; all others are
    files that levels share, such as the tileset's image.
    """
    files: dict[str, bytes] = {}
    first: dict[str, tuple[str, Step]] = {}
    for step in built.recipe.export:
        with blame(step):
            made: Mapping[str, bytes] = contract.checked_files(step(built))
            for name, data in made.items():
                whole = built.stem + name if name[0] in "._" else name
                known, by = first.setdefault(whole.casefold(), (whole, step))
                if files.setdefault(known, data) != data or known != whole:
                    raise PluginError(f"writes {whole}, but {by.plugin} of {by.plugin.origin} writes another {known}")
    return files


def export(built: BuiltLevel, out_dir: str | Path, durable: bool = False) -> list[Path]:
    """Write the files of a level into a folder, each whole or not at all; OutputError where that fails."""
    return write_all(files_of(built), Path(out_dir), durable)
