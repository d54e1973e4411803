"""Land and bridges on a map of tiles, which are numbered row by row."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

NOISE = 251
"""The side of the patch of noise that is laid over the map again and again; a prime, so that no row of islands fits."""

_SMOOTH = 110
_EVEN = 56


def grow(heap: Any, homes: Any, noise: Any, owner: Any, width: int, radius: int) -> None:
    """Land grows from all homes at once, the tiles nearest to their home first, sooner where noise is low.

    heap: (0, home, island) for each island. homes: the tile of each. noise: uint8 (NOISE · NOISE,).
    owner: −1 for water, else the island. A tile joins from land of its own island only, never farther
    than `radius` from its home, and never beside land of another: so no two islands touch unless
    their homes do, which all join before any other tile.
    """
    while len(heap) > 0:
        cost, tile, island = heappop(heap)
        if owner[tile] >= 0 or (cost > 0 and not is_clear(owner, width, tile, island, island)):
            continue
        owner[tile] = island
        for step in (-width, -1, 1, width):
            there = tile + step
            across = there % width - homes[island] % width
            down = there // width - homes[island] // width
            apart = across * across + down * down
            if owner[there] < 0:
                wild = roughness(noise, there % width, there // width, radius)
                cost = apart * max(_EVEN, wild - _SMOOTH + _EVEN)
                if cost <= radius * radius * _EVEN:
                    heappush(heap, (cost, there, island))


def roughness(noise: Any, x: int, y: int, radius: int) -> int:
    """From 0 to 255: capes and bays half as wide as an island, with smaller ones on them."""
    large, small = max(2, radius // 2), max(2, radius // 5)
    return (2 * smooth(noise, x, y, large) + smooth(noise, x + 97, y + 61, small)) // 3


def smooth(noise: Any, x: int, y: int, grain: int) -> int:
    """The noise at a tile when its values lie `grain` tiles apart, with straight slopes between them."""
    column, right = x // grain % NOISE, (x // grain + 1) % NOISE
    row, below = y // grain % NOISE * NOISE, (y // grain + 1) % NOISE * NOISE
    across, down = x % grain, y % grain
    top = noise[row + column] * (grain - across) + noise[row + right] * across
    bottom = noise[below + column] * (grain - across) + noise[below + right] * across
    return int((top * (grain - down) + bottom * down) // (grain * grain))


def is_clear(owner: Any, width: int, tile: int, a: int, b: int) -> bool:
    """Is this water (or land of a or b), with nothing but water and land of a or b beside it?"""
    for step in (0, -width, -1, 1, width):
        what = owner[tile + step]
        if what not in (-1, a, b):
            return False
    return True


def detour(owner: Any, width: int, start: int, a: int, b: int, bound: int, reached: Any, queue: Any, way: Any) -> int:
    """The fewest tiles of bridge from island a, where `start` lies, to island b over clear water, put into `way`.

    Returns how many, or −1 when it takes more than `bound`. reached: int32 for each tile, 0 before and after
    but for the border of the map, which is −1 and never stepped on; queue: int32 for each tile; way: int32 (bound,).
    """
    queue[0], reached[start] = start, 1
    tail, length = flood(owner, width, a, reached, queue), -1
    head = 0
    while head < tail and length < 0:
        tile = queue[head]
        head += 1
        for step in (-width, -1, 1, width):
            there = tile + step
            if owner[there] == b:
                length = trace(reached, width, tile, -step, way)
                break
            if reached[there] == 0 and reached[tile] <= bound and is_clear(owner, width, there, a, b):
                reached[there] = reached[tile] + 1
                queue[tail] = there
                tail += 1
    for i in range(tail):
        reached[queue[i]] = 0
    return length


def flood(owner: Any, width: int, a: int, reached: Any, queue: Any) -> int:
    """Put all land of a that hangs together with queue[0] into the queue; returns how many tiles that are."""
    head, tail = 0, 1
    while head < tail:
        for step in (-width, -1, 1, width):
            there = queue[head] + step
            if owner[there] == a and reached[there] == 0:
                reached[there] = 1
                queue[tail] = there
                tail += 1
        head += 1
    return tail


def trace(reached: Any, width: int, tile: int, step: int, way: Any) -> int:
    """The way back from `tile` to where it began, straight on wherever that is no longer; returns its length."""
    length = reached[tile] - 1
    for i in range(length):
        way[i] = tile
        before = length - i
        if reached[tile + step] != before:
            for turn in (-width, -1, 1, width):
                if reached[tile + turn] == before:
                    step = turn
        tile += step
    return int(length)
