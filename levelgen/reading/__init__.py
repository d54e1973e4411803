"""Reading recipes: a YAML file becomes steps that are known to fit together, or all of its mistakes at once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from levelgen.errors import Problem, RecipeError
from levelgen.graph import GridGraph
from levelgen.reading.context import Reading
from levelgen.reading.extending import contents, extended
from levelgen.reading.fit import check_fit, check_order, check_size, check_targets
from levelgen.reading.gates import read_attempts, read_gates, read_require
from levelgen.reading.keys import check_keys, read_name, read_seeds, read_tileset
from levelgen.reading.settings import Variant, variants
from levelgen.reading.steps import read_step, read_steps
from levelgen.reading.table import KEYS
from levelgen.reading.world import check_chunks, read_world
from levelgen.recipe import Recipe, Setting, Step
from levelgen.settings import limits_of
from levelgen.yaml_nodes import read


def load_recipe(path: str | Path, settings: Sequence[Setting] = ()) -> Recipe:
    """The recipe of a YAML file, of a matrix the first.

    settings: what to set in it, as `--set` does.
    Raises RecipeError with every mistake of the file, each with its line and column; PluginError
    when a plug-in that it names cannot be loaded.
    """
    return load_recipes(path, settings)[0]


def load_recipes(path: str | Path, settings: Sequence[Setting] = ()) -> list[Recipe]:
    """The recipes of a YAML file: one, or one for each combination of its matrix; raises as `load_recipe`."""
    path = Path(path)
    return parse_recipes(contents(path), path, settings)


def parse_recipe(text: str | bytes, path: Path) -> Recipe:
    """The recipe of a text, as if it stood in the file `path`."""
    return parse_recipes(text, path)[0]


def parse_recipes(text: str | bytes, path: Path, settings: Sequence[Setting] = ()) -> list[Recipe]:
    """The recipes of a text, as if it stood in the file `path`."""
    root = read(text, str(path))
    if not isinstance(root.value, dict):
        raise RecipeError([Problem(root.place, "a recipe is a mapping that begins with 'levelgen: 1'")])
    document = extended(root, path)
    recipes: list[Recipe] = []
    problems: list[Problem] = []
    for variant in variants(document.root, tuple(KEYS), settings):
        try:
            recipes.append(_recipe(variant, document.sources))
        except RecipeError as error:
            problems += error.problems
    if problems:
        raise RecipeError(problems)
    return recipes


def is_recipe(text: bytes) -> bool:
    """Is this YAML meant as a recipe, that is: has it the key `levelgen` at its top?"""
    if re.search(rb"^(\xef\xbb\xbf)?[\"']?levelgen[\"']?\s*:", text, re.MULTILINE):
        return True
    try:
        return b"levelgen" in text and "levelgen" in read(text, "").plain()
    except (RecipeError, TypeError):
        return False


def _recipe(variant: Variant, sources: tuple[Path, ...]) -> Recipe:
    """The recipe of a document; RecipeError with all of its mistakes."""
    path = sources[0]
    reading = Reading(variant.root, path)
    check_keys(reading)
    seeds, name = read_seeds(reading), read_name(reading, variant.suffix)
    graph = read_step(reading, "graphs", "graph")
    tree = read_step(reading, "spanning_trees", "spanning_tree")
    passes = read_steps(reading, "passes", "passes")
    tiles = read_step(reading, "tiles", "tiles", default=_default_tiles(graph))
    tileset = read_tileset(reading)
    export = read_steps(reading, "exporters", "export", default=("tiled",))
    limits = limits_of(reading.project)
    require, attempts, gates = read_require(reading), read_attempts(reading), read_gates(reading)
    world = read_world(reading)
    check_fit(reading, graph, [tree, *passes, tiles, *(gate.step for gate in (*require, *gates))])
    check_size(reading, graph, limits)
    check_targets(reading, export)
    check_order(reading, passes)
    check_chunks(reading, world, graph, tiles, passes)
    if reading.problems or graph is None or tree is None or tiles is None:
        raise RecipeError(reading.problems)
    digest = hashlib.sha256(_canonical(variant.root.plain())).hexdigest()
    found = tuple(step for step in passes if step), tuple(step for step in export if step)
    return Recipe(path, name, seeds[0] if seeds else None, graph, tree, found[0], tiles, tileset, found[1], digest,
                  sources, variant.parameters, variant.settings, seeds, require, attempts, gates, limits,
                  world)  # fmt: skip


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
