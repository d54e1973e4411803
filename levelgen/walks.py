"""Walks along a level: distances, the walk between two rooms, and the longest one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen import kernels
from levelgen.kernels.search import breadth_first, farthest_one, outermost, search
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
    return int(kernels.run(farthest_one, away, room))


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
    outward, ends = distances(level, centre), np.full(2, centre, np.int64)
    order = np.argsort(-outward, kind="stable")
    kernels.run(outermost, *_ways(level), order, outward, *_found(level), ends)
    return _in_order(*ends.tolist())


def _in_order(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _search(level: Level[Any], source: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    distance, before, queue = _found(level)
    kernels.run(search, *_ways(level), source, distance, before, queue)
    return distance, before


def _breadth_first(level: Level[Any], source: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    distance, before, queue = _found(level)
    kernels.run(breadth_first, level.adjacency.offsets, level.adjacency.nodes, source, distance, before, queue)
    return distance, before


def _ways(level: Level[Any]) -> tuple[Any, ...]:
    """What a search goes along: the adjacency, the lengths, and whether they are all 1."""
    return *level.adjacency, level.graph.lengths, level.graph.alike


def _found(level: Level[Any]) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """What a search writes: how far each room is and the room before it, at first UNREACHED, and its queue."""
    n = level.graph.rooms
    return np.full(n, UNREACHED, np.int64), np.full(n, UNREACHED, np.int32), np.empty(n, np.int32)
