"""Searches over adjacency rows: breadth first by steps, Dijkstra's by lengths.

A heap takes tuples of one type: `+ 0` makes an int32 of an array an int64 when compiled.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any


def breadth_first(offsets: Any, nodes: Any, source: int, distance: Any, before: Any, queue: Any) -> int:
    """Steps from `source` into `distance`, the room before into `before`, the order into `queue`.

    `distance` holds −1 for every room at first; returns how many rooms were reached.
    """
    distance[source] = 0
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        v = queue[head]
        head += 1
        for i in range(offsets[v], offsets[v + 1]):
            w = nodes[i]
            if distance[w] < 0:
                distance[w] = distance[v] + 1
                before[w] = v
                queue[tail] = w
                tail += 1
    return tail


def dijkstra(offsets: Any, nodes: Any, edges: Any, lengths: Any, source: int, distance: Any, before: Any) -> None:
    """Lengths from `source` into `distance` (−1 for every room at first), the room before into `before`."""
    heap = [(0, source, source)]
    while len(heap) > 0:
        so_far, v, came = heappop(heap)
        if distance[v] >= 0:
            continue
        distance[v] = so_far
        before[v] = came
        for i in range(offsets[v], offsets[v + 1]):
            w = nodes[i]
            if distance[w] < 0:
                heappush(heap, (so_far + lengths[edges[i]], w + 0, v))


def search(
    offsets: Any, nodes: Any, edges: Any, lengths: Any, alike: bool, source: int, distance: Any, before: Any, queue: Any
) -> None:
    """As `dijkstra`, whatever `distance` holds; breadth first where the lengths are all 1 and so `alike`."""
    for v in range(len(distance)):
        distance[v] = -1
    if alike:
        breadth_first(offsets, nodes, source, distance, before, queue)
    else:
        dijkstra(offsets, nodes, edges, lengths, source, distance, before)


def outermost(
    offsets: Any, nodes: Any, edges: Any, lengths: Any, alike: bool, order: Any, outward: Any,
    distance: Any, before: Any, queue: Any, ends: Any,
) -> None:  # fmt: skip
    """The two rooms that lie farthest apart into `ends`, the one that was searched from first.

    order: the rooms from the outermost inwards. outward: how far each lies from the middle.
    """
    best = -1
    for room in order:
        if best >= 2 * outward[room]:
            break
        search(offsets, nodes, edges, lengths, alike, room, distance, before, queue)
        other = farthest_one(distance, room)
        if distance[other] > best:
            best = distance[other]
            ends[0], ends[1] = room, other


def farthest_one(distance: Any, source: int) -> int:
    """The first room of the greatest distance but the source, which is itself only taken when it is alone."""
    best = 1 if source == 0 and len(distance) > 1 else 0
    for v in range(len(distance)):
        if distance[v] > distance[best] and v != source:
            best = v
    return best
