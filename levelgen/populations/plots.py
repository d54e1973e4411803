"""Plots as SVG, for a page that needs nothing else: histograms, and the expressive range as a map of cells.

Colours are the page's: classes `a` and `b` are the two surveys, `axis` lines and their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import log1p

from levelgen.bounds import number
from levelgen.populations.ranges import ExpressiveRange
from levelgen.populations.spread import Values

_WIDTH, _HEIGHT, _FOOT = 260, 96, 18
_CELL_WIDTH, _CELL_HEIGHT, _LEFT = 40, 24, 64


def histogram(edges: Values, series: Sequence[Sequence[int]], whole: bool, ends: tuple[float, float]) -> str:
    """Bars for each bin, of two series two, as shares of their series; `ends`: the least and the greatest value."""
    tallest = max((max(counts) / sum(counts) for counts in series), default=1)
    step = _WIDTH / (len(edges) - 1)
    bars = "".join(_bars(edges, series, tallest, step, whole))
    low, high = map(number, ends)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT + _FOOT}" role="img">{bars}'
        f'<line class="axis" x1="0" y1="{_HEIGHT}" x2="{_WIDTH}" y2="{_HEIGHT}"/>'
        f'<text class="axis" x="0" y="{_HEIGHT + 13}">{low}</text>'
        f'<text class="axis" x="{_WIDTH}" y="{_HEIGHT + 13}" text-anchor="end">{high}</text></svg>'
    )


def _bars(edges: Values, series: Sequence[Sequence[int]], tallest: float, step: float, whole: bool) -> Iterator[str]:
    width = max((min(step, 40) - 2) / len(series), 1)
    for place, (name, counts) in enumerate(zip("ab", series, strict=False)):
        for bin_, count in enumerate(counts):
            if count:
                height = max(count / sum(counts) / tallest * (_HEIGHT - 6), 1)
                x = (bin_ + 0.5) * step + (place - len(series) / 2) * width
                told = f"{_span(edges, bin_, whole)}: {count} of {sum(counts)}"
                yield (f'<rect class="{name}" x="{x:.2f}" y="{_HEIGHT - height:.2f}" width="{width:.2f}" '
                       f'height="{height:.2f}"><title>{told}</title></rect>')  # fmt: skip


def heat_map(range_: ExpressiveRange, whole: tuple[bool, bool], most: int) -> str:
    """A cell for each pair of bins, deeper the more levels it holds (`most` the deepest), named by its first seed."""
    columns, rows = len(range_.x_edges) - 1, len(range_.y_edges) - 1
    width, height = columns * _CELL_WIDTH, rows * _CELL_HEIGHT
    cells = "".join(_heat_cells(range_, whole, most, rows))
    return (
        f'<svg class="heat" style="width: {width + _LEFT}px" viewBox="0 0 {width + _LEFT} {height + 44}">'
        f"{cells}{''.join(_axes(range_, whole, columns, rows))}"
        f'<text class="name" x="{_LEFT + width / 2}" y="{height + 40}" text-anchor="middle">{escape(range_.x)}</text>'
        f'<text class="name" transform="translate(14 {height / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(range_.y)}</text></svg>"
    )


def _heat_cells(range_: ExpressiveRange, whole: tuple[bool, bool], most: int, rows: int) -> Iterator[str]:
    for cell in range_.cells:
        x, y = _LEFT + cell.x * _CELL_WIDTH, (rows - 1 - cell.y) * _CELL_HEIGHT
        depth = 0.12 + 0.88 * log1p(cell.count) / log1p(most)
        spans = (
            f"{escape(range_.x)} {_span(range_.x_edges, cell.x, whole[0])}, "
            f"{escape(range_.y)} {_span(range_.y_edges, cell.y, whole[1])}"
        )
        seed = escape(str(cell.seed))
        named = seed if len(seed) <= 6 else seed[:5] + "…"
        ground = "deep" if depth > 0.9 else "mid" if depth > 0.72 else "pale"
        yield (f'<g class="{ground}"><rect x="{x + 1}" y="{y + 1}" width="{_CELL_WIDTH - 2}" '
                   f'height="{_CELL_HEIGHT - 2}" '
               f'rx="3" fill-opacity="{depth:.2f}"/><text x="{x + _CELL_WIDTH / 2}" '
               f'y="{y + _CELL_HEIGHT / 2 + 4}" text-anchor="middle">{named}</text>'
               f"<title>{spans}: {cell.count} levels, such as seed {seed}</title></g>")  # fmt: skip


def _axes(range_: ExpressiveRange, whole: tuple[bool, bool], columns: int, rows: int) -> Iterator[str]:
    foot = rows * _CELL_HEIGHT
    for bin_ in range(0, columns, max(1, columns // 8)):
        x = _LEFT + (bin_ + 0.5) * _CELL_WIDTH
        label = _low(range_.x_edges, bin_, whole[0])
        yield f'<text class="axis" x="{x}" y="{foot + 16}" text-anchor="middle">{label}</text>'
    for bin_ in range(0, rows, max(1, rows // 8)):
        y = (rows - bin_ - 0.5) * _CELL_HEIGHT + 4
        label = _low(range_.y_edges, bin_, whole[1])
        yield f'<text class="axis" x="{_LEFT - 8}" y="{y}" text-anchor="end">{label}</text>'


def _low(edges: Values, bin_: int, whole: bool) -> str:
    return number(float(edges[bin_]) + 0.5 if whole else float(f"{edges[bin_]:.3g}"))


def _span(edges: Values, bin_: int, whole: bool) -> str:
    """What a bin holds: `7`, `7–9` or `0.25–0.31`."""
    low, high = float(edges[bin_]), float(edges[bin_ + 1])
    if whole:
        low, high = low + 0.5, high - 0.5
    return number(low) if low == high else f"{number(low)}–{number(high)}"
