"""Proving a whole world from its files: a .world of Tiled's and the maps it lays side by side.

Maps are read one after the other; what is kept of them are those that a later one can still touch.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from levelgen.errors import Place, Problem, RecipeError
from levelgen.regions import border_tiles, object_problems, regions
from levelgen.tilemap import TileMap

_LARGEST = 1 << 28
_SHOWN = 5


@dataclass(frozen=True, order=True)
class Rectangle:
    """A map's place in a world: its top and left edge, height and width, and its file."""

    y: int
    x: int
    height: int
    width: int
    file: str

    def overlap(self, other: Rectangle, down: int = 0, right: int = 0) -> tuple[int, int, int, int] | None:
        """Top, left, bottom and right of what both cover when the other one is moved; None where they do not meet."""
        top, left = max(self.y, other.y + down), max(self.x, other.x + right)
        bottom = min(self.y + self.height, other.y + down + other.height)
        end = min(self.x + self.width, other.x + right + other.width)
        return (top, left, bottom, end) if top < bottom and left < end else None


@dataclass
class Tally:
    """What has been counted of a world."""

    maps: int = 0
    walkable: int = 0
    objects: int = 0


def rectangles(path: Path) -> list[Rectangle]:
    """The maps of a .world file, from top to bottom, in pixels; RecipeError where it is none."""
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError(f"larger than {_LARGEST >> 20} MiB")
        document = orjson.loads(path.read_bytes())
        found = sorted(
            Rectangle(
                _whole(entry, "y"),
                _whole(entry, "x"),
                _whole(entry, "height"),
                _whole(entry, "width"),
                str(entry["fileName"]),
            )
            for entry in document["maps"]
        )
        if not found:
            raise ValueError("it names no map")
    except OSError as error:
        raise _mistake(path, f"cannot be read: {error.strerror}") from None
    except (LookupError, TypeError, ValueError) as error:
        what = f"key {error} is missing" if isinstance(error, KeyError) else str(error)
        raise _mistake(path, f"not a .world that levelgen reads: {what}") from None
    return found


def _whole(entry: Any, key: str) -> int:
    if type(entry[key]) is not int:
        raise ValueError(f"'{key}' is no whole number")
    if key in ("width", "height") and entry[key] < 1:
        raise ValueError(f"'{key}' must be above 0")
    return int(entry[key])


def world_problems(path: Path, read: Callable[[Path], TileMap], tally: Tally) -> Iterator[str]:
    """What does not hold of a world: one region of tiles over all maps, closed round about, objects on firm ground,
    and maps that agree where they share tiles.

    Raises RecipeError where a file is none that can be read.
    """
    pixels = rectangles(path)
    first = read(path.parent / pixels[0].file)
    size = pixels[0].height / first.height, pixels[0].width / first.width
    places = [_in_tiles(path, rectangle, size) for rectangle in pixels]
    world = _World(places)
    for number, place in enumerate(places):
        tilemap = first if number == 0 else read(path.parent / place.file)
        if (tilemap.height, tilemap.width) != (place.height, place.width):
            yield f"{place.file} has {tilemap.width} × {tilemap.height} tiles, not {place.width} × {place.height}"
            return
        yield from world.add(place, tilemap, tally)
    yield from world.cut_off()


def _in_tiles(path: Path, pixels: Rectangle, size: tuple[float, float]) -> Rectangle:
    lengths = [
        length / side
        for length, side in zip((pixels.y, pixels.x, pixels.height, pixels.width), (*size, *size), strict=True)
    ]
    if any(length != int(length) for length in lengths):
        raise _mistake(path, f"{pixels.file} does not lie on whole tiles")
    y, x, height, width = map(int, lengths)
    return Rectangle(y, x, height, width, pixels.file)


