"""Trees that grow from one room: the growing tree with its active list, and Prim's frontier.

A heap takes tuples of one type: `+ 0` makes an int32 of an array an int64 when compiled.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from levelgen.kernels.draw import below, below_from, fraction_of, shift_for
from levelgen.kernels.grids import wall


def grow(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, weights: Any,
    reached: Any, active: Any, state: Any, opened: Any,
) -> bool:  # fmt: skip
    """The growing tree. Active rooms stand in `active[state[0]:state[1]]`, in the order they were reached.

    weights: thresholds (latest, latest + random, total) in one float array. reached: 0 or 1 for each room.
    state: head, tail, live rooms, walls opened. A room that is done leaves −1 behind, a tombstone:
    taking it out moves no other, so `latest` stays the newest. Each room enters once; with the last one it ends.
    """
    at, head, tail, live, count = cursor[0], state[0], state[1], state[2], state[3]
    while live > 0 and count < len(opened):
        place, after = pick(words, at, weights, active, head, tail)
        if place < 0:
            break
        v = active[place]
        fresh = 0
        for i in range(offsets[v], offsets[v + 1]):
            fresh += 1 - reached[nodes[i]]
        if fresh == 0:
            active[place] = -1
            live -= 1
            head, tail = tidy(active, head, tail, live, place)
            at = after
            continue
        choice, after = below_from(words, after, fresh)
        if choice < 0:
            break
        at, i = after, offsets[v]
        while choice > 0 or reached[nodes[i]] != 0:
            choice -= 1 - reached[nodes[i]]
            i += 1
        reached[nodes[i]] = 1
        active[tail] = nodes[i]
        opened[count] = edges[i]
        tail, live, count = tail + 1, live + 1, count + 1
    cursor[0], state[0], state[1], state[2], state[3] = at, head, tail, live, count
    return bool(live == 0 or count == len(opened))


def grow_on_grid(
    words: Any, cursor: Any, width: int, rooms: int, weights: Any, reached: Any, active: Any, state: Any, opened: Any
) -> bool:
    """The same on a grid (see `levelgen.kernels.grids`), where it takes a third of the time.

    reached: 1 for each place of the border too. active holds places.
    """
    at, head, tail, live, count = cursor[0], state[0], state[1], state[2], state[3]
    while live > 0 and count < len(opened):
        place, after = pick(words, at, weights, active, head, tail)
        if place < 0:
            break
        v = active[place]
        above = 1 - reached[v - width]
        left = above + 1 - reached[v - 1]
        right = left + 1 - reached[v + 1]
        fresh = right + 1 - reached[v + width]
        if fresh == 0:
            active[place] = -1
            live -= 1
            head, tail = tidy(active, head, tail, live, place)
            at = after
            continue
        choice, after = below_from(words, after, fresh)
        if choice < 0:
            break
        at = after
        w = v - width if choice < above else v - 1 if choice < left else v + 1 if choice < right else v + width
        reached[w] = 1
        active[tail] = w
        opened[count] = wall(v, w, width, rooms)
        tail, live, count = tail + 1, live + 1, count + 1
    cursor[0], state[0], state[1], state[2], state[3] = at, head, tail, live, count
    return bool(live == 0 or count == len(opened))


def pick(words: Any, at: int, weights: Any, active: Any, head: int, tail: int) -> tuple[int, int]:
    """Where the next active room stands, the last, the first or any, and the word after; −1 when words run out."""
    turn, at = draw_turn(words, at, weights)
    if turn != 1:
        return -1 if turn < 0 else tail - 1 if turn == 0 else head, at
    span = tail - head
    shift = shift_for(span)
    while at < len(words):
        place = words[at] >> shift
        at += 1
        if place < span and active[head + place] >= 0:
            return head + place, at
    return -1, at


def draw_turn(words: Any, at: int, weights: Any) -> tuple[int, int]:
    """Whose turn it is, 0 the latest, 1 any, 2 the oldest, and the word after; −1 when words run out.

    Certainty draws nothing.
    """
    latest, random, total = weights[0], weights[1], weights[2]
    if latest == total or random == 0.0 or (latest == 0.0 and random == total):
        return 0 if latest == total else 2 if random == 0.0 else 1, at
    if at + 2 > len(words):
        return -1, at
    turn = fraction_of(words[at], words[at + 1]) * total
    if turn < latest:
        return 0, at + 2
    return 1 if turn < random or random == total else 2, at + 2


def tidy(active: Any, head: int, tail: int, live: int, place: int) -> tuple[int, int]:
    """After one more tombstone, at `place`: let none stand first or last, and none at all once most places are."""
    if place == tail - 1:
        while tail > head and active[tail - 1] < 0:
            tail -= 1
    elif place == head:
        while active[head] < 0:
            head += 1
    if tail - head > 2 * live:
        kept = head
        for i in range(head, tail):
            if active[i] >= 0:
                active[kept] = active[i]
                kept += 1
        tail = kept
    return head, tail


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
