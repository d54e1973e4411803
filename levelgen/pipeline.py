"""From a recipe to a level to files: the whole flow.

recipe → graph → spanning tree → passes → level → tile map → painted → files
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen import contract
from levelgen.around import Rim, corner, rim, surrounded
from levelgen.errors import GenerationError, PluginError
from levelgen.files import Content, write_all
from levelgen.gates import Miss, missed, outside
from levelgen.level import Level, Stage
from levelgen.paint import Painted, paint
from levelgen.parameters import size_of
from levelgen.recipe import Recipe, Step, blame
from levelgen.rng import Seed, Streams
from levelgen.seams import border_of
from levelgen.steps import graph_of, hold, joined, passed
from levelgen.tilemap import TileMap
from levelgen.world import Chunk, Site, as_chunk, checked_chunk, layout_of, origin_of, settled, site_of, stem_of


@dataclass(frozen=True, eq=False)
class BuiltLevel:
    """A level with all that exporters need.

    `stem` begins the names of its files; `attempt`, from 0, is the one of the seed's that was taken; `site` is where
    it lies when it is a chunk of a world.
    """

    recipe: Recipe
    seed: Seed
    stem: str
    level: Level[Any]
    tilemap: TileMap
    painted: Painted
    attempt: int = 0
    site: Site | None = None

    @property
    def drawn_by(self) -> str:
        """Its seed and, where it is not the first, its attempt, in words."""
        return f"seed: {self.seed}{f' | attempt: {self.attempt}' if self.attempt else ''}"

    @property
    def notes(self) -> tuple[str, ...]:
        """What the steps had to report, in their order."""
        return self.level.notes + self.tilemap.notes + self.painted.notes


def generate(
    recipe: Recipe,
    seed: Seed | None = None,
    stem: str | None = None,
    attempt: int | None = None,
    chunk: Chunk | None = None,
) -> BuiltLevel:
    """The level of a recipe: by `seed`, else the recipe's own, else one drawn now.

    The first of the recipe's attempts whose measures are inside its `require`, or the `attempt` asked for.
    chunk: row and column, where the recipe is of a world.
    Raises GenerationError where the level cannot be made as asked or no attempt is inside, PluginError
    where a plug-in breaks its contract; both say which step of the recipe it was. RecipeError where there is no
    such chunk.
    """
    checked_chunk(recipe, chunk)
    seed, stem = chosen_seed(recipe, seed), stem or stem_of(recipe.name, chunk)
    number, level, tilemap = accepted(
        recipe, seed, stem, range(recipe.attempts) if attempt is None else [attempt], chunk
    )
    return _built(recipe, seed, stem, level, tilemap, number, chunk)


def accepted(
    recipe: Recipe, seed: Seed, stem: str, numbers: Sequence[int], chunk: Chunk | None = None
) -> tuple[int, Level[Any], TileMap]:
    """The first of these attempts that is inside `require`, with its number; GenerationError where none is."""
    misses: list[Miss] = []
    for number in numbers:
        level = level_of(recipe, seed, number, chunk)
        if out := missed(recipe.require, level, None, number):
            misses += out
            continue
        tilemap = tiles_of(recipe, level, seed, number, chunk)
        if not (out := missed(recipe.require, level, tilemap, number)):
            return number, level, tilemap
        misses += out
    at = f"{stem} (seed {seed}{f', attempt {numbers[0]}' if numbers[0] else ''})"
    raise GenerationError(f"{recipe.path}: level {at} is outside 'require': {outside(misses, len(numbers))}")


def trial(recipe: Recipe, seed: Seed | None, attempt: int, chunk: Chunk | None = None) -> tuple[BuiltLevel, str]:
    """One attempt as it is, and in words how it is outside `require`, or nothing."""
    checked_chunk(recipe, chunk)
    seed = chosen_seed(recipe, seed)
    level = level_of(recipe, seed, attempt, chunk)
    tilemap = tiles_of(recipe, level, seed, attempt, chunk)
    misses = [miss for tiles in (None, tilemap) for miss in missed(recipe.require, level, tiles, attempt)]
    return _built(recipe, seed, stem_of(recipe.name, chunk), level, tilemap, attempt, chunk), outside(misses, 1)


def _built(
    recipe: Recipe, seed: Seed, stem: str, level: Level[Any], tilemap: TileMap, attempt: int, chunk: Chunk | None
) -> BuiltLevel:
    site = site_of(recipe, stem, tilemap, chunk) if chunk else None
    paints = painted(recipe, tilemap, seed, chunk)
    return BuiltLevel(recipe, seed, stem, level, tilemap, paints, attempt, site)


def level_of(recipe: Recipe, seed: Seed, attempt: int = 0, chunk: Chunk | None = None) -> Level[Any]:
    """The graph, its spanning tree and all passes of one attempt, not held to `require`."""
    streams, used = _streams(recipe, seed, attempt, chunk), Counter[str]()
    if chunk is None:
        stream = streams.graph()
        return passed(joined(graph_of(recipe, stream), recipe.spanning_tree, stream), recipe.passes, streams, used)
    opening = _opening(recipe)
    level = _opened(recipe, seed, attempt, chunk)
    used.update(step.plugin.name for step in opening)
    level = settled(level, layout_of(recipe, seed).marks(chunk))
    return passed(level, recipe.passes[len(opening) :], streams, used)


@lru_cache(maxsize=4)
def _opened(recipe: Recipe, seed: Seed, attempt: int, chunk: Chunk) -> Level[Any]:
    """A chunk with all its walls open and nothing marked yet: what the chunks beside it see of it."""
    streams, layout = _streams(recipe, seed, attempt, chunk), layout_of(recipe, seed)
    tree = joined(layout.graph, recipe.spanning_tree, streams.graph())
    return passed(replace(tree, seams=layout.seams(chunk)), _opening(recipe), streams, Counter())


def _opening(recipe: Recipe) -> tuple[Step, ...]:
    """The passes before the first that marks."""
    return tuple(takewhile(lambda step: step.plugin.stage in (None, Stage.OPEN), recipe.passes))


def _streams(recipe: Recipe, seed: Seed, attempt: int, chunk: Chunk | None) -> Streams:
    return Streams(seed, attempt, f"chunk/{chunk[0]},{chunk[1]}" if chunk else "")


def tiles_of(recipe: Recipe, level: Level[Any], seed: Seed, attempt: int = 0, chunk: Chunk | None = None) -> TileMap:
    """The tile map of a level of this recipe, seed and attempt, with its marks."""
    with blame(recipe.tiles):
        hold(recipe, size_of(recipe.tiles.plugin.function, level, **recipe.tiles.parameters))
        made = recipe.tiles(level, _streams(recipe, seed, attempt, chunk).named("tiles"))
        tilemap = contract.checked_tiles(level, made).with_marks(level.marks)
    return tilemap if chunk is None else as_chunk(tilemap, chunk)


def painted(recipe: Recipe, tilemap: TileMap, seed: Seed, chunk: Chunk | None = None) -> Painted:
    """The tile map in tiles; a chunk's as the whole world painted at once would have them."""
    with blame(recipe.tiles):
        if chunk is None:
            return paint(tilemap, recipe.tileset, seed)
        border = border_of(recipe.tiles.plugin.function)
        around = _around(recipe, tilemap, seed, chunk) if border and border.room_by_room else None
        return paint(tilemap, recipe.tileset, seed, origin_of(tilemap, chunk), around)


