"""Trees that grow from one room: the growing tree with its active list, and Prim's frontier.

A heap takes tuples of one type: `+ 0` makes an int32 of an array an int64 when compiled.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from levelgen.kernels.draw import below, fraction


def grow(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, weights: Any,
    reached: Any, active: Any, state: Any, opened: Any,
) -> bool:  # fmt: skip
    """The growing tree. Active rooms stand in `active[state[0]:state[1]]`, in the order they were reached.

    weights: thresholds (latest, latest + random, total) in one float array. reached: 0 or 1 for each room.
    state: head, tail, live rooms, walls opened. A room that is done leaves −1 behind, a tombstone:
    taking it out moves no other, so `latest` stays the newest. Each room enters once.
    """
    while state[2] > 0:
        step = cursor[0]
        at = pick(words, cursor, weights, active, state)
        if at < 0:
            cursor[0] = step
            return False
        v = active[at]
        fresh = 0
        for i in range(offsets[v], offsets[v + 1]):
            if reached[nodes[i]] == 0:
                fresh += 1
        if fresh == 0:
            active[at] = -1
            state[2] -= 1
            tidy(active, state)
            continue
        choice = below(words, cursor, fresh)
        if choice < 0:
            cursor[0] = step
            return False
        for i in range(offsets[v], offsets[v + 1]):
            w = nodes[i]
            if reached[w] == 0:
                if choice == 0:
                    reached[w] = 1
                    active[state[1]] = w
                    opened[state[3]] = edges[i]
                    state[1] += 1
                    state[2] += 1
                    state[3] += 1
                    break
                choice -= 1
    return True


def pick(words: Any, cursor: Any, weights: Any, active: Any, state: Any) -> int:
    """Where the next active room stands: the last one, the first one or any; −1 when the words run out."""
    turn = draw_turn(words, cursor, weights)
    at = -1
    if turn == 0:
        at = state[1] - 1
    elif turn == 2:
        at = state[0]
    while turn == 1 and (at < 0 or active[at] < 0):
        offset = below(words, cursor, state[1] - state[0])
        if offset < 0:
            return -1
        at = state[0] + offset
    return int(at)


def draw_turn(words: Any, cursor: Any, weights: Any) -> int:
    """Whose turn it is: 0 the latest, 1 any, 2 the oldest; −1 when the words run out. Certainty draws nothing."""
    latest, random, total = weights[0], weights[1], weights[2]
    if latest == total or random == 0.0 or (latest == 0.0 and random == total):
        return 0 if latest == total else 2 if random == 0.0 else 1
    turn = fraction(words, cursor)
    if turn < 0.0:
        return -1
    if turn * total < latest:
        return 0
    return 1 if turn * total < random or random == total else 2


def tidy(active: Any, state: Any) -> None:
    """Let no tombstone stand first or last, and none at all once they are more than the live rooms."""
    while state[2] > 0 and active[state[1] - 1] < 0:
        state[1] -= 1
    while state[2] > 0 and active[state[0]] < 0:
        state[0] += 1
    if state[1] - state[0] > 2 * state[2]:
        kept = state[0]
        for at in range(state[0], state[1]):
            if active[at] >= 0:
                active[kept] = active[at]
                kept += 1
        state[1] = kept


def spread(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, ends: Any,
    reached: Any, frontier: Any, state: Any, opened: Any,
) -> bool:  # fmt: skip
    """Prim's tree in random order: open any wall of the frontier that leads to a new room.

    frontier: the walls seen from inside, the first state[0] of them waiting; `ends` is the flat list of
    edges. state: waiting, walls opened. A wall is taken by moving the last one into its place.
    """
    while state[1] < len(opened):
        at = below(words, cursor, state[0])
        if at < 0:
            return False
        e = frontier[at]
        state[0] -= 1
        frontier[at] = frontier[state[0]]
        u, v = ends[2 * e], ends[2 * e + 1]
        if reached[u] == 0 or reached[v] == 0:
            w = v if reached[v] == 0 else u
            opened[state[1]] = e
            state[1] += 1
            enter(w, offsets, nodes, edges, reached, frontier, state)
    return True


def enter(w: int, offsets: Any, nodes: Any, edges: Any, reached: Any, frontier: Any, state: Any) -> None:
    """Reach a room: its walls to rooms not yet reached join the frontier."""
    reached[w] = 1
    for i in range(offsets[w], offsets[w + 1]):
        if reached[nodes[i]] == 0:
            frontier[state[0]] = edges[i]
            state[0] += 1


def shortest(offsets: Any, nodes: Any, edges: Any, lengths: Any, reached: Any, opened: Any) -> None:
    """Prim's tree by length, from room 0: always the shortest wall of the frontier, ties by wall number."""
    heap = [(0, -1, 0)]
    count = -1
    while count < len(opened):
        _, e, w = heappop(heap)
        if reached[w] != 0:
            continue
        reached[w] = 1
        if count >= 0:
            opened[count] = e
        count += 1
        for i in range(offsets[w], offsets[w + 1]):
            if reached[nodes[i]] == 0:
                heappush(heap, (lengths[edges[i]] + 0, edges[i] + 0, nodes[i] + 0))
