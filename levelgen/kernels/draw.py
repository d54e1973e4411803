"""Drawing inside kernels: the words that `Stream.below` and `Stream.random` would take."""

from __future__ import annotations

from math import frexp
from typing import Any


def below(words: Any, cursor: Any, n: int) -> int:
    """A number from 0 to n − 1 (1 ≤ n < 2³²), or −1 with the cursor unmoved when the words run out."""
    shift = 32 - frexp(n)[1]
    at = cursor[0]
    while at < len(words):
        value = words[at] >> shift
        at += 1
        if value < n:
            cursor[0] = at
            return int(value)
    return -1


def fraction(words: Any, cursor: Any) -> float:
    """A float from 0 to 1 (1 left out), or −1.0 with the cursor unmoved when the words run out."""
    at = cursor[0]
    if at + 2 > len(words):
        return -1.0
    cursor[0] = at + 2
    return float((words[at] >> 5) * 67108864.0 + (words[at + 1] >> 6)) / 9007199254740992.0


def shuffle(words: Any, cursor: Any, items: Any, last: Any) -> bool:
    """Fisher–Yates, from `items[last[0]]` down to the second item (Durstenfeld 1964)."""
    for i in range(last[0], 0, -1):
        j = below(words, cursor, i + 1)
        if j < 0:
            last[0] = i
            return False
        items[i], items[j] = items[j], items[i]
    return True
