"""Statistics and histograms against numpy's, and what must hold of any bins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.populations.spread import MOST_BINS, bin_edges, bin_of, counts, distance, statistic

NUMBERS = st.lists(st.integers(-1000, 1000), min_size=1, max_size=60)
FLOATS = st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=1, max_size=60)


@given(NUMBERS, st.integers(1, 40))
def test_every_whole_number_is_in_one_bin_of_whole_numbers(numbers: list[int], most: int) -> None:
    values = np.array(numbers, np.float64)
    edges = bin_edges(values, True, most)
    widths = np.diff(edges)
    assert len(widths) <= most
    assert (widths == widths[0]).all()
    assert widths[0] == int(widths[0])
    assert sum(counts(values, edges)) == len(values)
    bins = bin_of(values, edges)
    assert ((edges[bins] < values) & (values < edges[bins + 1])).all()


@given(FLOATS)
def test_every_number_is_in_a_bin_that_holds_it(numbers: list[float]) -> None:
    values = np.array(numbers)
    edges = bin_edges(values, False)
    bins = bin_of(values, edges)
    assert len(edges) - 1 <= MOST_BINS
    wide = 1e-9 * (1 + np.abs(values))
    assert ((edges[bins] <= values + wide) & (values - wide <= edges[bins + 1])).all()


@pytest.mark.parametrize("rooms", [7, 35, 60])
def test_shares_of_one_number_of_rooms_fill_bins_evenly(rooms: int) -> None:
    values = np.arange(rooms + 1) / rooms
    assert len(set(counts(values, bin_edges(values, False))[:-1])) == 1


@given(FLOATS)
def test_statistics(numbers: list[float]) -> None:
    values = np.array(numbers)
    assert statistic("min", values) == min(numbers)
    assert statistic("max", values) == max(numbers)
    assert statistic("median", values) == np.median(values) or np.isclose(
        statistic("median", values), np.median(values)
    )
    assert statistic("p05", values) == np.percentile(values, 5)
    assert np.isclose(statistic("mean", values), sum(numbers) / len(numbers), atol=1e-6)


def test_distance_is_that_of_smirnov() -> None:
    from scipy.stats import ks_2samp

    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 9, 200).astype(float), rng.integers(2, 12, 150).astype(float)
    assert np.isclose(distance(a, b), ks_2samp(a, b).statistic)
    assert (distance(a, a), distance(a, a + 100)) == (0, 1)
