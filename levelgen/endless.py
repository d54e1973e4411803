"""Endless worlds: chunks in nested blocks, each a tree.

A block of level 0 is a chunk. A block of level k + 1 is two blocks of level k side by side (k even) or one above
the other (k odd), joined at one place of the border between them, which is drawn from a stream of that block's own.
So every block is a tree, whatever lies round about it. Blocks grow to the right and to the left, downwards and
upwards in turn: any two chunks, of negative rows and columns too, lie in a common block of finite size.
"""

from __future__ import annotations

from levelgen.rng import Seed, Streams


def joins(seed: Seed, row: int, column: int, down: bool) -> bool:
    """Is this chunk joined to the one to its right, or below it? Cost: O(log of the distance from chunk 0,0)."""
    along, across = (row, column) if down else (column, row)
    size = _meeting(along)
    level = 2 * (size - 1) + down
    length = size if down else size - 1
    block = _block(along, size), _block(across, length)
    r, c = block if down else block[::-1]
    stream = Streams(seed).named(f"world/{level + 1}/{r},{c}")
    return across == _first(block[1], length) + stream.below(1 << length)


def _meeting(place: int) -> int:
    """The smallest n for which `place` and the place behind it lie in one stretch of 2ⁿ."""
    n = 0
    while _block(place, n) != _block(place + 1, n):
        n += 1
    return n


def _block(place: int, n: int) -> int:
    """The number of the stretch of 2ⁿ places that a place lies in."""
    return (place - _start(n)) >> n


def _first(block: int, n: int) -> int:
    """The first place of a stretch of 2ⁿ."""
    return (block << n) + _start(n)


def _start(n: int) -> int:
    """Where stretch 0 begins: it grows to the right and to the left in turn, 0, 0, −2, −2, −10, −10, −42 …"""
    return -sum(1 << k for k in range(1, n, 2))
