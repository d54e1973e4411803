"""Workers: results in order, no more of them than a bound, and nothing begun that nobody wants."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from levelgen import GenerationError
from levelgen.executors import AHEAD, Workers


def late(number: int) -> int:
    """The first of each three takes longest."""
    time.sleep(0.02 * (2 - number % 3))
    return number


def test_results_come_in_order() -> None:
    assert list(Workers(2).stream(late, range(30), 30)) == list(range(30))


def test_no_more_is_made_than_a_bound_ahead_of_what_is_taken() -> None:
    taken: list[int] = []

    def orders() -> Iterator[int]:
        for number in range(100):
            assert number - len(taken) <= AHEAD * 2
            yield number

    for result in Workers(2).stream(abs, orders(), 100):
        assert result is not None
        taken.append(result)
    assert taken == list(range(100))


def note(order: tuple[str, int]) -> int:
    folder, number = order
    (Path(folder) / str(number)).touch()
    time.sleep(0.05)
    return number


def test_what_is_not_wanted_any_more_is_not_begun(tmp_path: Path) -> None:
    orders = [(str(tmp_path), number) for number in range(100)]
    stream = Workers(2).stream(note, orders, 100)
    assert list(islice(stream, 2)) == [0, 1]
    stream.close()  # type: ignore[attr-defined]
    assert len(list(tmp_path.iterdir())) <= 2 + AHEAD * 2


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_dies_is_said_in_one_line() -> None:
    with pytest.raises(GenerationError, match=r"^a worker process died, perhaps for want of memory; build with fewer"):
        list(Workers(2).stream(die, range(4), 4))
