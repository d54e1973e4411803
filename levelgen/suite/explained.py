"""Is a plug-in explained to people who never see its code?"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from levelgen.complaint import spelled
from levelgen.plugins import Plugin
from levelgen.schema.plugin import parameters_schema

LONGEST_LINE = 120


def explained(plugin: Plugin, project: Path | None) -> tuple[str, list[str]]:
    """Its docstring begins with a sentence and tells of each parameter; each has a type and allows its own default."""
    names = list(plugin.model.model_fields)
    problems = [*_help(plugin), *(problem for name in names for problem in _parameter(plugin, name)), *_call(plugin)]
    return f"{len(names)} parameter{'' if len(names) == 1 else 's'}", problems


def _help(plugin: Plugin) -> Iterator[str]:
    first, _, rest = plugin.help.partition("\n")
    if not first.endswith(".") or len(first) > LONGEST_LINE:
        yield f"its docstring must begin with one sentence of at most {LONGEST_LINE} characters, in a line of its own"
    if rest and not rest.startswith("\n"):
        yield "its docstring must have a blank line behind the first sentence"


def _parameter(plugin: Plugin, name: str) -> Iterator[str]:
    schema = parameters_schema(plugin)
    form = schema["properties"][name]
    if plugin.hints.get(name, Any) is Any:
        yield f"parameter '{name}' has no type; annotate it, such as Annotated[int, Field(ge=1)]"
    if not form.get("description"):
        yield f"nothing is told of parameter '{name}'; add a line '{name}: …' to the docstring"
    if name in schema.get("required", []) and not form.get("examples"):
        yield f"parameter '{name}' must be given and has no example; annotate it by Field(examples=[…])"
    field = plugin.model.model_fields[name]
    if not field.is_required():
        wrong = [complaint for complaint in plugin.read({name: field.default})[1] if complaint.path[:1] == (name,)]
        yield from (f"the default of '{name}', {spelled(field.default)}, {complaint.message}" for complaint in wrong)


def _call(plugin: Plugin) -> Iterator[str]:
    """What follows the rng can only be set by name, so that a recipe can set it."""
    parameters = inspect.signature(plugin.function).parameters.values()
    positional = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
    if positional != plugin.kind.takes[: len(positional)]:
        yield f"its parameters must be called {', '.join(plugin.kind.takes)}, not {', '.join(positional)}"
