"""What a recipe asks of its measures: `require` and `attempts` of each level, `gates` of many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from levelgen.bounds import Bounds, bounds
from levelgen.complaint import did_you_mean, spelled
from levelgen.reading.context import Key, Reading
from levelgen.reading.steps import make_step
from levelgen.reading.table import MOST_ATTEMPTS, STATISTICS
from levelgen.recipe import Gate, SpreadGate, Step
from levelgen.yaml_nodes import Node


def read_require(reading: Reading) -> tuple[Gate, ...]:
    """A gate for each measure under `require`."""
    return tuple(_gates(reading))


def _gates(reading: Reading) -> Iterator[Gate]:
    for path, step, node in _measures(reading, "require", "{dead_ends: 5..20}"):
        wanted = _bounds(reading, path, node)
        if step and wanted:
            yield Gate(step, wanted)


def read_gates(reading: Reading) -> tuple[SpreadGate, ...]:
    """A gate for each statistic of each measure under `gates`."""
    return tuple(_spread_gates(reading))


def _spread_gates(reading: Reading) -> Iterator[SpreadGate]:
    for path, step, node in _measures(reading, "gates", "{dead_ends: {p05: 4.., p95: ..20}}"):
        if not isinstance(node.value, dict) or not node.value:
            reading.say(path, f"must name statistics, such as {{p05: 4.., p95: ..20}}, not {spelled(node.plain())}")
            continue
        for name, inside in node.value.items():
            wanted = _bounds(reading, (*path, name), inside)
            if name not in STATISTICS:
                there_is = did_you_mean(name, (*STATISTICS[:4], "p01 to p99"))
                reading.say((*path, name), f"no such statistic{there_is}", at_key=True)
            elif step and wanted:
                yield SpreadGate(step, wanted, name)


def _measures(reading: Reading, key: str, such_as: str) -> Iterator[tuple[Key, Step | None, Node]]:
    """The measures under a key: where each stands, its step if it is one, and what is asked of it."""
    node = reading.node((key,))
    if node is not None and (not isinstance(node.value, dict) or not node.value):
        reading.say((key,), f"must name measures, such as {such_as}, not {spelled(node.plain())}")
    elif node is not None:
        for name, inside in node.value.items():
            if not isinstance(name, str):
                reading.say((key, name), f"must be the name of a measure, not {spelled(name)}", at_key=True)
                continue
            yield (key, name), make_step(reading, "measures", (key,), name, {}), inside


def _bounds(reading: Reading, path: Key, node: Node) -> Bounds | None:
    try:
        return bounds(node.plain())
    except ValueError as error:
        reading.say(path, str(error))
        return None


def read_attempts(reading: Reading) -> int:
    """How many attempts a level has to be inside `require`; one where it is left out."""
    node = reading.node(("attempts",))
    if node is None:
        return 1
    value: Any = node.value
    if type(value) is not int or not 1 <= value <= MOST_ATTEMPTS:
        reading.say(("attempts",), f"must be a whole number from 1 to {MOST_ATTEMPTS}, not {spelled(node.plain())}")
        return 1
    if reading.node(("require",)) is None:
        reading.say(("attempts",), "there is no 'require' that an attempt could miss; add it", at_key=True)
    return value
