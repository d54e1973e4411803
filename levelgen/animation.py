"""How a level grew, as an animated GIF: passages light up in the order they were opened, then the marks."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from levelgen.mosaic import Pixels, bands, fitting, mosaic, over
from levelgen.pipeline import BuiltLevel
from levelgen.tilemap import SOLID, passage

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_FRAMES = 120
LONGEST = 960
"""Pixels: the longer side, when nothing else is asked for."""
_STEP, _PAUSE = 60, 2500
"""Milliseconds: a frame, and the last one."""
_DARK = np.array([14, 18, 26, 215], np.uint8)


def gif(built: BuiltLevel, tile: int = 0) -> bytes:
    """NAME.gif: at first all is dark that one can walk on; then the walls open, tree first, loops after it.

    At most MOST_FRAMES frames, so of a large level many walls open at once. tile: as `fitting` has it.
    """
    bare = fitting(mosaic(built.tilemap, built.painted, objects=False), tile, LONGEST)
    whole = fitting(mosaic(built.tilemap, built.painted), bare.stamps.shape[2])
    veiled = over(np.broadcast_to(_DARK, bare.stamps.shape), bare.stamps)
    stamps, palette = _indexed(np.concatenate([bare.stamps, veiled, whole.stamps]))
    times, count = _times(built), len(bare.stamps)
    last = int(times.max(initial=0))
    moments = np.unique(np.linspace(0, last, min(last + 1, MOST_FRAMES - 1)).astype(np.int64)).tolist()
    frames = [np.where(times > moment, bare.cells + count, bare.cells) for moment in moments]
    return _spelled([*frames, whole.cells + 2 * count], stamps, palette)


def _times(built: BuiltLevel) -> NDArray[np.int64]:
    """int64 (h, w): after how many openings a tile is part of the level; 0 where nobody can walk."""
    level, owner = built.level, built.tilemap.owner
    when = np.zeros(level.graph.walls, np.int64)
    when[level.order] = np.arange(1, len(level.order) + 1)
    reached = np.full(level.graph.rooms, len(level.order), np.int64)
    np.minimum.at(reached, level.graph.edges[level.order].ravel(), np.repeat(when[level.order], 2))
    times = np.zeros(owner.shape, np.int64)
    rooms, ways = owner >= 0, owner < SOLID
    times[rooms] = reached[owner[rooms]]
    times[ways] = when[passage(owner[ways].astype(np.int64))]
    return times


def _indexed(stamps: Pixels) -> tuple[NDArray[np.uint8], list[int]]:
    """The stamps (k, h, w) as numbers in a palette of at most 256 colours, and the palette, three numbers a colour."""
    from PIL import Image

    ground = Image.fromarray(stamps.reshape(-1, *stamps.shape[2:])).convert("RGB")
    image = ground.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return np.asarray(image).reshape(stamps.shape[:3]), image.getpalette() or []


def _spelled(frames: list[NDArray[np.int64]], stamps: NDArray[np.uint8], palette: list[int]) -> bytes:
    """The frames, stamps by place, one after the other; the last stays longer."""
    first, *rest = [_image(np.concatenate(list(bands(stamps, cells))), palette) for cells in frames]
    durations = [_STEP] * len(rest) + [_PAUSE]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=rest, duration=durations, loop=0, optimize=False)
    return file.getvalue()


def _image(numbers: NDArray[np.uint8], palette: list[int]) -> Image:
    from PIL import Image as Images

    image = Images.fromarray(numbers)
    image.putpalette(palette)
    return image
