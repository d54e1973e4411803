"""Random streams: Python's own generator, drawn so that a reader can check a level by hand.

A level's randomness comes from named streams, so that re-tuning one step leaves the others alone.
Integers come only from `below`, floats only from `random`; both draw the same words from `words`.

| stream | seeded with |
|---|---|
| graph, then spanning tree (one stream) | the seed itself: `Stream(14)` |
| use n (from 0) of pass NAME | `Stream("i14/NAME/n")`; a text seed begins with `t` in place of `i` |
| tiles | `Stream("i14/tiles")` |
| graph and spanning tree of attempt k > 0 | `Stream("i14/attempt/k")` |
| its pass NAME, its tiles | `Stream("i14/attempt/k/NAME/n")`, `Stream("i14/attempt/k/tiles")` |
| a world's tree and passes, among its chunks | `Stream("i14/world")`, `Stream("i14/world/NAME/n")` |
| the one graph of all chunks | `Stream("i14/chunk")` |
| spanning tree, passes and tiles of chunk r,c | `Stream("i14/chunk/r,c")`, `Stream("i14/chunk/r,c/NAME/n")` … |
| the seams of a chunk's border | `Stream("i14/border/r,c/right")`, `Stream("i14/border/r,c/below")` |
| where block r,c of level k of an endless world is joined | `Stream("i14/world/k/r,c")` |

So each attempt is another level in all its steps, attempt 0 is the level of a recipe without attempts, and what
lies outside one level, such as the border of two, is the same whichever attempt was taken.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

Seed = int | str


def seed_of(text: str) -> Seed:
    """A seed as it is written in a map or typed: up to a hundred digits are a number, all else is a text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 100 else text


class Stream(random.Random):
    """`random.Random` with two methods more."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1 (n ≥ 1), each equally likely; what `randint(0, n - 1)` draws."""
        bits = n.bit_length()
        value = self.getrandbits(bits)
        while value >= n:
            value = self.getrandbits(bits)
        return value

    def words(self, count: int) -> NDArray[np.uint32]:
        """The next `count` words of 32 bits, as `count` calls of `getrandbits(32)` would give them."""
        return np.frombuffer(self.randbytes(4 * count), "<u4")

    def skip(self, words: int) -> None:
        """Pass over so many words."""
        if words:
            self.getrandbits(32 * words)


class Streams:
    """The streams of one level, all derived from its seed (an integer ≥ 0 or a text) and the attempt (from 0).

    within: which part of a world it is, such as `chunk/3,17`; a level that stands alone is the whole seed's.
    """

    def __init__(self, seed: Seed, attempt: int = 0, within: str = "") -> None:
        plain = f"i{seed}" if isinstance(seed, int) else f"t{seed}"
        parts = [plain, *([within] if within else []), *([f"attempt/{attempt}"] if attempt else [])]
        self._root = "/".join(parts)
        self._first: Seed = seed if self._root == plain else self._root

    def graph(self) -> Stream:
        """The stream that the graph builder and then the spanning tree draw from: at first the seed itself."""
        return Stream(self._first)

    def use(self, name: str, number: int) -> Stream:
        """The stream of use `number` (from 0) of the pass `name`."""
        return self.named(f"{name}/{number}")

    def named(self, name: str) -> Stream:
        """The stream of another step, such as `tiles`."""
        return Stream(f"{self._root}/{name}")
