"""Bounds: what their spellings mean, and which values they hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.bounds import Bounds, bounds, number


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [("5..20", 5, 20), ("5 .. 20", 5, 20), ("5..", 5, None), ("..20", None, 20), (7, 7, 7), (0.5, 0.5, 0.5), ("7", 7, 7),
     ("8%..", 0.08, None), ("5%..12.5%", 0.05, 0.125), ("-3..-1", -3, -1), (">= 3", 3, None), ("<=1e3", None, 1000),
     ("= 4", 4, 4), ("== 4", 4, 4), ({"min": 3}, 3, None), ({"max": "9%"}, None, 0.09), ({"min": 3, "max": 3}, 3, 3)],
)  # fmt: skip
def test_spellings(said: Any, low: float | None, high: float | None) -> None:
    assert bounds(said) == Bounds(low, high)


@pytest.mark.parametrize(
    "said", ["", "..", "...", "5...20", "a..b", "5..20..30", "> 3", "3 <=", ">= ", "1e999..", "٣..٤", None, True, [1, 2], {},
             {"least": 1}, {"min": None}, {"min": True}, {"min": "5..20"}, float("nan"), float("inf"), 10**101],
)  # fmt: skip
def test_what_is_no_bounds_is_told_what_they_look_like(said: Any) -> None:
    with pytest.raises(ValueError, match=r"^must be a range such as 5\.\.20"):
        bounds(said)


def test_bounds_that_hold_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="holds nothing, as 9 is more than 3"):
        bounds("9..3")


@given(st.integers(-50, 50), st.integers(0, 50), st.integers(-120, 120))
def test_both_ends_are_inside(low: int, more: int, value: int) -> None:
    inside = bounds(f"{low}..{low + more}")
    assert inside.hold(value) is (low <= value <= low + more)
    assert inside.short_of(value) == max(low - value, value - low - more, 0)
    assert bounds(f"{low}..").hold(value) is (value >= low)
    assert bounds(f"..{low}").hold(value) is (value <= low)


def test_they_are_said_in_words() -> None:
    said = [str(bounds(value)) for value in ("5..20", "5..", "..0.25", 7)]
    assert said == ["5 to 20", "at least 5", "at most 0.25", "7"]
    assert [number(value) for value in (3, 3.0, 1 / 3, 123456.789, 2.5)] == ["3", "3", "0.3333", "1.235e+05", "2.5"]
