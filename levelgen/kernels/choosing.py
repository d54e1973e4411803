"""Choosing: some of many, dead ends to mend, rooms that keep a distance."""

from __future__ import annotations

from typing import Any

from levelgen.kernels.draw import below


def choose(words: Any, cursor: Any, items: Any, count: int, done: Any) -> bool:
    """Bring `count` of the items to the front, each choice equally likely: the beginning of a shuffle."""
    while done[0] < count:
        step = below(words, cursor, len(items) - done[0])
        if step < 0:
            return False
        here, there = done[0], done[0] + step
        items[here], items[there] = items[there], items[here]
        done[0] += 1
    return True


def mend(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, order: Any, wanted: int,
    degree: Any, is_open: Any, state: Any,
) -> bool:  # fmt: skip
    """Give dead ends, in order, a second way out until `wanted` have one.

    A wall to another dead end goes before others and mends two. state: place in `order`, dead ends mended.
    """
    while state[0] < len(order) and state[1] < wanted:
        v = order[state[0]]
        ways, best = 0, 0
        for i in range(offsets[v], offsets[v + 1]):
            if degree[v] == 1 and is_open[edges[i]] == 0:
                rank = 2 if degree[nodes[i]] == 1 else 1
                ways = ways + 1 if rank == best else 1 if rank > best else ways
                best = max(best, rank)
        if ways > 0:
            way = below(words, cursor, ways)
            if way < 0:
                return False
            for i in range(offsets[v], offsets[v + 1]):
                rank = 2 if degree[nodes[i]] == 1 else 1
                if is_open[edges[i]] == 0 and rank == best:
                    if way == 0:
                        is_open[edges[i]] = 1
                        state[1] += rank
                        degree[v] += 1
                        degree[nodes[i]] += 1
                        break
                    way -= 1
        state[0] += 1
    return True


def apart(
    offsets: Any, nodes: Any, order: Any, wanted: int, steps: int, seen: Any, depth: Any, queue: Any, chosen: Any
) -> int:
    """Take rooms in order that lie `steps` or more from all taken before; returns how many were taken.

    seen: int64 (n,), the last search that came by, 0 at first; depth: int64 (n,), how near it came, and
    larger than any number of steps at first.
    """
    count = 0
    for v in order:
        if count == wanted:
            break
        if depth[v] < steps:
            continue
        chosen[count] = v
        count += 1
        head, tail = 0, 1
        queue[0], seen[v], depth[v] = v, count, 0
        while head < tail:
            here = queue[head]
            head += 1
            if depth[here] + 1 < steps:
                for i in range(offsets[here], offsets[here + 1]):
                    w = nodes[i]
                    if seen[w] != count and depth[here] + 1 < depth[w]:
                        seen[w] = count
                        depth[w] = depth[here] + 1
                        queue[tail] = w
                        tail += 1
    return count
