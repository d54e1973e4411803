"""Walking on a tile map: its connected regions, and what cannot hold of any map that is walked on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from levelgen.kernels.sets import components
from levelgen.tilemap import MapObject, TileMap

_SHOWN = 5


def map_problems(tilemap: TileMap) -> Iterator[str]:
    """What does not hold of the tiles and objects alone, also for a map that was read from a file."""
    free = tilemap.walkable
    if free[0].any() or free[-1].any() or free[:, 0].any() or free[:, -1].any():
        y, x = np.argwhere(free & _border(free.shape))[0].tolist()
        yield f"the border is open at tile {x},{y}"
    for thing in tilemap.objects:
        if not _stands(thing, free):
            yield f"{thing.kind} at tile {thing.x},{thing.y} stands on no walkable ground"
    yield from _cut_off(free, tilemap.objects)


def regions(free: NDArray[np.bool_]) -> NDArray[np.int64]:
    """int64 (h, w): the same number for all tiles of a connected region, −1 where one cannot stand.

    A flood fill by whole rows: the runs of free tiles in each row are joined where they touch.
    """
    padded = np.zeros((free.shape[0], free.shape[1] + 1), np.bool_)
    padded[:, 1:] = free
    starts = padded[:, 1:] & ~padded[:, :-1]
    run = np.cumsum(starts.ravel()).reshape(free.shape) - 1
    both = free[1:] & free[:-1]
    first = both.copy()
    first[:, 1:] &= ~both[:, :-1]
    label = components(int(run[-1, -1]) + 1 if run.size else 0, run[:-1][first], run[1:][first])
    return np.where(free, label[run] if len(label) else -1, -1)


def _stands(thing: MapObject, free: NDArray[np.bool_]) -> bool:
    inside = 0 <= thing.x < free.shape[1] and 0 <= thing.y < free.shape[0]
    return inside and bool(free[thing.y, thing.x])


def _border(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    border = np.ones(shape, np.bool_)
    border[1:-1, 1:-1] = False
    return border


def _cut_off(free: NDArray[np.bool_], objects: tuple[MapObject, ...]) -> Iterator[str]:
    """The cells that do not hang together with the start, or with the largest region without one."""
    region = regions(free)
    numbers, sizes = np.unique(region[free], return_counts=True)
    if len(numbers) == 0:
        yield "there is no walkable tile"
    if len(numbers) <= 1:
        return
    start = [region[thing.y, thing.x] for thing in objects if thing.kind == "start" and _stands(thing, free)]
    main = start[0] if start else numbers[sizes.argmax()]
    cells = np.argwhere(free & (region != main))
    shown = ", ".join(f"{x},{y}" for y, x in cells[:_SHOWN].tolist())
    more = f" and {len(cells) - _SHOWN} more" if len(cells) > _SHOWN else ""
    yield f"{len(numbers)} regions of tiles instead of one; cut off: {shown}{more}"
