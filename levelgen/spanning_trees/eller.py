"""Eller's algorithm: row by row, knowing only which rooms of the row hang together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.kernels.sets import root
from levelgen.rng import Stream


def eller(graph: GridGraph, rng: Stream) -> NDArray[np.int32]:
    """Rows are made from the top: neighbours of different groups join by a coin, each group leads down at least once.

    Levels: an even texture much like Kruskal's, with a few longer corridors in the last row, where all
    groups that are still apart must join. Walls are opened only between groups, so no cycle can arise.

    Returns the opened walls, row by row. Cost: O(n α(n)) time; a row is made from the one above alone.
    Source: Eller 1982, after Buck 2011.
    """
    parent = list(range(graph.rooms))
    opened: list[int] = []
    for row in range(graph.rows):
        rooms = range(row * graph.columns, (row + 1) * graph.columns)
        last = row == graph.rows - 1
        for room in rooms[:-1]:
            a, b = root(parent, room), root(parent, room + 1)
            if a != b and (last or rng.below(2)):
                parent[b] = a
                opened.append(int(graph.right[room]))
        if not last:
            for room in _ways_down(rooms, parent, rng):
                parent[room + graph.columns] = root(parent, room)
                opened.append(int(graph.below[room]))
    return np.array(opened, np.int32)


def _ways_down(rooms: range, parent: list[int], rng: Stream) -> list[int]:
    """For each group of a row, in order of its first room: its rooms that a coin picks, or any one of them."""
    groups: dict[int, list[int]] = {}
    for room in rooms:
        groups.setdefault(root(parent, room), []).append(room)
    chosen: list[int] = []
    for members in groups.values():
        chosen += [room for room in members if rng.below(2)] or [members[rng.below(len(members))]]
    return chosen
