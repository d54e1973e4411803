"""Reading recipes: a YAML file becomes steps that are known to fit together, or all of its mistakes at once."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from levelgen.errors import Place, Problem, RecipeError
from levelgen.graph import GridGraph
from levelgen.reading.context import Reading
from levelgen.reading.fit import check_fit, check_order, check_targets
from levelgen.reading.keys import check_keys, read_name, read_seed, read_tileset
from levelgen.reading.steps import read_step, read_steps
from levelgen.recipe import Recipe, Step
from levelgen.yaml_nodes import LARGEST_FILE, Node, read


def load_recipe(path: str | Path) -> Recipe:
    """The recipe of a YAML file.

    Raises RecipeError with every mistake of the file, each with its line and column; PluginError
    when a plug-in that it names cannot be loaded.
    """
    path = Path(path)
    return parse_recipe(contents(path), path)


def contents(path: Path) -> bytes:
    """What a file holds, as far as a recipe may be long; RecipeError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RecipeError([Problem(Place(str(path)), f"cannot be read: {error.strerror}")]) from None


def parse_recipe(text: str | bytes, path: Path) -> Recipe:
    """The recipe of a text, as if it stood in the file `path`."""
    return recipe_of(read(text, str(path)), path)


def is_recipe(text: bytes) -> bool:
    """Is this YAML meant as a recipe, that is: has it the key `levelgen` at its top?"""
    if re.search(rb"^(\xef\xbb\xbf)?[\"']?levelgen[\"']?\s*:", text, re.MULTILINE):
        return True
    try:
        return b"levelgen" in text and "levelgen" in read(text, "").plain()
    except (RecipeError, TypeError):
        return False


def recipe_of(root: Node, path: Path) -> Recipe:
    """The recipe of a document, read from the file `path`; RecipeError with all of its mistakes."""
    if not isinstance(root.value, dict):
        raise RecipeError([Problem(root.place, "a recipe is a mapping that begins with 'levelgen: 1'")])
    reading = Reading(root, path)
    check_keys(reading)
    seed, name = read_seed(reading), read_name(reading)
    graph = read_step(reading, "graphs", "graph")
    tree = read_step(reading, "spanning_trees", "spanning_tree")
    passes = read_steps(reading, "passes", "passes")
    tiles = read_step(reading, "tiles", "tiles", default=_default_tiles(graph))
    tileset = read_tileset(reading)
    export = read_steps(reading, "exporters", "export", default=("tiled",))
    check_fit(reading, graph, [tree, *passes, tiles])
    check_targets(reading, export)
    check_order(reading, passes)
    if reading.problems or graph is None or tree is None or tiles is None:
        raise RecipeError(reading.problems)
    digest = hashlib.sha256(_canonical(root.plain())).hexdigest()
    found = tuple(step for step in passes if step), tuple(step for step in export if step)
    return Recipe(path, name, seed, graph, tree, found[0], tiles, tileset, found[1], digest)


def _default_tiles(graph: Step | None) -> str:
    return "blocks" if graph is None or issubclass(graph.plugin.graph_type, GridGraph) else "archipelago"


def _canonical(value: Any) -> bytes:
    return json.dumps(
        _with_text_keys(value), sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str
    ).encode()


def _with_text_keys(value: Any) -> Any:
    """The value with all keys as texts, which have an order; no two keys of a recipe are spelled alike."""
    if isinstance(value, dict):
        return {str(key): _with_text_keys(inside) for key, inside in value.items()}
    return [_with_text_keys(inside) for inside in value] if isinstance(value, list) else value
