"""`parameters`: the values that a recipe leaves open, each with its default, and where they go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from levelgen.complaint import did_you_mean, explained, listed, spelled
from levelgen.errors import Problem, RecipeError
from levelgen.reading.context import label, mistake
from levelgen.recipe import Parameter
from levelgen.yaml_nodes import Node

Scalar = bool | int | float | str
Number = int | float


class Declared(BaseModel):
    """What a recipe may say of a parameter.

    default: its value where nobody sets it. min, max: the range of a number. step: how a slider moves.
    choices: all that it may be. help: a line for whoever sets it.
    """

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    default: Scalar
    min: Number | None = None
    max: Number | None = None
    step: Number | None = Field(None, gt=0)
    choices: list[Scalar] | None = Field(None, min_length=1)
    help: str = ""


def declared_in(root: Node) -> dict[str, Node]:
    """Name → what the recipe says of each parameter; a bare value is its default. RecipeError where that is wrong."""
    parameters = root.inside("parameters")
    if parameters is None:
        return {}
    if not isinstance(parameters.value, dict):
        raise mistake(parameters, "parameters", "must be a mapping, such as {size: {default: 10, min: 4, max: 40}}")
    words = [name for name in parameters.value if not re.fullmatch(r"[A-Za-z_]\w*", str(name))]
    problems = [Problem(parameters.keys[name], f"{label(('parameters', name))}: must be one word") for name in words]
    for name, node in parameters.value.items():
        try:
            parameter_of(name, node)
        except RecipeError as error:
            problems += error.problems
    if problems:
        raise RecipeError(problems)
    return dict(parameters.value)


def _default(declared: Node) -> Node:
    return declared.value["default"] if isinstance(declared.value, dict) else declared


def parameter_of(name: str, declared: Node, given: Node | None = None) -> Parameter:
    """A parameter with its value, as given, else its default; RecipeError where it is not allowed."""
    said = declared.plain() if isinstance(declared.value, dict) else {"default": declared.plain()}
    try:
        form = Declared(**said)
    except ValidationError as error:
        wrong = explained(error, Declared)
        where = ("parameters", name)
        raise RecipeError(
            [Problem(declared.at(w.path, w.at_key), f"{label((*where, *w.path))}: {w.message}") for w in wrong]
        ) from None
    value = form.default if given is None else given.plain()
    told = f"parameters.{name}.default" if given is None else name
    node = _default(declared) if given is None else given
    if problem := _outside(value, form):
        raise mistake(node, told, problem)
    choices = None if form.choices is None else tuple(form.choices)
    return Parameter(name, value, form.min, form.max, form.step, choices, form.help, declared.place)


def _outside(value: Any, form: Declared) -> str:
    """What is wrong with a parameter's value, or nothing."""
    if not isinstance(value, bool | int | float | str):
        return f"must be a number, a text, true or false, not {spelled(value)}"
    if form.choices is not None and value not in form.choices:
        return f"must be {listed([spelled(choice) for choice in form.choices])}, not {spelled(value)}"
    if form.min is None and form.max is None:
        return ""
    if isinstance(value, bool | str):
        return f"must be a number, not {spelled(value)}"
    if form.min is not None and value < form.min:
        return f"must be at least {form.min}, not {value}"
    return f"must be at most {form.max}, not {value}" if form.max is not None and value > form.max else ""


def filled(root: Node, declared: Mapping[str, Node], given: Mapping[str, Node]) -> Node:
    """The document with the value of each parameter, as given, else its default, where it says `$name`.

    `$$` begins a text with `$`. RecipeError where a name is not declared.
    """
    values = {name: given.get(name, _default(node)) for name, node in declared.items()}
    problems: list[Problem] = []
    root = _filled(root, values, problems)
    if problems:
        raise RecipeError(problems)
    return root


def check_used(root: Node, declared: Mapping[str, Node]) -> None:
    """Every parameter that the recipe's own file declares has a place; RecipeError for those that have none."""
    text = set(_texts(root))
    own = [name for name, node in declared.items() if node.place.file == root.place.file]
    idle = [name for name in own if f"${name}" not in text]
    if idle:
        where = "is used nowhere; write ${} where its value belongs"
        problems = [Problem(declared[name].place, f"parameters.{name}: {where.format(name)}") for name in idle]
        raise RecipeError(problems)


def _texts(node: Node) -> Iterator[str]:
    inside = node.value.values() if isinstance(node.value, dict) else node.value if isinstance(node.value, list) else ()
    if isinstance(node.value, str):
        yield node.value
    for below in inside:
        yield from _texts(below)


def _filled(node: Node, values: Mapping[str, Node], problems: list[Problem]) -> Node:
    value = node.value
    if isinstance(value, dict):
        return replace(node, value={key: _filled(inside, values, problems) for key, inside in value.items()})
    if isinstance(value, list):
        return replace(node, value=[_filled(inside, values, problems) for inside in value])
    if not isinstance(value, str) or not value.startswith("$"):
        return node
    name = value[1:]
    if name.startswith("$"):
        return replace(node, value=name)
    if name not in values:
        mend = did_you_mean(name, list(values)) or "; declare it under 'parameters:', or write $$ for a text"
        problems.append(Problem(node.place, f"no parameter '{name}'{mend}"))
    return values.get(name, node)
