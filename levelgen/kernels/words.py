"""The Mersenne Twister (Matsumoto and Nishimura 1998): the words of `random.Random`, many at a time.

Compiled it costs a seventh of what `getrandbits` does. All arithmetic is on uint32, which numpy's
scalars keep in plain Python too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_1, _7, _11, _15, _18 = (np.uint32(number) for number in (1, 7, 11, 15, 18))
_HIGH, _LOW, _TWIST = np.uint32(0x80000000), np.uint32(0x7FFFFFFF), np.uint32(0x9908B0DF)
_MASK_B, _MASK_C = np.uint32(0x9D2C5680), np.uint32(0xEFC60000)


def refill(state: Any, words: Any, start: int) -> None:
    """Fill `words` from `start` on with the next words.

    state: uint32 (625,) as in `random.Random.getstate()`: 624 numbers, and how many of them are used up.
    """
    at = start
    while at < len(words):
        place = int(state[624])
        if place == 624:
            twist(state)
            place = 0
        count = min(624 - place, len(words) - at)
        for i in range(count):
            word = state[place + i]
            word ^= word >> _11
            word ^= (word << _7) & _MASK_B
            word ^= (word << _15) & _MASK_C
            words[at + i] = word ^ (word >> _18)
        state[624] = place + count
        at += count


def twist(state: Any) -> None:
    """The next 624 numbers, in place; in three runs, so that a compiler can take several at a time."""
    for i in range(227):
        state[i] = state[i + 397] ^ mixed(state[i], state[i + 1])
    for i in range(227, 623):
        state[i] = state[i - 227] ^ mixed(state[i], state[i + 1])
    state[623] = state[396] ^ mixed(state[623], state[0])


def mixed(high: Any, low: Any) -> Any:
    """The upper bit of one number and the lower bits of another, times the twister's matrix."""
    both = (high & _HIGH) | (low & _LOW)
    return (both >> _1) ^ (_TWIST * (both & _1))
