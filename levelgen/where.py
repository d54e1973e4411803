"""Where things belong in a level: the places by name that passes promise and `verify` checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.level import Level
from levelgen.walks import distances, ends, walk

Rooms = NDArray[np.bool_]


def anywhere(level: Level[Any]) -> Rooms:
    """Every room."""
    return np.ones(level.graph.rooms, np.bool_)


def dead_end(level: Level[Any]) -> Rooms:
    """Rooms with one way out."""
    return np.equal(level.degrees, 1)


def hub(level: Level[Any]) -> Rooms:
    """Rooms with three ways out or more."""
    return level.degrees >= 3


def on_path(level: Level[Any]) -> Rooms:
    """Rooms on the shortest walk from start to exit."""
    result = np.zeros(level.graph.rooms, np.bool_)
    result[walk(level, *ends(level))] = True
    return result


def far(level: Level[Any]) -> Rooms:
    """Rooms at least half as far from the start as the farthest one."""
    away = distances(level, ends(level)[0])
    result: Rooms = away * 2 >= away.max()
    return result


BELONGS: dict[str, Callable[[Level[Any]], Rooms]] = {
    function.__name__: function for function in (anywhere, dead_end, hub, on_path, far)
}
