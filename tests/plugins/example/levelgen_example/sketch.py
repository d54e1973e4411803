"""An exporter of plain text, and the reader that takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import numpy as np

from levelgen import BuiltLevel, MapObject, TileMap
from levelgen.tilemap import EMPTY, FLOOR, SOLID, WALL


def sketch(built: BuiltLevel, *, free: Literal[".", " "] = ".") -> Mapping[str, bytes]:
    """NAME.txt: a character a tile, and the first letter of each mark's kind on top; free: what floor looks like."""
    picture = np.where(built.tilemap.walkable, free, "#")
    for thing in built.tilemap.objects:
        picture[thing.y, thing.x] = thing.kind[0]
    return {".txt": "".join("".join(row) + "\n" for row in picture.tolist()).encode()}


def txt(path: Path) -> TileMap:
    """The tile map of a NAME.txt: '#' is solid, letters are marks."""
    picture = np.array([list(line) for line in path.read_text("utf-8").splitlines()])
    free = picture != "#"
    layers = {"walls": np.where(free, EMPTY, WALL).astype(np.uint16)}
    layers = {"ground": np.where(free, FLOOR, EMPTY).astype(np.uint16), **layers}
    marks = tuple(MapObject(str(picture[y, x]), x, y) for y, x in np.argwhere(np.char.isalpha(picture)).tolist())
    owner = np.where(free, 0, SOLID).astype(np.int32)
    return TileMap(layers, owner, np.zeros((0, 2), np.int32), objects=marks)
