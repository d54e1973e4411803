"""Walks along a level: distances, the walk between two rooms, and the longest one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.kernels.search import breadth_first, dijkstra
from levelgen.level import Level

UNREACHED = -1


def steps(level: Level[Any], source: int) -> NDArray[np.int64]:
    """int64 (n,): how many open walls lie between `source` and each room, UNREACHED where no walk leads."""
    distance, _ = _breadth_first(level, source)
    return distance


def distances(level: Level[Any], source: int) -> NDArray[np.int64]:
    """int64 (n,): the length of the shortest walk from `source` to each room, UNREACHED where none leads."""
    distance, _ = _search(level, source)
    return distance


def parents(level: Level[Any], source: int) -> NDArray[np.int32]:
    """int32 (n,): the room before each one on a walk of the fewest steps from `source`, UNREACHED for none."""
    _, before = _breadth_first(level, source)
    return before


def walk(level: Level[Any], start: int, goal: int) -> list[int]:
    """The rooms of the shortest walk from `start` to `goal`, both included; empty where none leads."""
    distance, before = _search(level, start)
    if distance[goal] == UNREACHED:
        return []
    rooms = [goal]
    while rooms[-1] != start:
        rooms.append(int(before[rooms[-1]]))
    return rooms[::-1]


def ends(level: Level[Any]) -> tuple[int, int]:
    """Start and exit: as marked, else the two ends of the longest walk, the lower room first."""
    marked = level.marked("start"), level.marked("exit")
    if marked[0] and marked[1]:
        return marked[0][0], marked[1][0]
    return longest(level)


def farthest(level: Level[Any], room: int) -> tuple[int, int]:
    """The room farthest from this one, and how far it is: another one, unless there is none."""
    away = distances(level, room)
    other = farthest_of(away, room)
    return other, int(away[other])


def farthest_of(away: NDArray[np.int64], room: int) -> int:
    """The room of the greatest distance from `room`, which is itself only taken when it is alone.

    Rooms may lie at distance 0 from each other: islands whose points fall on one cell.
    """
    if len(away) == 1:
        return room
    others = away.copy()
    others[room] = UNREACHED - 1
    return int(others.argmax())


def longest(level: Level[Any]) -> tuple[int, int]:
    """The two rooms that lie farthest apart along the level, exactly, the lower first.

    Two sweeps find the ends in a tree. Where loops make that a guess, two pairs of far rooms give a
    central one, and rooms are tried from the outermost inwards, seen from there: two rooms within d of
    it lie at most 2d apart, so the search ends when no pair can be better (iFUB: Crescenzi et al. 2013).
    Mostly a few searches; each is O(rooms + open walls).
    """
    a, _ = farthest(level, 0)
    from_a = distances(level, a)
    b = farthest_of(from_a, a)
    if level.loops == 0:
        return _in_order(a, b)
    from_b = distances(level, b)
    from_c = distances(level, int(np.minimum(from_a, from_b).argmax()))
    from_d = distances(level, int(from_c.argmax()))
    return _outermost(level, int(np.maximum.reduce([from_a, from_b, from_c, from_d]).argmin()))


def _outermost(level: Level[Any], centre: int) -> tuple[int, int]:
    outward = distances(level, centre)
    best, ends = -1, (centre, centre)
    for room in np.argsort(-outward, kind="stable").tolist():
        if best >= 2 * int(outward[room]):
            break
        other, away = farthest(level, room)
        if away > best:
            best, ends = away, _in_order(room, other)
    return ends


def _in_order(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _search(level: Level[Any], source: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    lengths = level.graph.lengths
    if len(lengths) == 0 or (lengths == 1).all():
        return _breadth_first(level, source)
    n = level.graph.rooms
    distance, before = np.full(n, UNREACHED, np.int64), np.full(n, UNREACHED, np.int32)
    kernels.run(dijkstra, *level.adjacency, lengths, source, distance, before)
    return distance, before


def _breadth_first(level: Level[Any], source: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    n = level.graph.rooms
    distance, before = np.full(n, UNREACHED, np.int64), np.full(n, UNREACHED, np.int32)
    queue = np.empty(n, np.int32)
    kernels.run(breadth_first, level.adjacency.offsets, level.adjacency.nodes, source, distance, before, queue)
    return distance, before
