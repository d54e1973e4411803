"""How the values of a measure spread: statistics by name, histograms, and the distance of two spreads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

SHOWN = ("min", "p05", "p25", "median", "p75", "p95", "max")
MOST_BINS = 30


def statistic(name: str, values: Values) -> float:
    """A statistic (min, max, mean, median, p01 to p99) of at least one value.

    Percentiles lie between two values where they must (Hyndman and Fan 1996, type 7).
    """
    if name == "mean":
        return float(values.mean())
    share = {"min": 0, "median": 50, "max": 100}.get(name)
    return float(np.percentile(values, int(name[1:]) if share is None else share))


def bin_edges(values: Values, whole: bool, most: int = MOST_BINS) -> Values:
    """float64 (bins + 1,): bins that hold all values, at most so many.

    Values on a lattice, such as whole numbers, or shares of one number of rooms, lie in the middle of bins of equally
    many of its points, so that no bin looks empty or full for want of points.
    """
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
    step = 1.0 if whole else _lattice(values)
    if not step:
        return np.linspace(low, high, most + 1) if low < high else np.array([low - 0.5, high + 0.5])
    points = round((high - low) / step) + 1
    width = -(-points // most)
    return low - step / 2 + width * step * np.arange(-(-points // width) + 1, dtype=np.float64)


def _lattice(values: Values) -> float:
    """The step of the lattice that all values lie on, 0 where there is none to be seen."""
    steps = np.diff(np.unique(np.round(values, 12)))
    if len(steps) == 0:
        return 0.0
    times = steps / steps.min()
    return float(steps.min()) if np.abs(times - np.round(times)).max() < 1e-6 else 0.0


def bin_of(values: Values, edges: Values) -> NDArray[np.int64]:
    """int64: the bin that each value is in; the last holds its upper edge too."""
    return np.clip(np.searchsorted(edges, values, side="right") - 1, 0, len(edges) - 2)


def counts(values: Values, edges: Values) -> list[int]:
    """How many values each bin holds."""
    return [int(count) for count in np.bincount(bin_of(values, edges), minlength=len(edges) - 1)]


def distance(a: Values, b: Values) -> float:
    """From 0, spread alike, to 1, no overlap: how far the shares of values up to one differ at most (Smirnov 1939)."""
    at = np.concatenate([a, b])
    up_to = [np.searchsorted(np.sort(each), at, side="right") / len(each) for each in (a, b)]
    return float(np.abs(up_to[0] - up_to[1]).max())
