"""Land and bridges on a map of tiles, which are numbered row by row."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from levelgen.kernels.draw import below

COSTS = 4
"""A tile is soaked at a cost of 2 to COSTS + 1."""


def soak(
    words: Any, cursor: Any, heap: Any, homes: Any, costs: Any, owner: Any, width: int, radius: int, budget: int
) -> bool:
    """Land spreads from all homes at once, tile by tile in the order of what it cost to get there.

    heap: (cost so far, tile, island), at first (0, home, island) for each. homes: the tile of each
    island. costs: uint8 for each tile, 0 until it is drawn. owner: −1 for water, else the island.
    A tile is reached from land of its own island only, and never beyond `radius` of its home.
    """
    while len(heap) > 0:
        spent, tile, island = heap[0]
        if owner[tile] >= 0 or spent > budget:
            heappop(heap)
            continue
        for step in (-width, -1, 1, width):
            if costs[tile + step] == 0:
                cost = below(words, cursor, COSTS)
                if cost < 0:
                    return False
                costs[tile + step] = cost + 2
        heappop(heap)
        owner[tile] = island
        for step in (-width, -1, 1, width):
            across = (tile + step) % width - homes[island] % width
            down = (tile + step) // width - homes[island] // width
            if owner[tile + step] < 0 and across * across + down * down <= radius * radius:
                heappush(heap, (spent + costs[tile + step], tile + step, island))
    return True


def is_clear(owner: Any, width: int, tile: int, a: int, b: int) -> bool:
    """Is this water (or land of a or b), with nothing but water and land of a or b beside it?"""
    for step in (0, -width, -1, 1, width):
        what = owner[tile + step]
        if what not in (-1, a, b):
            return False
    return True


def detour(owner: Any, width: int, height: int, start: int, a: int, b: int, came: Any, queue: Any) -> int:
    """The last water tile of a shortest way from `start`, on island a, to island b over clear tiles; −1 for none.

    came: int64 for each tile, −1 at first: the tile before. The border of the map is never stepped on.
    """
    queue[0], came[start] = start, start
    head, tail = 0, 1
    while head < tail:
        tile = queue[head]
        head += 1
        for step in (-width, -1, 1, width):
            there = tile + step
            row, column = there // width, there % width
            if owner[there] == b:
                return int(tile)
            inside = 0 < row < height - 1 and 0 < column < width - 1
            if inside and came[there] < 0 and is_clear(owner, width, there, a, b):
                came[there] = tile
                queue[tail] = there
                tail += 1
    return -1
