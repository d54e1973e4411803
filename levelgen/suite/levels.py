"""Do the levels that a plug-in has a part in hold, and come out the same twice?"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from levelgen.errors import GenerationError, PluginError
from levelgen.files import write_all
from levelgen.pipeline import BuiltLevel, files_of, generate
from levelgen.plugins import Plugin, registry
from levelgen.suite.cases import Case, cases, recipe_with
from levelgen.tilemap import TileMap
from levelgen.verify import verify

MOST_PROBLEMS = 5


def levels(plugin: Plugin, project: Path | None) -> tuple[str, list[str]]:
    """Every case is made, proved and made again; what a plug-in says no to (GenerationError) counts as declined."""
    if plugin.kind.key == "readers":
        return _readings(plugin, project)
    made, declined, problems = 0, 0, []
    for case in cases(plugin, project):
        try:
            problem = unlike(case)
            made += 1
        except GenerationError as error:
            problem, declined = "", declined + 1
            refusal = str(error)
        except PluginError as error:
            problem = str(error)
        if problem:
            problems.append(f"{case.told}, seed {case.seed}: {problem}")
    if not made and not problems:
        problems.append(f"made no level at all; {f'the last one: {refusal}' if declined else 'it has no example'}")
    return f"{made} made and proved, twice; {declined} declined", _shortened(problems)


def unlike(case: Case) -> str:
    """What is wrong with a level once it is made: it does not hold, or its second making is another; else nothing.

    Raises GenerationError where it cannot be made as asked, PluginError where a plug-in breaks its contract.
    """
    built = generate(case.recipe, case.seed)
    try:
        verify(built)
    except GenerationError as error:
        return str(error)
    again = generate(case.recipe, case.seed)
    return "" if digest(built) == digest(again) else "made another level the second time; draw only from rng"


def digest(built: BuiltLevel) -> str:
    """The SHA-256 of all that a level is: its graph, walls, marks, notes and files."""
    graph, level = built.level.graph, built.level
    whole = sha256(repr((level.marks, built.notes, graph.names, graph.size)).encode())
    for array in (graph.positions, graph.edges, graph.lengths, level.open, built.tilemap.owner):
        whole.update(np.ascontiguousarray(array).tobytes())
    for name, data in files_of(built).items():
        whole.update(name.encode() + data)
    return whole.hexdigest()


def _readings(plugin: Plugin, project: Path | None) -> tuple[str, list[str]]:
    """A reader finds, in every exported file of its ending, what one can walk on, as it was built."""
    read, problems = 0, []
    plugins = registry(project)
    for exporter in (plugins.find("exporters", name) for name in plugins.names("exporters")):
        built = generate(recipe_with(exporter, {}, {"grid": {"rows": 3, "columns": 4}}, project), 5)
        files = {name: data for name, data in files_of(built).items() if name.endswith(f"trial.{plugin.name}")}
        with TemporaryDirectory() as folder:
            for name in files:
                write_all(files_of(built), Path(folder))
                with plugin.named():
                    seen = plugin(Path(folder) / name)
                read += 1
                if not isinstance(seen, TileMap) or not np.array_equal(seen.walkable, built.tilemap.walkable):
                    problems.append(f"finds other walkable tiles in {name} of exporter '{exporter.name}'")
    if not read:
        problems.append(f"no exporter here writes a NAME.{plugin.name} that it could read")
    return f"{read} exported files read back", problems


def _shortened(problems: list[str]) -> list[str]:
    more = len(problems) - MOST_PROBLEMS
    return problems if more <= 0 else [*problems[:MOST_PROBLEMS], f"and {more} more like these"]
