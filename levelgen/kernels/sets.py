"""Disjoint sets: which things hang together, joined pair by pair."""

from __future__ import annotations

from typing import Any


def root(parent: Any, v: int) -> int:
    """The representative of v's set; halves the path on the way (Tarjan and van Leeuwen 1984)."""
    while parent[v] != v:
        parent[v] = parent[parent[v]]
        v = parent[v]
    return v


def join(parent: Any, ends: Any, first: int, joined: Any, count: Any) -> None:
    """Kruskal's loop: take pair after pair, keep those that join two sets, until `joined` is full.

    ends: the pairs one after the other, u then v, numbered from `first` on. joined: receives the numbers
    of those kept; count[0]: how many they are. Disjoint sets without ranks, where both ways up are
    climbed together and end as soon as they meet (Rem's algorithm with splicing, Dijkstra 1976; the
    fastest one measured by Patwary, Blair and Manne 2010).
    """
    for i in range(len(ends) // 2):
        if count[0] == len(joined):
            break
        u, v = ends[2 * i], ends[2 * i + 1]
        above_u, above_v = parent[u], parent[v]
        while above_u != above_v:
            if above_u < above_v:
                u, v, above_u, above_v = v, u, above_v, above_u
            parent[v] = above_u
            if v == above_v:
                joined[count[0]] = first + i
                count[0] += 1
                break
            v = above_v
            above_v = parent[v]


def unite(label: Any, u: Any, v: Any) -> None:
    """The smallest member of each thing's component: `label` is each thing itself before, that member after.

    As `join`, but always hung below the smaller one, so that in the end one pass upwards finds all roots.
    """
    for i in range(len(u)):
        a, b = u[i], v[i]
        above_a, above_b = label[a], label[b]
        while above_a != above_b:
            if above_a > above_b:
                a, b, above_a, above_b = b, a, above_b, above_a
            label[b] = above_a
            if b == above_b:
                break
            b = above_b
            above_b = label[b]
    for i in range(len(label)):
        label[i] = label[label[i]]
