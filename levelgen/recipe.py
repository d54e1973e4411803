"""A recipe: steps that are known to fit together, each with the place where the recipe says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelgen.bounds import Bounds
from levelgen.errors import GenerationError, Place, PluginError, Problem
from levelgen.level import Scalar
from levelgen.limits import USUAL, Limits
from levelgen.plugins import Plugin
from levelgen.rng import Seed
from levelgen.tileset import TileSet


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a recipe: a plug-in with its parameters, and where the recipe says so."""

    plugin: Plugin
    parameters: Mapping[str, Any]
    place: Place
    label: str

    def __call__(self, *arguments: Any) -> Any:
        """Run the step."""
        return self.plugin(*arguments, **self.parameters)

    def __str__(self) -> str:
        return f"{self.place}: {self.label}"


Setting = tuple[str, str]
"""Something set in a recipe from outside: a parameter or a path such as graph.grid.rows, and its value in YAML."""


@dataclass(frozen=True)
class Parameter:
    """A value that a recipe leaves open: as it is now, its bounds (None: none), choices, and what it is for."""

    name: str
    value: Scalar
    minimum: int | float | None
    maximum: int | float | None
    step: int | float | None
    choices: tuple[Scalar, ...] | None
    help: str
    place: Place


@dataclass(frozen=True, eq=False)
class Gate:
    """What a recipe asks of a measure, which is a step that gives a number."""

    step: Step
    wanted: Bounds

    @property
    def name(self) -> str:
        """The measure's name."""
        return self.step.plugin.name


@dataclass(frozen=True, eq=False)
class SpreadGate(Gate):
    """What a recipe asks of a statistic (such as `p05`) of a measure over many seeds."""

    statistic: str


@dataclass(frozen=True, eq=False)
class World:
    """How a recipe's levels lie side by side, as the chunks of a world.

    rows, columns: of chunks, 0 where the world is endless, which has no spanning tree and no passes either. seams:
    how many ways lead over each border of two chunks that are joined.
    """

    place: Place
    seams: int
    rows: int = 0
    columns: int = 0
    spanning_tree: Step | None = None
    passes: tuple[Step, ...] = ()

    @property
    def endless(self) -> bool:
        """Does it go on in all directions?"""
        return self.spanning_tree is None


@dataclass(frozen=True, eq=False)
class Recipe:
    """A level recipe, read and checked.

    seed is None where the recipe leaves it out, and the first where it names several in `seeds`; digest is the
    SHA-256 of the recipe's values, with all that it extends and all settings in them. sources: the files it was
    read from, its own first. settings: what `load_recipe` needs to read the same recipe again, of a matrix too.
    A level that is outside its `require` is tried again, `attempts` times in all; `gates` are for `levelgen stats`.
    limits: what its project allows.
    """

    path: Path
    name: str
    seed: Seed | None
    graph: Step
    spanning_tree: Step
    passes: tuple[Step, ...]
    tiles: Step
    tileset: TileSet
    export: tuple[Step, ...]
    digest: str
    sources: tuple[Path, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    settings: tuple[Setting, ...] = ()
    seeds: tuple[Seed, ...] = ()
    require: tuple[Gate, ...] = ()
    attempts: int = 1
    gates: tuple[SpreadGate, ...] = ()
    limits: Limits = USUAL
    world: World | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in the order they run."""
        world = self.world
        around = (world.spanning_tree, *world.passes) if world and world.spanning_tree else ()
        return (*around, self.graph, self.spanning_tree, *self.passes, self.tiles, *self.export)


@contextmanager
def blame(step: Step) -> Iterator[None]:
    """Say which step of the recipe an error comes from, and of a broken plug-in whose it is."""
    try:
        with step.plugin.named():
            yield
    except (GenerationError, PluginError) as error:
        placed = type(error)(f"{step}: {error}")
        placed.problems = (Problem(step.place, f"{step.label}: {error}"),)
        raise placed from error


def is_seed(value: object) -> bool:
    """Can this be a seed: a whole number of at least 0, or a text of one line that a person can read?"""
    return value.isprintable() if isinstance(value, str) else type(value) is int and value >= 0
