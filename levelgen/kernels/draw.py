"""Drawing inside kernels: the words that `Stream.below` and `Stream.random` would take."""

from __future__ import annotations

from math import frexp
from typing import Any


def below(words: Any, cursor: Any, n: int) -> int:
    """A number from 0 to n − 1 (1 ≤ n < 2³²), or −1 with the cursor unmoved when the words run out."""
    value, after = below_from(words, cursor[0], n)
    if value >= 0:
        cursor[0] = after
    return value


def below_from(words: Any, at: int, n: int) -> tuple[int, int]:
    """The same from the word `at` on, and the word after; −1 when the words run out."""
    shift = shift_for(n)
    while at < len(words):
        value = words[at] >> shift
        at += 1
        if value < n:
            return int(value), at
    return -1, at


def shift_for(n: int) -> int:
    """By how much to shift a word of 32 bits so that it is as long as n."""
    return 31 if n < 2 else 30 if n < 4 else 32 - frexp(n)[1]


def fraction_of(first: int, second: int) -> float:
    """The float from 0 to 1 (1 left out) that two words make."""
    return float(((first >> 5) * 67108864.0 + (second >> 6)) / 9007199254740992.0)


def shuffle(words: Any, cursor: Any, items: Any, last: Any) -> bool:
    """Fisher–Yates, from `items[last[0]]` down to the second item (Durstenfeld 1964)."""
    i, at = last[0], cursor[0]
    shift = shift_for(i + 1)
    while i > 0 and at < len(words):
        if (i + 1) >> (31 - shift) == 0:
            shift += 1
        j = words[at] >> shift
        at += 1
        if j <= i:
            items[i], items[j] = items[j], items[i]
            i -= 1
    cursor[0], last[0] = at, i
    return bool(i <= 0)
