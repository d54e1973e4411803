"""Start and exit."""

from __future__ import annotations

from typing import Any

from levelgen.complaint import did_you_mean
from levelgen.errors import GenerationError
from levelgen.level import Ended, Level, Mark
from levelgen.parameters import Name
from levelgen.rng import Stream
from levelgen.walks import farthest, longest


def start_exit(level: Level[Any], rng: Stream, *, start: Name | None = None, exit: Name | None = None) -> Ended:
    """Mark where the level begins and ends: the two ends of the longest walk, or the rooms given.

    start, exit: a room's number or name. With one of them given, the other is the room farthest from it;
    with none, the longest walk begins at the room of the lower number. A level of a single room has both
    in it. GenerationError where there is no such room, both are the same or there are such marks. Draws nothing.
    Cost: O(m) in a tree; with loops see `levelgen.walks.longest`.
    """
    if level.marked("start") or level.marked("exit"):
        raise GenerationError("start and exit are marked already; use start_exit once")
    first, last = _pair(level, start, exit)
    if first == last and level.graph.rooms > 1:
        raise GenerationError(f"start and exit are both room {level.graph.name(first)}; give two different rooms")
    return level.with_marks([Mark("start", first), Mark("exit", last)])


def _pair(level: Level[Any], start: str | None, exit: str | None) -> tuple[int, int]:
    if start is not None and exit is not None:
        return _room(level, start), _room(level, exit)
    if start is not None:
        first = _room(level, start)
        return first, farthest(level, first)[0]
    if exit is not None:
        last = _room(level, exit)
        return farthest(level, last)[0], last
    return longest(level)


def _room(level: Level[Any], text: str) -> int:
    graph = level.graph
    if text in graph.names:
        return int(graph.names.index(text))
    if text in map(str, range(0 if graph.names else graph.rooms)):
        return int(text)
    there_is = did_you_mean(text, graph.names) if graph.names else f"; rooms are numbers from 0 to {graph.rooms - 1}"
    raise GenerationError(f"no room '{text}'{there_is}")
