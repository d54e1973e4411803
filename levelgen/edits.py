"""What somebody changed on a map, seen against the map as it was built: tiles by their roles, and objects."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levelgen.complaint import some, spelled
from levelgen.tilemap import MapObject, TileMap

Pile = tuple[str, ...]
_SHOWN = 20


@dataclass(frozen=True, eq=False)
class Edits:
    """cells: bool (h, w), the places whose tiles have other roles now. said: a line for each kind of change."""

    cells: NDArray[np.bool_]
    said: tuple[str, ...]


def edits(built: TileMap, now: TileMap) -> Edits:
    """The changes from one map to the other, in O(tiles): a tile repainted by another of its role is none.

    Objects are the same one by kind and room. Of a map whose size was changed no single tile is told.
    """
    things = list(_objects(built.objects, now.objects))
    if built.owner.shape != now.owner.shape:
        size = f"the map: {built.width} × {built.height} tiles, now {now.width} × {now.height}"
        return Edits(np.zeros(now.owner.shape, np.bool_), (size, *things))
    known: dict[Pile, int] = {(): 0}
    was, is_now = _piles(built, known), _piles(now, known)
    return Edits(was != is_now, (*_tiles(was, is_now, list(known)), *things))


def _piles(tilemap: TileMap, known: dict[Pile, int]) -> NDArray[np.int64]:
    """int64 (h, w): a number for the roles that lie over each other at each place, the lowest first."""
    result = np.zeros(tilemap.owner.shape, np.int64)
    for layer in tilemap.layers.values():
        keys, which = np.unique(result * len(tilemap.roles) + layer, return_inverse=True)
        piles = list(known)
        numbers = [
            known.setdefault((*piles[pile], *_name(tilemap, role)), len(known))
            for pile, role in (divmod(key, len(tilemap.roles)) for key in keys.tolist())
        ]
        result = np.array(numbers, np.int64)[which].reshape(result.shape)
    return result


def _name(tilemap: TileMap, role: int) -> Pile:
    """The role's name, if it is one at all: `empty` lets the layer below be seen."""
    return (tilemap.roles[role].name,) if role else ()


def _tiles(was: NDArray[np.int64], is_now: NDArray[np.int64], piles: Sequence[Pile]) -> Iterator[str]:
    y, x = np.nonzero(was != is_now)
    kinds, which, counts = np.unique(was[y, x] * len(piles) + is_now[y, x], return_inverse=True, return_counts=True)
    for kind in np.argsort(-counts, kind="stable").tolist()[:_SHOWN]:
        before, after = (piles[number] for number in divmod(int(kinds[kind]), len(piles)))
        at = np.flatnonzero(which == kind)
        names = (before[-1:], after[-1:]) if before[-1:] != after[-1:] else (before, after)
        places = [f"{i},{j}" for i, j in zip(x[at].tolist(), y[at].tolist(), strict=True)]
        yield f"{len(at)} × {_spelled(names[0])} → {_spelled(names[1])} at {some(places)}"


def _spelled(pile: Pile) -> str:
    return " + ".join(name or "a tile without a class" for name in pile) or "nothing"


def _objects(built: Sequence[MapObject], now: Sequence[MapObject]) -> Iterator[str]:
    """Objects that are exactly there still are left out; the others are matched by kind and room, in their order."""
    gone, new = _without(built, now), _without(now, built)
    alike: dict[object, deque[MapObject]] = defaultdict(deque)
    for thing in new:
        alike[_identity(thing)].append(thing)
    for thing in gone:
        if not alike[_identity(thing)]:
            yield f"{_title(thing)} removed from {thing.x},{thing.y}"
            continue
        same = alike[_identity(thing)].popleft()
        if (same.x, same.y) != (thing.x, thing.y):
            yield f"{_title(thing)} moved from {thing.x},{thing.y} to {same.x},{same.y}"
        yield from _properties(thing, same)
    for thing in (thing for things in alike.values() for thing in things):
        yield f"{_title(thing)} added at {thing.x},{thing.y}"


def _without(things: Sequence[MapObject], others: Sequence[MapObject]) -> list[MapObject]:
    known = Counter(map(_all_of, others))
    left = []
    for thing in things:
        known[_all_of(thing)] -= 1
        if known[_all_of(thing)] < 0:
            left.append(thing)
    return left


def _all_of(thing: MapObject) -> tuple[object, ...]:
    return thing.kind, thing.x, thing.y, tuple(sorted((name, repr(value)) for name, value in thing.properties.items()))


def _identity(thing: MapObject) -> tuple[str, object]:
    return thing.kind, repr(thing.properties.get("room"))


def _properties(was: MapObject, now: MapObject) -> Iterator[str]:
    for name in [*was.properties, *(name for name in now.properties if name not in was.properties)]:
        pair = [spelled(thing.properties[name]) if name in thing.properties else "nothing" for thing in (was, now)]
        if pair[0] != pair[1]:
            yield f"{_title(was)} at {now.x},{now.y}: {name} {pair[0]} → {pair[1]}"


def _title(thing: MapObject) -> str:
    room = thing.properties.get("room")
    return thing.kind if room is None else f"{thing.kind} of room {room}"
