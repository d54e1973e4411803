"""The README's picture of growth, as SVG."""

from __future__ import annotations

from math import log10

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP, _RIGHT = 640, 300, 64, 48, 36, 24
_COLOURS = {"kruskal": "#c2410c", "growing_tree": "#1d4ed8", "wilson": "#15803d"}

Line = list[tuple[int, float]]


def growth(lines: dict[str, Line], machine: str) -> str:
    """Nanoseconds a room over rooms, both axes in powers of ten."""
    low, high = (round(log10(edge(rooms for line in lines.values() for rooms, _ in line))) for edge in (min, max))
    top = 4

    def at(rooms: float, each: float) -> tuple[float, float]:
        x = _LEFT + (log10(rooms) - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)
        return x, _HEIGHT - _BOTTOM - log10(max(each, 1)) / top * (_HEIGHT - _BOTTOM - _TOP)

    parts = [f'<text x="{_LEFT}" y="20" font-weight="bold">Time a room, grid and tree (ns), by rooms</text>']
    for power in range(low, high + 1):
        x, y = at(10**power, 1)
        parts.append(f'<text x="{x:.0f}" y="{y + 20:.0f}" text-anchor="middle">10^{power}</text>')
    for power in range(top + 1):
        x, y = at(10**low, 10**power)
        parts.append(f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{_WIDTH - _RIGHT}" y2="{y:.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 8:.0f}" y="{y + 4:.0f}" text-anchor="end">{10**power}</text>')
    for number, (name, line) in enumerate(lines.items()):
        way = " ".join("{:.1f},{:.1f}".format(*at(*point)) for point in line)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{_COLOURS[name]}" stroke-width="2.5"/>')
        parts.append(f'<text x="{_LEFT + 330 + 80 * number}" y="20" fill="{_COLOURS[name]}">{name}</text>')
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 8}" fill="#666">{machine}</text>')
    style = 'font-family="sans-serif" font-size="12"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {style}>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>", ""])