def _around(recipe: Recipe, tilemap: TileMap, seed: Seed, chunk: Chunk) -> Mapping[str, NDArray[np.uint16]] | None:
    if not recipe.tileset.sees:
        return None
    layout = layout_of(recipe, seed)

    def beside(down: int, right: int) -> Chunk | None:
        there = chunk[0] + down, chunk[1] + right
        return there if layout.holds(there) else None

    inside = corner(recipe.tiles, _streams(recipe, seed, 0, chunk).named("tiles"))
    return surrounded(tilemap, beside, lambda there: _rim(recipe, seed, there), inside)


@lru_cache(maxsize=1024)
def _rim(recipe: Recipe, seed: Seed, chunk: Chunk) -> Rim:
    attempt, level = 0, None
    if recipe.require:
        attempt, level, _ = accepted(recipe, seed, stem_of(recipe.name, chunk), range(recipe.attempts), chunk)
    stream = _streams(recipe, seed, attempt, chunk).named("tiles")
    return rim(recipe.tiles, level or _opened(recipe, seed, attempt, chunk), stream)


def chosen_seed(recipe: Recipe, seed: Seed | None = None) -> Seed:
    """The seed asked for, else the recipe's, else one drawn from the system."""
    if seed is None:
        seed = recipe.seed
    return secrets.randbelow(1 << 32) if seed is None else seed


def contents_of(built: BuiltLevel) -> dict[str, Content]:
    """Name → content of every file of a level, by the recipe's exporters.

    An exporter's names that begin with '.' or '_' are endings of the level's stem; all others are
    files that levels share, such as the tileset's image. Content that is a tuple is what a chunk adds to a
    file of its whole world.
    """
    files: dict[str, Content] = {}
    first: dict[str, tuple[str, Step]] = {}
    for step in built.recipe.export:
        with blame(step):
            made: Mapping[str, Content] = contract.checked_files(step(built), built.site is not None)
            for name, data in made.items():
                whole = built.stem + name if name[0] in "._" else name
                known, by = first.setdefault(whole.casefold(), (whole, step))
                if files.setdefault(known, data) != data or known != whole:
                    raise PluginError(f"writes {whole}, but {by.plugin} of {by.plugin.origin} writes another {known}")
    return files


def files_of(built: BuiltLevel) -> dict[str, bytes]:
    """The files of a level alone: of a chunk without what it adds to those of its world."""
    return own_files(contents_of(built))


def own_files(contents: Mapping[str, Content]) -> dict[str, bytes]:
    """Those of the contents that are whole files of a level's own."""
    return {name: data for name, data in contents.items() if isinstance(data, bytes)}


def export(built: BuiltLevel, out_dir: str | Path, durable: bool = False) -> list[Path]:
    """Write the files of a level into a folder, each whole or not at all; OutputError where that fails.

    Of a chunk only its own: the files of a whole world are written by building it.
    """
    return write_all(files_of(built), Path(out_dir), durable)
