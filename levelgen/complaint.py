"""Pydantic's findings in the words of a person who does not know Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple


class Complaint(NamedTuple):
    """Something wrong with parameters: where among them, what to say, and whether the key itself is meant."""

    path: tuple[str | int, ...]
    message: str
    at_key: bool = False


def did_you_mean(word: object, known: Sequence[str]) -> str:
    """`; did you mean 'count'?`, or what there is to choose from, or nothing."""
    close = get_close_matches(str(word), known, n=1)
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; there is {listed(known)}" if known else ""


def listed(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def spelled(value: Any) -> str:
    """A value as it stands in YAML, shortened."""
    names = {True: "true", False: "false"} if isinstance(value, bool) else {}
    text = "null" if value is None else names.get(value, repr(value)) if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


def reason(error: BaseException) -> str:
    """An error that nobody foresaw, in one line: `ZeroDivisionError: division by zero`."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


_MESSAGES = {
    "greater_than_equal": "must be at least {ge}, not {input}",
    "greater_than": "must be more than {gt}, not {input}",
    "less_than_equal": "must be at most {le}, not {input}",
    "less_than": "must be less than {lt}, not {input}",
    "int_type": "must be a whole number, not {input}",
    "int_from_float": "must be a whole number, not {input}",
    "float_type": "must be a number, not {input}",
    "finite_number": "must be a finite number, not {input}",
    "string_type": "must be a text, not {input}",
    "bool_type": "must be true or false, not {input}",
    "list_type": "must be a list, not {input}",
    "tuple_type": "must be a list, not {input}",
    "dict_type": "must be a mapping (key: value), not {input}",
    "too_short": "needs at least {min_length} entries, not {actual_length}",
    "too_long": "takes at most {max_length} entries, not {actual_length}",
    "string_too_short": "must not be empty",
}


def explain(detail: Mapping[str, Any], known: Sequence[str]) -> Complaint:
    """One entry of `ValidationError.errors()`; `known` are the parameters that there are."""
    kind, path, value = detail["type"], tuple(detail["loc"]), detail["input"]
    if kind == "extra_forbidden":
        return Complaint(path, f"unknown parameter{did_you_mean(path[-1], known)}", at_key=True)
    if kind == "missing":
        return Complaint(path[:-1], f"parameter '{path[-1]}' is missing", at_key=True)
    if kind == "literal_error":
        choices = detail["ctx"]["expected"].replace("'", "")
        return Complaint(path, f"must be {choices}, not {spelled(value)}")
    if kind in _MESSAGES:
        return Complaint(path, _MESSAGES[kind].format(**{**detail.get("ctx", {}), "input": spelled(value)}))
    return Complaint(path, f"{detail['msg']}, not {spelled(value)}")
