"""A level in the terminal, in colours: a half block shows two tiles, one above the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from levelgen.mosaic import mosaic
from levelgen.pipeline import BuiltLevel

_RESET = "\x1b[0m"


def half_blocks(built: BuiltLevel) -> str:
    """Two rows of tiles a line, each tile in its mean colour (24 bits, as ISO 8613-6 has it), marks included."""
    drawn = mosaic(built.tilemap, built.painted)
    colours = drawn.with_tiles(1).stamps[:, 0, 0].astype(np.int64)
    colours = colours[:, :3] * colours[:, 3:] // 255
    cells = drawn.cells
    cells = np.pad(cells, ((0, len(cells) % 2), (0, 0)))
    return "\n".join(
        _line(colours[above], colours[below]) for above, below in zip(cells[::2], cells[1::2], strict=True)
    )


def _line(above: NDArray[np.int64], below: NDArray[np.int64]) -> str:
    parts: list[str] = []
    before: tuple[list[int], list[int]] | None = None
    for pair in zip(above.tolist(), below.tolist(), strict=True):
        if pair != before:
            (a, b, c), (d, e, f) = pair
            parts.append(f"\x1b[38;2;{a};{b};{c};48;2;{d};{e};{f}m")
        parts.append("▀")
        before = pair
    return "".join(parts) + _RESET
