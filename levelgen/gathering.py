"""Whole worlds: what their chunks bring to the figures and files of the world, put together behind the last one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Protocol, TypeVar

from levelgen.files import Content, Gathered
from levelgen.recipe import Recipe
from levelgen.rng import Seed
from levelgen.verify import Proof, whole
from levelgen.world import Chunk, layout_of, stem_of
from levelgen.writer import Writer

T = TypeVar("T")


class Ordered(Protocol):
    """A level to make, as far as it matters here."""

    @property
    def recipe(self) -> Recipe:
        """Its recipe."""

    @property
    def seed(self) -> Seed:
        """Its seed."""

    @property
    def stem(self) -> str:
        """What begins the names of its files."""

    @property
    def chunk(self) -> Chunk | None:
        """Where it lies in its world."""


class Brought(Protocol):
    """A level that was made, as far as it matters here."""

    @property
    def files(self) -> Mapping[str, Content]:
        """Its files, and what it adds to those of its world."""

    @property
    def proof(self) -> Proof:
        """Its figures."""


@dataclass(frozen=True)
class WorldMade:
    """A world all of whose chunks were made: the proof of the whole, and the files that are the world's own."""

    recipe: Recipe
    seed: Seed
    stem: str
    proof: Proof
    files: tuple[Path, ...]


def with_worlds(jobs: Sequence[Ordered], found: Sequence[T], writer: Writer) -> list[T | tuple[str, ...]]:
    """`found`, with all chunks of a world to be made where one of them is, or where the world's files are not there.

    Reasons to make a level are tuples; all else says that it is not made.
    """
    result: list[T | tuple[str, ...]] = []
    pairs = zip(jobs, found, strict=True)
    for (recipe, _), group in groupby(pairs, key=lambda pair: (pair[0].recipe, pair[0].seed)):
        members = list(group)
        job = members[0][0]
        said: list[T | tuple[str, ...]] = [why for _, why in members]
        if recipe.world and len(members) == recipe.world.rows * recipe.world.columns:
            made = any(isinstance(why, tuple) for why in said)
            if made or not writer.has(_world_stem(job.stem, job.chunk)):
                said = [why if isinstance(why, tuple) or _failed(why) else ("world",) for why in said]
        result += said
    return result


def _failed(why: object) -> bool:
    return hasattr(why, "error")


def _world_stem(stem: str, chunk: Chunk | None) -> str:
    return stem.removesuffix(stem_of("", chunk))


class Gathering:
    """The world that is being made: its chunks come row by row; one that is missing lets the whole go unwritten."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.begun: tuple[Recipe, Seed] | None = None
        self.gathered = Gathered(writer.folder)
        self.proofs: list[Proof] = []

    def __enter__(self) -> Gathering:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        """Remove what is left of a world that did not become whole."""
        self.gathered.discard()

    def add(self, job: Ordered, level: Brought) -> Iterator[WorldMade]:
        """Add a chunk; behind the last one the world, if no chunk is missing."""
        world, chunk = job.recipe.world, job.chunk
        if world is None or chunk is None or world.endless:
            return
        if chunk == (0, 0):
            self.gathered.discard()
            self.begun, self.gathered, self.proofs = (job.recipe, job.seed), Gathered(self.writer.folder), []
        if self.begun != (job.recipe, job.seed) or len(self.proofs) != chunk[0] * world.columns + chunk[1]:
            return
        self.gathered.add({name: data for name, data in level.files.items() if isinstance(data, tuple)})
        self.proofs.append(level.proof)
        if len(self.proofs) == world.rows * world.columns:
            stem = _world_stem(job.stem, chunk)
            paths = tuple(self.gathered.finish(self.writer.durable))
            self.writer.keep(paths, job.recipe, stem)
            yield WorldMade(job.recipe, job.seed, stem, whole(layout_of(job.recipe, job.seed), self.proofs), paths)
