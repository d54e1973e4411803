"""The graph of a level drawn over its tiles: an SVG that browsers, editors and slides take."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise

import numpy as np

from levelgen.mosaic import fitting, mosaic
from levelgen.pipeline import BuiltLevel
from levelgen.png import png

Point = tuple[float, float]

_STYLE = """\
#tiles{image-rendering:pixelated}\
path{fill:none;stroke-linecap:round;stroke-linejoin:round}\
.under{stroke:#14181f;stroke-opacity:.55}\
#tree .line{stroke:#f4f1e8}#loops .line{stroke:#ff9d3c}#walk .line{stroke:#ff4fa3}\
#rooms circle{fill:#f4f1e8;stroke:#14181f}#rooms .dead-end{fill:#14181f;stroke:#f4f1e8}\
#marks text{fill:#fff;stroke:#14181f;paint-order:stroke;font:600 1em system-ui,sans-serif;\
text-anchor:middle;dominant-baseline:central}"""


def svg(built: BuiltLevel, walk: Sequence[int] = (), tile: int = 0) -> bytes:
    """NAME.svg: the tiles as a picture, over them the spanning tree, loops, rooms, a walk and the marks by name.

    walk: rooms, one after the other. tile: as `fitting` has it. Each part is a group with an id (tiles,
    tree, loops, rooms, walk, marks) that a program can hide. Costs about 60 bytes a room.
    """
    drawn = fitting(mosaic(built.tilemap, built.painted, objects=False), tile)
    (width, height), (high, wide) = drawn.size, drawn.stamps.shape[1:3]
    at = [((x + 0.5) * wide, (y + 0.5) * high) for x, y in built.tilemap.places.tolist()]
    pen = max(1.0, min(high, wide) / 8)
    image = b64encode(png(drawn)).decode()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(built.stem)} (seed {escape(str(built.seed))})</title><style>{_STYLE}</style>",
        f'<image id="tiles" width="{width}" height="{height}" href="data:image/png;base64,{image}"/>',
        *_graph(built, at, pen),
        *_lines("walk", [(at[a], at[b]) for a, b in pairwise(walk)], 1.6 * pen),
        *_marks(built, at, max(8.0, min(high, wide) * 0.8)),
        "</svg>",
    ]
    return ("\n".join(parts) + "\n").encode()


def _graph(built: BuiltLevel, at: Sequence[Point], pen: float) -> Iterator[str]:
    level = built.level
    pairs = [(at[u], at[v]) for u, v in level.graph.edges[level.order].tolist()]
    tree = level.graph.rooms - 1
    yield from _lines("tree", pairs[:tree], pen)
    yield from _lines("loops", pairs[tree:], pen)
    ends = np.zeros(level.graph.rooms, np.bool_)
    ends[level.dead_ends] = True
    yield f'<g id="rooms" stroke-width="{_number(pen / 2)}">'
    for (x, y), is_end in zip(at, ends.tolist(), strict=True):
        kind = ' class="dead-end"' if is_end else ""
        yield f'<circle{kind} cx="{_number(x)}" cy="{_number(y)}" r="{_number(1.3 * pen)}"/>'
    yield "</g>"


def _lines(name: str, pairs: Iterable[tuple[Point, Point]], pen: float) -> Iterator[str]:
    ways = "".join(f"M{_number(a)} {_number(b)}L{_number(c)} {_number(d)}" for (a, b), (c, d) in pairs)
    if ways:
        under = f'<path class="under" stroke-width="{_number(2 * pen)}" d="{ways}"/>'
        yield f'<g id="{name}">{under}<path class="line" stroke-width="{_number(pen)}" d="{ways}"/></g>'


def _marks(built: BuiltLevel, at: Sequence[Point], size: float) -> Iterator[str]:
    named: dict[int, list[str]] = {}
    for mark in built.level.marks:
        named.setdefault(mark.node, []).append(mark.kind)
    yield f'<g id="marks" font-size="{_number(size)}" stroke-width="{_number(size / 5)}">'
    for room, kinds in named.items():
        x, y = at[room]
        yield f'<text x="{_number(x)}" y="{_number(y)}">{escape(", ".join(kinds))}</text>'
    yield "</g>"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
