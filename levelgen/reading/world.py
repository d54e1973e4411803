"""Reading `world`: how many chunks, what joins them, and whether the recipe can make chunks at all."""

from __future__ import annotations

from difflib import get_close_matches

from levelgen.complaint import did_you_mean, spelled
from levelgen.errors import Problem
from levelgen.graph import GridGraph
from levelgen.level import Stage
from levelgen.reading.context import Reading
from levelgen.reading.fit import check_fit, check_order
from levelgen.reading.steps import make_step, read_step, read_steps
from levelgen.recipe import Step, World
from levelgen.seams import border_of

_FINITE = ("rows", "columns", "spanning_tree", "passes")
KEYS = (*_FINITE, "seams", "endless")
_MOST_CHUNKS = 1 << 24
_MOST_SEAMS = 1 << 16


def read_world(reading: Reading) -> World | None:
    """How the recipe's levels lie side by side; None where they stand alone, or where that is wrong, which is noted."""
    node = reading.node(("world",))
    if node is None:
        return None
    if not isinstance(node.value, dict):
        such_as = "{rows: 3, columns: 4} or {endless: true}"
        reading.say(("world",), f"must be a mapping, such as {such_as}, not {spelled(node.plain())}")
        return None
    for key in node.value:
        if key not in KEYS:
            reading.say(("world", key), f"unknown parameter{did_you_mean(key, KEYS)}", at_key=True)
    seams = _number(reading, "seams", _MOST_SEAMS, 1)
    return _endless(reading, seams) if _is_endless(reading) else _finite(reading, seams)


def _is_endless(reading: Reading) -> bool:
    node = reading.node(("world", "endless"))
    if node is not None and not isinstance(node.value, bool):
        reading.say(("world", "endless"), f"must be true or false, not {spelled(node.plain())}")
    return node is not None and node.value is True


def _endless(reading: Reading, seams: int) -> World:
    for key in _FINITE:
        if reading.node(("world", key)) is not None:
            reading.say(("world", key), "an endless world has none; take it out, or 'endless: true'", at_key=True)
    return World(reading.root.at(("world",), key=True), seams)


def _finite(reading: Reading, seams: int) -> World:
    meant = {close for key in reading.root.value["world"].value for close in get_close_matches(str(key), _FINITE, n=1)}
    for key in ("rows", "columns"):
        if key not in meant:
            reading.say(("world",), f"parameter '{key}' is missing; or write 'endless: true'", at_key=True)
    rows, columns = (_number(reading, key, _MOST_CHUNKS, 1) for key in ("rows", "columns"))
    if rows * columns > _MOST_CHUNKS:
        message = f"{rows} × {columns} is {rows * columns} chunks; at most {_MOST_CHUNKS} are possible"
        reading.say(("world", "rows"), message)
    tree = read_step(reading, "spanning_trees", "world", "spanning_tree", default="kruskal")
    passes = read_steps(reading, "passes", "world", "passes")
    check_fit(reading, make_step(reading, "graphs", ("world",), "grid", {"rows": 1, "columns": 1}), [tree, *passes])
    check_order(reading, passes)
    found = tuple(step for step in passes if step)
    return World(reading.root.at(("world",), key=True), seams, rows, columns, tree, found)


def _number(reading: Reading, key: str, most: int, default: int) -> int:
    """The whole number at a key, from 1 to `most`; the default where there is none or it is wrong, which is noted."""
    node = reading.node(("world", key))
    if node is None:
        return default
    if type(node.value) is not int or not 1 <= node.value <= most:
        reading.say(("world", key), f"must be a whole number from 1 to {most}, not {spelled(node.plain())}")
        return default
    return int(node.value)


def check_chunks(
    reading: Reading, world: World | None, graph: Step | None, tiles: Step | None, passes: list[Step | None]
) -> None:
    """Can the recipe's level be a chunk: a grid, in a tile style that opens seams, long enough for all of them?"""
    if world is None:
        return
    if graph and not issubclass(graph.plugin.graph_type, GridGraph):
        reading.say(("world",), f"worlds are for grids, and {graph.plugin} does not make one", at_key=True)
    elif tiles and border_of(tiles.plugin.function) is None:
        mend = "take 'blocks' or 'rooms'; a style of your own says that it does by levelgen.seams.opens_seams"
        _say(reading, tiles, f"does not open the seams of a world's chunks; {mend}")
    for step in filter(None, passes):
        if step.plugin.stage == Stage.ENDS:
            mend = (
                "without end has neither"
                if world.endless
                else "has one of each; move it to world.passes, which marks chunks"
            )
            _say(reading, step, f"marks start and exit in every chunk, and a world {mend}")
    _check_seams(reading, world, graph)


def _check_seams(reading: Reading, world: World, graph: Step | None) -> None:
    sides = [graph.parameters.get(key) for key in ("rows", "columns")] if graph else []
    shortest = min([side for side in sides if isinstance(side, int)], default=world.seams)
    if world.seams > shortest:
        reading.say(("world", "seams"), f"{world.seams} asked for, but a side of a chunk has only {shortest} rooms")


def _say(reading: Reading, step: Step, message: str) -> None:
    reading.problems.append(Problem(step.place, f"{step.label}: {message}"))
