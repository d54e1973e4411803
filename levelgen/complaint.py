"""Pydantic's findings in the words of a person who does not know Python."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

MOST_LISTED = 12


class Complaint(NamedTuple):
    """Something wrong with parameters: where among them, what to say, and whether the key itself is meant."""

    path: tuple[str | int, ...]
    message: str
    at_key: bool = False


def did_you_mean(word: object, known: Sequence[str]) -> str:
    """`; did you mean 'count'?`, or what there is to choose from where that is not too much, or nothing."""
    for close in _closest(word, known):
        return f"; did you mean '{close}'?"
    return f"; there is {listed(known)}" if 0 < len(known) <= MOST_LISTED else ""


def _closest(word: object, known: Sequence[str]) -> list[str]:
    return get_close_matches(str(word), known, n=1)


def listed(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def some(words: Sequence[str], most: int = 5) -> str:
    """`a, b, c`, and of a long list how many more there are."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def spelled(value: Any) -> str:
    """A value as it stands in YAML, shortened, in one line."""
    text = _in_yaml(value)
    return text if len(text) <= 40 else text[:37] + "…"


def _in_yaml(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value}".replace("inf", ".inf").replace("nan", ".nan")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{worded(key)}: {_in_yaml(inside)}" for key, inside in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_in_yaml, value)) + "]"
    return repr(value)


def worded(key: Any) -> str:
    """A key bare where it is a word or a number, and otherwise as `spelled` has it."""
    return str(key) if re.fullmatch(r"[\w.+-]{1,40}", str(key)) else spelled(key)


def reason(error: BaseException) -> str:
    """An error that nobody foresaw, in one line: `ZeroDivisionError: division by zero`."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


_MESSAGES = {
    "greater_than_equal": "must be at least {ge:g}, not {input}",
    "greater_than": "must be more than {gt:g}, not {input}",
    "less_than_equal": "must be at most {le:g}, not {input}",
    "less_than": "must be less than {lt:g}, not {input}",
    "int_type": "must be a whole number, not {input}",
    "int_from_float": "must be a whole number, not {input}",
    "float_type": "must be a number, not {input}",
    "finite_number": "must be a finite number, not {input}",
    "string_type": "must be a text, not {input}",
    "bool_type": "must be true or false, not {input}",
    "list_type": "must be a list, not {input}",
    "tuple_type": "must be a list, not {input}",
    "model_type": "must be a mapping (key: value), not {input}",
    "dict_type": "must be a mapping (key: value), not {input}",
    "too_short": "needs at least {min_length} entries, not {actual_length}",
    "too_long": "takes at most {max_length} entries, not {actual_length}",
    "string_too_short": "must not be empty",
}


def explained(error: ValidationError, model: type[BaseModel]) -> list[Complaint]:
    """All findings about a model; a parameter that is only misspelt is not said to be missing as well."""
    found = [(detail, _fields_at(model, detail["loc"])) for detail in error.errors()]
    strange = [(detail["loc"], known) for detail, known in found if detail["type"] == "extra_forbidden"]
    meant = {(*path[:-1], close) for path, known in strange for close in _closest(path[-1], known)}
    return [
        _explain(detail, known)
        for detail, known in found
        if not (detail["type"] == "missing" and tuple(detail["loc"]) in meant)
    ]


def _fields_at(model: Any, path: tuple[Any, ...]) -> list[str]:
    """The names that there are where a finding is, models within models followed."""
    for step in path[:-1]:
        field = getattr(model, "model_fields", {}).get(step)
        inside = [field.annotation, *get_args(field.annotation)] if field else []
        model = next((part for part in inside if hasattr(part, "model_fields")), model)
    return list(getattr(model, "model_fields", {}))


def _explain(detail: Mapping[str, Any], known: Sequence[str]) -> Complaint:
    """One entry of `ValidationError.errors()`; `known` are the names that there are in its place."""
    kind, path, value = detail["type"], tuple(detail["loc"]), detail["input"]
    if kind == "extra_forbidden":
        return Complaint(path, f"unknown parameter{did_you_mean(path[-1], known)}", at_key=True)
    if kind == "missing" and isinstance(path[-1], int):
        return Complaint(path[:-1], f"entry {path[-1] + 1} is missing in {spelled(value)}")
    if kind == "missing":
        return Complaint(path[:-1], f"parameter '{path[-1]}' is missing", at_key=True)
    if kind == "literal_error":
        choices = detail["ctx"]["expected"].replace("'", "")
        return Complaint(path, f"must be {choices}, not {spelled(value)}")
    if kind in _MESSAGES:
        return Complaint(path, _MESSAGES[kind].format(**{**detail.get("ctx", {}), "input": spelled(value)}))
    return Complaint(path, f"{detail['msg']}, not {spelled(value)}")
