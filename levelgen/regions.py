"""Walking on a tile map: its connected regions, and what cannot hold of any map that is walked on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from levelgen.complaint import some
from levelgen.components import components
from levelgen.tilemap import MapObject, TileMap

_SHOWN = 5


def map_problems(tilemap: TileMap) -> Iterator[str]:
    """What does not hold of the tiles and objects alone, also for a map that was read from a file."""
    free = tilemap.walkable
    for x, y in sorted(border_tiles(free) - set(seam_tiles(tilemap)))[:1]:
        yield f"the border is open at tile {x},{y}"
    for x, y in sorted(set(seam_tiles(tilemap)) - border_tiles(free))[:1]:
        yield f"the way out at tile {x},{y} is closed"
    yield from object_problems(tilemap)
    if not free.any():
        yield "there is no walkable tile"
    yield from _cut_off(tilemap)


def object_problems(tilemap: TileMap) -> Iterator[str]:
    """The objects that do not stand on walkable ground."""
    for thing in tilemap.objects:
        if not _stands(thing, tilemap.walkable):
            yield f"{thing.kind} at tile {thing.x},{thing.y} stands on no walkable ground"


def regions(free: NDArray[np.bool_]) -> NDArray[np.int64]:
    """int64 (h, w): the same number for all tiles of a connected region, −1 where one cannot stand."""
    run, label = _runs(free)
    return np.where(free, label[run] if len(label) else -1, -1)


def _runs(free: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """For each free tile its run, and for each run its region.

    A flood fill by whole rows: the runs of free tiles in each row are joined where they touch.
    """
    starts = free.copy()
    starts[:, 1:] &= ~free[:, :-1]
    run = np.cumsum(starts, dtype=np.int32).reshape(free.shape) - 1
    first = free[1:] & free[:-1]
    first[:, 1:] &= ~first[:, :-1]
    at = np.flatnonzero(first)
    flat = run.reshape(-1)
    return run, components(int(flat[-1]) + 1, flat[at], flat[at + free.shape[1]])


def cut_off(tilemap: TileMap) -> NDArray[np.int64]:
    """int64 (h, w): numbers from 1 on for the regions that cannot be reached, the largest first; 0 elsewhere.

    Reached is what hangs together with the start, or with the largest region where no start stands.
    """
    free, region = tilemap.walkable, regions(tilemap.walkable)
    numbers, sizes = np.unique(region[free], return_counts=True)
    result = np.zeros(free.shape, np.int64)
    if len(numbers) > 1:
        start = _start(tilemap)
        main = numbers[sizes.argmax()] if start is None else region[start.y, start.x]
        rank = np.zeros(len(numbers), np.int64)
        others = np.argsort(-sizes, kind="stable")
        others = others[numbers[others] != main]
        rank[others] = np.arange(1, len(others) + 1)
        result[free] = rank[np.searchsorted(numbers, region[free])]
    return result


def _start(tilemap: TileMap) -> MapObject | None:
    things = (thing for thing in tilemap.objects if thing.kind == "start" and _stands(thing, tilemap.walkable))
    return next(things, None)


def _stands(thing: MapObject, free: NDArray[np.bool_]) -> bool:
    inside = 0 <= thing.x < free.shape[1] and 0 <= thing.y < free.shape[0]
    return inside and bool(free[thing.y, thing.x])


def border_tiles(free: NDArray[np.bool_]) -> set[tuple[int, int]]:
    """x and y of the free tiles at the map's border."""
    if not (free[0].any() or free[-1].any() or free[:, 0].any() or free[:, -1].any()):
        return set()
    return {(x, y) for y, x in np.argwhere(free & on_border(free.shape)).tolist()}


def seam_tiles(tilemap: TileMap) -> list[tuple[int, int]]:
    """x and y of the border's tiles that lead into other chunks, by the map's property `seams`; none without one."""
    words = re.findall(r"(\d{1,9}),(\d{1,9})", str(tilemap.properties.get("seams", "")))
    return [(int(x), int(y)) for x, y in words]


def on_border(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """bool (h, w): the tiles at the border of a map."""
    border = np.ones(shape, np.bool_)
    border[1:-1, 1:-1] = False
    return border


def _cut_off(tilemap: TileMap) -> Iterator[str]:
    """A line for each of the largest regions that cannot be reached: how many tiles, where, and what stands there."""
    if not _runs(tilemap.walkable)[1].any():
        return
    number = cut_off(tilemap)
    sizes = np.bincount(number.ravel())[1:].tolist()
    origin = "the start" if _start(tilemap) else "the largest part"
    for rank, size in enumerate(sizes[:_SHOWN], 1):
        y, x = np.nonzero(number == rank)
        first, last = f"{x.min()},{y.min()}", f"{x.max()},{y.max()}"
        where = f"{size} tiles between {first} and {last}" if size > 1 else f"1 tile at {first}"
        there = [thing for thing in tilemap.objects if _stands(thing, number == rank)]
        names = [f"{thing.kind} at {thing.x},{thing.y}" for thing in there]
        yield f"cut off from {origin}: {where}{', with ' + some(names) if names else ''}"
    if len(sizes) > _SHOWN:
        yield f"cut off from {origin}: {len(sizes) - _SHOWN} places more, {sum(sizes[_SHOWN:])} tiles in all"
