"""Do the steps of a recipe fit together, stand in an order that can work, and reach the engines it names?"""

from __future__ import annotations

from collections.abc import Iterable

from levelgen.complaint import did_you_mean, listed, spelled
from levelgen.errors import Problem
from levelgen.graph import GridGraph
from levelgen.level import Stage
from levelgen.limits import Limits
from levelgen.parameters import engines_of, size_of
from levelgen.reading.context import Reading
from levelgen.recipe import Step


def check_fit(reading: Reading, graph: Step | None, steps: Iterable[Step | None]) -> None:
    """Every step works on the graph that the builder makes."""
    for step in filter(None, steps if graph else ()):
        if graph and not issubclass(graph.plugin.graph_type, step.plugin.graph_type):
            kind = "grids" if step.plugin.graph_type is GridGraph else step.plugin.graph_type.__name__
            message = f"works on {kind} only, and {graph.plugin} does not make one"
            reading.problems.append(Problem(step.place, f"{step.label}: {message}"))


def check_size(reading: Reading, graph: Step | None, limits: Limits) -> None:
    """The graph is no larger than the project's limits allow, by what its builder says of its parameters."""
    if graph and (excess := limits.excess(size_of(graph.plugin.function, **graph.parameters))):
        reading.problems.append(Problem(graph.place, f"{graph.label}: {excess}"))


def check_targets(reading: Reading, export: list[Step | None]) -> None:
    """Every engine that `target` names can read what some exporter writes, with the options it is given."""
    node = reading.root.value.get("target")
    if node is None:
        return
    wanted = node.plain() if isinstance(node.value, list) else [node.plain()]
    every = [reading.plugins.find("exporters", name) for name in reading.plugins.names("exporters")]
    known = sorted({engine for plugin in every for engine in engines_of(plugin.function)})
    for number, engine in enumerate(wanted):
        where = ("target", number) if isinstance(node.value, list) else ("target",)
        steps = [step for step in export if step and engine in list(engines_of(step.plugin.function))]
        if engine not in known:
            reading.say(where, f"no engine {spelled(engine)}{did_you_mean(engine, known)}")
        elif not steps:
            names = listed([f"'{plugin.name}'" for plugin in every if engine in engines_of(plugin.function)])
            reading.say(where, f"{engine} reads none of the exported files; add {names} to export")
        for step in steps:
            _readable(reading, step, str(engine))


def _readable(reading: Reading, step: Step, engine: str) -> None:
    for name, allowed in engines_of(step.plugin.function)[engine].items():
        value = step.parameters[name]
        if value not in allowed:
            choices = listed([spelled(choice).strip("'") for choice in allowed])
            message = f"{step.label}.{name}: {engine} cannot read {spelled(value)}; it reads {choices}"
            reading.problems.append(Problem(step.place, message))


def check_order(reading: Reading, passes: list[Step | None]) -> None:
    """Open first, then start and exit, then all other marks."""
    latest: Step | None = None
    for step in passes:
        stage = step.plugin.stage if step else None
        if step is None or stage is None:
            continue
        if latest and latest.plugin.stage is not None and stage < latest.plugin.stage:
            does = "opens walls" if stage == Stage.OPEN else "marks start and exit"
            message = f"{step.label}: {does}, so it must stand before {latest.label}; move it up"
            reading.problems.append(Problem(step.place, message))
        else:
            latest = step
