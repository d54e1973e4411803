"""Workers that are ready, whoever they are."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass


@dataclass(frozen=True)
class Crew:
    """Workers that are ready.

    executor: takes their orders; count: how many they are; there: are they still to be reached? died: what the
    executor raises for an order whose workers died again and again.
    """

    executor: Executor
    count: int
    there: Callable[[], bool] = lambda: True
    died: tuple[type[Exception], ...] = ()
