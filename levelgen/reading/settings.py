"""`matrix` and `--set`: one recipe for several levels."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from levelgen.complaint import did_you_mean
from levelgen.errors import Place, Problem, RecipeError
from levelgen.reading.context import Key, label, mistake
from levelgen.reading.declared import check_used, declared_in, filled, parameter_of
from levelgen.reading.extending import STEPS
from levelgen.recipe import Parameter, Setting
from levelgen.yaml_nodes import DEEPEST, Node, read

LARGEST_MATRIX = 1000
_OWN_KEYS = ("extends", "parameters", "matrix")
_FIXED = ("levelgen", *_OWN_KEYS)
_STEP = re.compile(r"([^.\[\]]+)|\[(\d{1,9})\]")


@dataclass(frozen=True)
class Variant:
    """A document with its parameters filled in.

    settings: what was set, in the order it was; suffix: the values of the matrix, for the level's name.
    """

    root: Node
    parameters: tuple[Parameter, ...]
    settings: tuple[Setting, ...]
    suffix: str


def variants(root: Node, keys: Sequence[str], settings: Sequence[Setting] = ()) -> list[Variant]:
    """A document for each combination of its `matrix`, the settings made; one where it has none.

    keys: those of a recipe. RecipeError where a setting names nothing, or sets what may not be.
    """
    given, matrix = dict(_given(settings)), _matrix(root)
    axes = {**{key: [node] for key, node in given.items()}, **matrix}
    axes |= {key: [given[key]] for key in matrix if key in given}
    declared = declared_in(root)
    for key, nodes in axes.items():
        _check_name(key, nodes[0], (*declared, *(name for name in keys if name not in _FIXED)))
    check_used(root, declared)
    bare = replace(root, value={key: node for key, node in root.value.items() if key not in _OWN_KEYS})
    combinations = [dict(zip(axes, chosen, strict=True)) for chosen in product(*axes.values())]
    return [_variant(bare, declared, matrix, chosen) for chosen in combinations]


def _variant(root: Node, declared: Mapping[str, Node], matrix: Collection[str], chosen: Mapping[str, Node]) -> Variant:
    for key, node in chosen.items():
        if key not in declared:
            root = _with(root, _path(key), node, key)
    parameters = tuple(parameter_of(name, node, chosen.get(name)) for name, node in declared.items())
    made = tuple((key, json.dumps(node.plain())) for key, node in chosen.items())
    suffix = "".join(f"-{_word(node.plain())}" for key, node in chosen.items() if key in matrix)
    return Variant(filled(root, declared, chosen), parameters, made, suffix)


def _check_name(key: str, node: Node, known: Sequence[str]) -> None:
    path = _path(key)
    if not path or path[0] not in known:
        raise mistake(node, key, f"is no parameter and no key of a recipe{did_you_mean(key, known)}")
    if len(path) > DEEPEST:
        raise mistake(node, f"{key[:40]}…", f"leads deeper than {DEEPEST} levels")


def _given(settings: Iterable[Setting]) -> Iterator[tuple[str, Node]]:
    for key, text in settings:
        file = f"--set {key}={text}"
        try:
            yield key, _moved(read(text or "''", file), Place(file))
        except RecipeError as error:
            raise RecipeError([Problem(Place(file), problem.message) for problem in error.problems]) from None


def _moved(node: Node, place: Place) -> Node:
    """The same value, as if it all stood at one place."""
    value = node.value
    if isinstance(value, dict):
        value = {key: _moved(inside, place) for key, inside in value.items()}
    elif isinstance(value, list):
        value = [_moved(inside, place) for inside in value]
    return replace(node, place=place, value=value, keys=dict.fromkeys(node.keys, place))


def _matrix(root: Node) -> dict[str, list[Node]]:
    """What is set, and the values that it takes in turn."""
    matrix = root.inside("matrix")
    if matrix is None:
        return {}
    such_as = "such as {graph.grid.rows: [6, 12], spanning_tree: [kruskal, wilson]}"
    if not isinstance(matrix.value, dict) or not matrix.value:
        raise mistake(matrix, "matrix", f"must be a mapping of parameters to lists of values, {such_as}")
    for key, node in matrix.value.items():
        if not isinstance(node.value, list) or not node.value:
            raise mistake(node, f"matrix.{key}", f"must be a list of values, {such_as}")
    if (count := prod(len(node.value) for node in matrix.value.values())) > LARGEST_MATRIX:
        raise mistake(matrix, "matrix", f"makes {count} levels; at most {LARGEST_MATRIX}")
    return {str(key): node.value for key, node in matrix.value.items()}


def _path(key: str) -> Key:
    """`passes[0].treasure.count` in its steps; empty where it is no such path."""
    steps = [int(index) if index else word for word, index in _STEP.findall(key)]
    return tuple(steps) if label(tuple(steps)) == key else ()


def _with(node: Node | None, path: Key, value: Node, key: str, above: str = "") -> Node:
    """The document with a value at a path, mappings made where there are none."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = node.value if node and isinstance(node.value, list) else []
        if step >= len(items):
            raise mistake(value, key, f"there is no [{step}] in a list of {len(items)}")
        return replace(node or value, value=[*items[:step], _with(items[step], rest, value, key), *items[step + 1 :]])
    inside = node.value if node and isinstance(node.value, dict) else {}
    if above in STEPS and step not in inside:
        inside = {}
    keys = {step: value.place, **(node.keys if node else {})}
    return Node(
        node.place if node else value.place, {**inside, step: _with(inside.get(step), rest, value, key, step)}, keys
    )


def _word(value: Any) -> str:
    """A value as part of a file's name."""
    if isinstance(value, dict):
        return "-".join(
            f"{_word(key)}-{_word(inside)}" if inside not in (None, {}) else _word(key) for key, inside in value.items()
        )
    if isinstance(value, list):
        return "-".join(map(_word, value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return re.sub(r"[^A-Za-z0-9._]+", "-", text.replace("%", "pct")).strip("-")
