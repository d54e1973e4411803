"""A network that grows: ways out of each room as linked lists, and bounded searches along them.

first: int32 (n,), the newest slot of each room, −1 for none; following, ends, costs: the next slot,
where a slot leads, and its length. An edge takes two slots; used[0] counts them.

A heap takes tuples of one type: `+ 0` makes an int32 of an array an int64 when compiled.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any


def connect(first: Any, following: Any, ends: Any, costs: Any, used: Any, u: int, v: int, length: int) -> None:
    """Add an edge in both directions."""
    slot = used[0]
    ends[slot], costs[slot], following[slot] = v, length, first[u]
    first[u] = slot
    ends[slot + 1], costs[slot + 1], following[slot + 1] = u, length, first[v]
    first[v] = slot + 1
    used[0] = slot + 2


def walk_within(
    first: Any, following: Any, ends: Any, costs: Any, start: int, goal: int, bound: int, best: Any, touched: Any
) -> int:
    """The length of the shortest walk from start to goal, or −1 when it is longer than `bound`.

    best: int64 (n,), −1 everywhere before and after; touched: int32 (n,), room for the rooms seen.
    """
    heap = [(0, start + 0)]
    best[start] = 0
    touched[0] = start
    count, found = 1, -1
    while len(heap) > 0:
        length, v = heappop(heap)
        if v == goal:
            found = length
            break
        if length > best[v]:
            continue
        slot = first[v]
        while slot >= 0:
            w, further = ends[slot], length + costs[slot]
            if further <= bound and (best[w] < 0 or further < best[w]):
                if best[w] < 0:
                    touched[count] = w
                    count += 1
                best[w] = further
                heappush(heap, (further, w + 0))
            slot = following[slot]
    for i in range(count):
        best[touched[i]] = -1
    return found


def span(
    first: Any, following: Any, ends: Any, costs: Any, used: Any, candidates: Any, u: Any, v: Any, lengths: Any,
    bounds: Any, best: Any, touched: Any, is_open: Any,
) -> int:  # fmt: skip
    """The greedy spanner: open each candidate in turn whose walk is longer than its bound; returns how many."""
    count = 0
    for e in candidates:
        if walk_within(first, following, ends, costs, u[e], v[e], bounds[e], best, touched) < 0:
            connect(first, following, ends, costs, used, u[e], v[e], lengths[e])
            is_open[e] = 1
            count += 1
    return count