class _World:
    """The regions of a world, joined map by map."""

    def __init__(self, places: list[Rectangle]) -> None:
        self.cover = _Cover(places)
        self.near: list[tuple[Rectangle, NDArray[np.int64]]] = []
        self.parent: list[int] = []
        self.sizes: list[int] = []
        self.first: list[str] = []
        self.start: int | None = None

    def add(self, place: Rectangle, tilemap: TileMap, tally: Tally) -> Iterator[str]:
        """The next map, from top to bottom: join its regions to those of the maps beside it."""
        labels = self._labelled(place, tilemap)
        tally.maps, tally.objects = tally.maps + 1, tally.objects + len(tilemap.objects)
        tally.walkable += int((labels >= 0).sum())
        yield from (f"{place.file}: {problem}" for problem in object_problems(tilemap))
        yield from self._open_ends(place, labels)
        for thing in tilemap.objects:
            if thing.kind == "start" and self.start is None:
                self.start = int(labels[thing.y, thing.x])
        self.near = [(other, theirs) for other, theirs in self.near if other.y + other.height >= place.y]
        for other, theirs in self.near:
            if shared := place.overlap(other):
                yield from self._differences(place, labels, other, theirs, shared)
                tally.walkable -= int((_cut(labels, place, shared) >= 0).sum())
            for down, right in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
                self._join(place, labels, other, theirs, down, right)
        self.near.append((place, labels))

    def _labelled(self, place: Rectangle, tilemap: TileMap) -> NDArray[np.int64]:
        found = regions(tilemap.walkable)
        free = found >= 0
        numbers, where, sizes = np.unique(found[free], return_inverse=True, return_counts=True)
        labels = np.full(found.shape, -1, np.int64)
        labels[free] = where + len(self.parent)
        self.parent += range(len(self.parent), len(self.parent) + len(numbers))
        self.sizes += sizes.tolist()
        for number in numbers.tolist():
            y, x = np.argwhere(found == number)[0].tolist() if len(numbers) > 1 else np.argwhere(free)[0].tolist()
            self.first.append(f"{place.file} at {x},{y}")
        return labels

    def _open_ends(self, place: Rectangle, labels: NDArray[np.int64]) -> Iterator[str]:
        """A walkable tile at a map's border must have a map on its other side."""
        for x, y in sorted(border_tiles(labels >= 0)):
            beyond = [(y - 1, x)] * (y == 0) + [(y + 1, x)] * (y == place.height - 1)
            beyond += [(y, x - 1)] * (x == 0) + [(y, x + 1)] * (x == place.width - 1)
            if not all(self.cover.holds(place.y + row, place.x + column) for row, column in beyond):
                yield f"{place.file}: the world's border is open at tile {x},{y}"

    def _differences(
        self,
        place: Rectangle,
        labels: NDArray[np.int64],
        other: Rectangle,
        theirs: NDArray[np.int64],
        shared: tuple[int, int, int, int],
    ) -> Iterator[str]:
        differ = np.argwhere((_cut(labels, place, shared) >= 0) != (_cut(theirs, other, shared) >= 0))
        if len(differ):
            y, x = differ[0].tolist()
            mine = f"{place.file} at {shared[1] + x - place.x},{shared[0] + y - place.y}"
            its = f"{other.file} at {shared[1] + x - other.x},{shared[0] + y - other.y}"
            yield f"{its} and {mine} are one place of the world, but only one of them can be walked on"

    def _join(
        self,
        place: Rectangle,
        labels: NDArray[np.int64],
        other: Rectangle,
        theirs: NDArray[np.int64],
        down: int,
        right: int,
    ) -> None:
        if meet := place.overlap(other, down, right):
            mine = _cut(labels, place, meet)
            its = _cut(theirs, other, (meet[0] - down, meet[1] - right, meet[2] - down, meet[3] - right))
            both = (mine >= 0) & (its >= 0)
            for a, b in np.unique(np.stack([mine[both], its[both]], axis=1), axis=0).tolist():
                self.parent[self._root(a)] = self._root(b)

    def _root(self, label: int) -> int:
        while self.parent[label] != label:
            self.parent[label] = self.parent[self.parent[label]]
            label = self.parent[label]
        return label

    def cut_off(self) -> Iterator[str]:
        """The regions that do not hang together with the start, or with the largest one without one."""
        sizes: dict[int, int] = {}
        for label, size in enumerate(self.sizes):
            sizes[self._root(label)] = sizes.get(self._root(label), 0) + size
        if len(sizes) == 0:
            yield "there is no walkable tile"
        if len(sizes) <= 1:
            return
        main = max(sizes, key=lambda root: sizes[root]) if self.start is None else self._root(self.start)
        cut = [self.first[label] for label in range(len(self.parent)) if self._root(label) != main]
        more = f" and {len(cut) - _SHOWN} more" if len(cut) > _SHOWN else ""
        yield f"{len(sizes)} regions of tiles instead of one; cut off: {', '.join(cut[:_SHOWN])}{more}"


class _Cover:
    """Which places of a world lie on a map."""

    def __init__(self, places: list[Rectangle]) -> None:
        self.rows: dict[int, list[Rectangle]] = {}
        for place in places:
            self.rows.setdefault(place.y, []).append(place)
        self.tops = sorted(self.rows)
        self.lefts = {y: [place.x for place in row] for y, row in self.rows.items()}
        self.height, self.width = max(place.height for place in places), max(place.width for place in places)

    def holds(self, y: int, x: int) -> bool:
        for top in self.tops[bisect_right(self.tops, y - self.height) : bisect_right(self.tops, y)]:
            lefts = self.lefts[top]
            for place in self.rows[top][bisect_left(lefts, x - self.width + 1) : bisect_right(lefts, x)]:
                if y < place.y + place.height and x < place.x + place.width:
                    return True
        return False


def _cut(labels: NDArray[np.int64], place: Rectangle, box: tuple[int, int, int, int]) -> NDArray[np.int64]:
    return labels[box[0] - place.y : box[2] - place.y, box[1] - place.x : box[3] - place.x]


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
