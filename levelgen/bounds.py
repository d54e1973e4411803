"""Bounds on a number, as recipes and commands say them: `5..20`, `3..`, `..20%`, `">= 3"`, `7`, `{min: 3, max: 9}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from levelgen.complaint import spelled

_NUMBER = r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?%?"
_RANGE = re.compile(rf"({_NUMBER})?\s*\.\.\s*({_NUMBER})?")
_COMPARED = re.compile(rf"(>=|<=|==?)\s*({_NUMBER})")
_LARGEST = 10**100

_NUMBER_FORM = {"type": ["number", "string"], "pattern": rf"^\s*{_NUMBER}\s*$"}
FORM: Mapping[str, Any] = {
    "type": ["number", "string", "object"],
    "pattern": rf"^\s*(({_NUMBER})\s*\.\.\s*({_NUMBER})?|\.\.\s*{_NUMBER}|(>=|<=|==?)\s*{_NUMBER}|{_NUMBER})\s*$",
    "patternErrorMessage": "expected: a range such as 5..20, 5.., ..20, '>= 5' or {min: 5, max: 20}, or a number",
    "properties": {"min": _NUMBER_FORM, "max": _NUMBER_FORM},
    "additionalProperties": False,
    "minProperties": 1,
}
"""The JSON Schema of bounds in a recipe."""


@dataclass(frozen=True)
class Bounds:
    """From `low` to `high`, both included; None is no bound on that side."""

    low: float | None = None
    high: float | None = None

    def hold(self, value: float) -> bool:
        """Does the value lie inside?"""
        return self.short_of(value) == 0

    def short_of(self, value: float) -> float:
        """How far the value lies outside; 0 inside."""
        below = self.low - value if self.low is not None else 0
        above = value - self.high if self.high is not None else 0
        return max(below, above, 0)

    def __str__(self) -> str:
        if self.low == self.high:
            return number(self.low or 0)
        if self.high is None:
            return f"at least {number(self.low or 0)}"
        return f"at most {number(self.high)}" if self.low is None else f"{number(self.low)} to {number(self.high)}"


def number(value: float) -> str:
    """A measured value for people: whole ones in full, others to four places that count."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.4g}"


def bounds(value: Any) -> Bounds:
    """The Bounds that a recipe's value or a command's text means; ValueError says what it must be instead.

    Shares may be written with %: 8% is 0.08.
    """
    low, high = _ends(value)
    if any(end is not None and not abs(end) <= _LARGEST for end in (low, high)):
        raise _wrong(value)
    if low is not None and high is not None and low > high:
        raise ValueError(f"holds nothing, as {number(low)} is more than {number(high)}")
    return Bounds(low, high)


def _ends(value: Any) -> tuple[float | None, float | None]:
    if isinstance(value, Mapping):
        if not value or any(key not in ("min", "max") for key in value):
            raise _wrong(value)
        return tuple(_number(value[end]) if end in value else None for end in ("min", "max"))  # type: ignore[return-value]
    # In YAML `3..` and `..20` are texts, and so is `5..20`.
    if isinstance(value, str) and (ends := _RANGE.fullmatch(value.strip())) and (ends[1] or ends[2]):
        return tuple(_number(end) if end else None for end in ends.groups())  # type: ignore[return-value]
    if isinstance(value, str) and (compared := _COMPARED.fullmatch(value.strip())):
        sign, limit = compared[1], _number(compared[2])
        return limit if sign != "<=" else None, limit if sign != ">=" else None
    exactly = _number(value)
    return exactly, exactly


def _number(value: Any) -> float:
    if isinstance(value, str) and re.fullmatch(_NUMBER, value.strip()):
        text = value.strip()
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(value)
    return value


def _wrong(value: Any) -> ValueError:
    spellings = "a range such as 5..20, 5.., ..20, '>= 5' or {min: 5, max: 20}, or a number"
    return ValueError(f"must be {spellings}, not {spelled(value)}")
