"""Streams draw what Python's generator draws; these words are pinned for all time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from levelgen import kernels
from levelgen.kernels.draw import below, fraction_of, shuffle
from levelgen.kernels.words import refill
from levelgen.rng import Stream, Streams


def test_the_words_are_pinned() -> None:
    assert Stream(14).words(4).tolist() == [458825077, 2645178341, 3017581834, 3243581873]
    assert Stream("i14/treasure/0").below(1000) == 562
    assert Stream("t14").words(2).tolist() == [3442276025, 1835420581]


def test_below_is_what_randint_draws() -> None:
    ours, python = Stream(31), random.Random(31)
    for n in (*range(1, 200), 2**31, 2**32 - 1, 2**40):
        assert ours.below(n) == python.randint(0, n - 1)


def test_words_are_getrandbits_in_a_row() -> None:
    ours, python = Stream("text"), random.Random("text")
    assert ours.words(1000).tolist() == [python.getrandbits(32) for _ in range(1000)]
    assert ours.random() == python.random()


def test_kernels_draw_the_same_numbers() -> None:
    words, cursor = Stream(3).words(5000), np.zeros(1, np.int64)
    python = Stream(3)
    for n in (1, 2, 3, 104, 2**31, 2**32 - 1) * 50:
        assert below(words.data, cursor.data, n) == python.below(n)
        first, second = words[cursor[0] : cursor[0] + 2].tolist()
        cursor[0] += 2
        assert fraction_of(first, second) == python.random()


def test_the_twister_gives_the_words_of_a_stream() -> None:
    stream = Stream(9)
    stream.skip(600)
    state, words = np.array(stream.getstate()[1], np.uint32), np.zeros(2000, np.int64)
    refill(state, words, 5)
    assert words[:5].any() == 0
    assert words[5:].tolist() == stream.words(1995).tolist()
    assert tuple(state.tolist()) == stream.getstate()[1]


@pytest.mark.parametrize("batch", [1, 2, 3, 1 << 16])
def test_a_fed_kernel_leaves_the_stream_where_single_draws_would(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_SMALLEST_BATCH", batch)
    monkeypatch.setattr(kernels, "_LARGEST_BATCH", batch)
    ours, python = Stream(14), random.Random(14)
    items, expected = np.arange(500, dtype=np.int32), list(range(500))
    kernels.feed(shuffle, ours, items, np.array([499], np.int64))
    for i in range(499, 0, -1):
        j = python.randint(0, i)
        expected[i], expected[j] = expected[j], expected[i]
    assert items.tolist() == expected
    assert ours.getstate() == python.getstate()


def test_streams_are_named_apart() -> None:
    names = [Streams(14).graph(), Streams("14").graph(), Streams(14).use("a", 0), Streams(14).use("a", 1),
             Streams("14").use("a", 0), Streams(14).named("tiles")]  # fmt: skip
    first = [stream.getrandbits(64) for stream in names]
    assert len(set(first)) == len(first)
