"""One reading of a recipe: what is read, and what is wrong with it so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from levelgen.addons import project_of
from levelgen.complaint import worded
from levelgen.errors import PluginError, Problem, RecipeError
from levelgen.plugins import Registry, registry
from levelgen.yaml_nodes import Node

Key = tuple[str | int, ...]
"""Where a value stands in a recipe, such as ("passes", 0, "treasure", "count")."""


class Reading:
    """One reading of a recipe: collects problems instead of stopping at the first."""

    def __init__(self, root: Node, path: Path) -> None:
        self.root = root
        self.path = path
        self.project = project_of(path)
        self.plugins: Registry = registry(self.project)
        self.problems: list[Problem] = []

    def node(self, path: Key) -> Node | None:
        """What stands at a path; None where there is nothing."""
        node: Node | None = self.root
        for step in path:
            node = node.inside(step) if node else None
        return node

    def say(self, path: Key, message: str, at_key: bool = False) -> None:
        """Note what is wrong with the value at a path, or with its key."""
        told = label(path)
        self.problems.append(Problem(self.root.at(path, at_key), f"{told}: {message}" if told else message))

    @contextmanager
    def blame(self, named: Key) -> Iterator[None]:
        """Say where the recipe names a plug-in that is broken."""
        try:
            yield
        except PluginError as error:
            raise PluginError(f"{self.root.at(named, key=True)}: {label(named)}: {error}") from error


def label(path: Key) -> str:
    """`passes[0].treasure.count`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{worded(step)}" for step in path).lstrip(".")


def mistake(node: Node, what: str, message: str) -> RecipeError:
    """A mistake that nothing more can be read behind."""
    return RecipeError([Problem(node.place, f"{what}: {message}")])
