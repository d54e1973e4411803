"""What a recipe asks of its measures: `require`, and how many `attempts` it has for that."""

from __future__ import annotations

from collections.abc import Iterator

from levelgen.bounds import bounds
from levelgen.complaint import spelled
from levelgen.reading.context import Key, Reading
from levelgen.reading.steps import make_step
from levelgen.reading.table import MOST_ATTEMPTS
from levelgen.recipe import Gate
from levelgen.yaml_nodes import Node


def read_require(reading: Reading) -> tuple[Gate, ...]:
    """A gate for each measure under `require`."""
    node = reading.node(("require",))
    if node is None:
        return ()
    if not isinstance(node.value, dict) or not node.value:
        reading.say(("require",), f"must name measures, such as {{dead_ends: 5..20}}, not {spelled(node.plain())}")
        return ()
    return tuple(_gates(reading, ("require",), node.value))


def _gates(reading: Reading, path: Key, measures: dict[str | int, Node]) -> Iterator[Gate]:
    for name, node in measures.items():
        step = make_step(reading, "measures", path, str(name), {})
        try:
            wanted = bounds(node.plain())
        except ValueError as error:
            reading.say((*path, name), str(error))
            continue
        if step:
            yield Gate(step, wanted)


def read_attempts(reading: Reading) -> int:
    """How many attempts a level has to be inside `require`; one where it is left out."""
    node = reading.node(("attempts",))
    if node is None:
        return 1
    value = node.value
    if type(value) is not int or not 1 <= value <= MOST_ATTEMPTS:
        reading.say(("attempts",), f"must be a whole number from 1 to {MOST_ATTEMPTS}, not {spelled(node.plain())}")
        return 1
    if reading.node(("require",)) is None:
        reading.say(("attempts",), "there is no 'require' that an attempt could miss; add it", at_key=True)
    return value
