"""Bounds on a number, as recipes and commands say them: `5..20`, `3..`, `..20%`, `">= 3"`, `7`, `{min: 3, max: 9}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?%?"
_RANGE = re.compile(rf"({_NUMBER})?\s*\.\.\s*({_NUMBER})?")
_COMPARED = re.compile(rf"(>=|<=|==?)\s*({_NUMBER})")
_LARGEST = 10**100

SPELLINGS = "a range such as 5..20, 5.., ..20 or '>= 5', or a number"


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
    if isinstance(value, Mapping):
        return _of_mapping(value)
    if isinstance(value, str) and (compared := _COMPARED.fullmatch(value.strip())):
        sign, limit = compared[1], _number(compared[2])
        return Bounds(limit if sign != "<=" else None, limit if sign != ">=" else None)
    # In YAML `3..` and `..20` are texts, and so is `5..20`.
    if isinstance(value, str) and (ends := _RANGE.fullmatch(value.strip())) and (ends[1] or ends[2]):
        return _in_order(*(_number(end) if end else None for end in ends.groups()))
    exactly = _number(value)
    return Bounds(exactly, exactly)


def _of_mapping(value: Mapping[Any, Any]) -> Bounds:
    strange = [key for key in value if key not in ("min", "max")]
    if strange or not value:
        raise ValueError(f"must be {SPELLINGS}, or {{min: 5, max: 20}}")
    return _in_order(*(_number(value[end]) if end in value else None for end in ("min", "max")))


def _in_order(low: float | None, high: float | None) -> Bounds:
    if low is not None and high is not None and low > high:
        raise ValueError(f"holds nothing: {number(low)} is more than {number(high)}")
    return Bounds(low, high)


def _number(value: Any) -> float:
    if isinstance(value, str) and re.fullmatch(_NUMBER, value.strip()):
        text = value.strip()
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST:
        raise ValueError(f"must be {SPELLINGS}")
    return value
