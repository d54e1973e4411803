"""A bar for whoever watches: how many levels, how fast, and how long it will take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress(levels: int) -> Iterator[Callable[..., None]]:
    """A bar on standard error, where that is a terminal and levels are several; to be called for each level made."""
    if levels < 2 or not sys.stderr.isatty():
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("levels", BarColumn(), MofNCompleteColumn(), _rate(), TimeRemainingColumn())
    # The answer is written above the bar, on its terminal: not where it is led elsewhere.
    above = sys.stdout.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=above) as bar:
        task = bar.add_task("levels", total=levels)
        yield lambda steps=1: bar.advance(task, steps)


def _rate() -> Any:
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:.3g}/s", style="progress.data.speed")

    return Rate()
