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


def connect_all(
    first: Any, following: Any, ends: Any, costs: Any, used: Any, edges: Any, u: Any, v: Any, lengths: Any
) -> None:
    """Add edge after edge."""
    for e in edges:
        connect(first, following, ends, costs, used, u[e], v[e], lengths[e])


def search_within(
    first: Any, following: Any, ends: Any, costs: Any, start: int, goal: int, bound: int, best: Any, touched: Any
) -> int:
    """Look from start for goal, no farther than `bound`; returns how many rooms were touched.

    best: int64 (n,), −1 everywhere before; after, the walk to each room touched, and exact to the goal if it was
    found. touched: int32 (n,), receives those rooms.
    """
    heap = [(0, start + 0)]
    best[start] = 0
    touched[0] = start
    count = 1
    while len(heap) > 0:
        length, v = heappop(heap)
        if v == goal:
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
    return count


def span(
    first: Any, following: Any, ends: Any, costs: Any, used: Any, candidates: Any, u: Any, v: Any, lengths: Any,
    bounds: Any, offsets: Any, nodes: Any, edges: Any, walks: Any, best: Any, touched: Any, is_open: Any,
) -> None:  # fmt: skip
    """The greedy spanner: open each candidate in turn whose walk is longer than its bound.

    walks: int64 (m,), no shorter than the walk between the sides of each wall. Walks only get shorter, so one
    within its bound stays so; each search notes what it learns of the other walls of the room it starts
    from (Farshi and Gudmundsson 2005).
    """
    for e in candidates:
        if walks[e] <= bounds[e]:
            continue
        count = search_within(first, following, ends, costs, u[e], v[e], bounds[e], best, touched)
        if best[v[e]] < 0:
            connect(first, following, ends, costs, used, u[e], v[e], lengths[e])
            is_open[e] = 1
        for i in range(offsets[u[e]], offsets[u[e] + 1]):
            if 0 <= best[nodes[i]] < walks[edges[i]]:
                walks[edges[i]] = best[nodes[i]]
        for i in range(count):
            best[touched[i]] = -1
