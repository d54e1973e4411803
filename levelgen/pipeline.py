"""From a recipe to a level to files: the whole flow.

recipe → graph → spanning tree → passes → level → tile map → painted → files
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from levelgen import contract
from levelgen.errors import GenerationError, PluginError
from levelgen.files import write_all
from levelgen.graph import Graph
from levelgen.level import Level
from levelgen.paint import Painted, paint
from levelgen.recipe import Recipe, Step
from levelgen.rng import Seed, Stream, Streams
from levelgen.tilemap import TileMap


@dataclass(frozen=True, eq=False)
class BuiltLevel:
    """A level with all that exporters need; `stem` begins the names of its files."""

    recipe: Recipe
    seed: Seed
    stem: str
    level: Level[Any]
    tilemap: TileMap
    painted: Painted

    @property
    def notes(self) -> tuple[str, ...]:
        """What the steps had to report, in their order."""
        return self.level.notes + self.tilemap.notes + self.painted.notes


def generate(recipe: Recipe, seed: Seed | None = None, stem: str | None = None) -> BuiltLevel:
    """The level of a recipe: by `seed`, else the recipe's own, else one drawn now.

    Raises GenerationError where the level cannot be made as asked, PluginError where a plug-in
    breaks its contract; both say which step of the recipe it was.
    """
    seed = chosen_seed(recipe, seed)
    streams = Streams(seed)
    level = joined(recipe, streams.graph())
    used: Counter[str] = Counter()
    for step in recipe.passes:
        name = step.plugin.name
        with blame(step):
            level = contract.checked_pass(level, step(level, streams.use(name, used[name])))
        used[name] += 1
    with blame(recipe.tiles):
        tilemap = contract.checked_tiles(level, recipe.tiles(level, streams.named("tiles"))).with_marks(level.marks)
        painted = paint(tilemap, recipe.tileset, seed)
    return BuiltLevel(recipe, seed, stem or recipe.name, level, tilemap, painted)


def graph_of(recipe: Recipe, stream: Stream) -> Graph:
    """The recipe's graph: rooms, and the walls that may be opened."""
    with blame(recipe.graph):
        return contract.checked_graph(recipe.graph(stream), recipe.graph.plugin.graph_type)


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


@contextmanager
def blame(step: Step) -> Iterator[None]:
    """Say which step of the recipe an error comes from, and of a broken plug-in whose it is."""
    try:
        with step.plugin.named():
            yield
    except (GenerationError, PluginError) as error:
        raise type(error)(f"{step}: {error}") from error
