"""Scattered points: drawing them with a distance kept, and each one's nearest in an octant."""

from __future__ import annotations

from typing import Any

from levelgen.kernels.draw import below


def scatter(words: Any, cursor: Any, cells: Any, slot: Any, free: Any, width: int, apart: int, placed: Any) -> bool:
    """Draw cells one after the other, each from those that are `apart` or more from all before it.

    cells, slot: a permutation of the cells (row · width + column) and its inverse; the free ones are
    the first free[0]. placed: the drawn cells, from placed[free[1]] on. Ends when it is full or no
    cell is free: never draws a cell that does not fit.
    """
    height = len(cells) // width
    while free[1] < len(placed) and free[0] > 0:
        pick = below(words, cursor, free[0])
        if pick < 0:
            return False
        cell = cells[pick]
        placed[free[1]] = cell
        free[1] += 1
        row, column = cell // width, cell % width
        for y in range(max(0, row - apart + 1), min(height, row + apart)):
            reach = apart - 1 - abs(y - row)
            for x in range(max(0, column - reach), min(width, column + reach + 1)):
                take(cells, slot, free, y * width + x)
    return True


def take(cells: Any, slot: Any, free: Any, cell: int) -> None:
    """Take a cell out of the free ones, if it is among them."""
    here = slot[cell]
    if here < free[0]:
        free[0] -= 1
        last = cells[free[0]]
        cells[here], slot[last] = last, here
        cells[free[0]], slot[cell] = cell, free[0]


def nearest_in_octant(order: Any, rank: Any, key: Any, reach: Any, strict: int, best: Any, nearest: Any) -> None:
    """For each point the nearest one in an octant, by a sweep with a Fenwick tree of minima.

    order: the points by falling `key`; rank: each point's place by the other bound, from 1 up; reach:
    what is smallest for the nearest. The octant of p holds q with rank[q] ≥ rank[p] and key[q] > key[p]
    (strict 0), or rank[q] > rank[p] and key[q] ≥ key[p] (strict 1). best: int32, −1 everywhere, longer
    than the highest rank by 2; nearest: the result, −1 where the octant is empty.
    """
    done = 0
    while done < len(order):
        end = done
        while end < len(order) and key[order[end]] == key[order[done]]:
            end += 1
        for i in range(done, end):
            if strict == 1:
                insert(best, rank, reach, order[i])
        for i in range(done, end):
            p = order[i]
            nearest[p] = query(best, reach, rank[p] + strict)
        for i in range(done, end):
            if strict == 0:
                insert(best, rank, reach, order[i])
        done = end


def insert(best: Any, rank: Any, reach: Any, p: int) -> None:
    """Enter a point into the tree at its rank, for queries from any lower rank upwards."""
    at = rank[p]
    while at > 0:
        q = best[at]
        if q < 0 or reach[p] < reach[q] or (reach[p] == reach[q] and p < q):
            best[at] = p
        at -= at & -at


def query(best: Any, reach: Any, at: int) -> int:
    """The point of smallest reach (then number) among those of rank `at` or more; −1 for none."""
    found = -1
    while at < len(best):
        q = best[at]
        if q >= 0 and (found < 0 or reach[q] < reach[found] or (reach[q] == reach[found] and q < found)):
            found = q
        at += at & -at
    return found
