"""What must hold of every registered plug-in: its help, its parameters, and what it fits."""

from __future__ import annotations

from typing import Any

import pytest

from levelgen import Graph, GridGraph
from levelgen.level import Level, Opened, Stage
from levelgen.plugins import KINDS, Plugin, registry
from levelgen.suite.explained import explained

PLUGINS = [registry().find(entry.kind, entry.name) for entry in registry()]

ANY_GRAPH = {
    "spanning_trees": ["aldous_broder", "growing_tree", "hunt_and_kill", "kruskal", "prim", "wilson"],
    "passes": ["braid", "extra_loops", "place", "shortcut_bridges", "start_exit", "treasure"],
    "tiles": ["archipelago"],
}
GRIDS_ONLY = {
    "spanning_trees": ["binary_tree", "eller", "recursive_division", "sidewinder"],
    "passes": [],
    "tiles": ["blocks", "rooms"],
}
BUILDERS = {"edges": Graph, "grid": GridGraph, "islands": Graph}
STAGES = {
    Stage.OPEN: ["braid", "extra_loops", "shortcut_bridges"],
    Stage.ENDS: ["start_exit"],
    Stage.MARK: ["place", "treasure"],
}

every_plugin = pytest.mark.parametrize("plugin", PLUGINS, ids=str)


def test_every_kind_has_plugins() -> None:
    assert {plugin.kind.key for plugin in PLUGINS} == set(KINDS)


@every_plugin
def test_it_is_explained(plugin: Plugin) -> None:
    assert explained(plugin, None)[1] == []


@every_plugin
def test_it_is_called_what_its_function_is_called(plugin: Plugin) -> None:
    assert plugin.name == plugin.function.__name__


@every_plugin
def test_it_takes_no_parameter_that_it_does_not_have(plugin: Plugin) -> None:
    _, wrong = plugin.read({"no_such_parameter": 1})
    assert any(complaint.message.startswith("unknown parameter") for complaint in wrong)


def test_what_fits_what() -> None:
    """Printed and asserted whole: a plug-in that is registered and missing here fails the test."""
    plugins = registry()
    assert {name: plugins.find("graphs", name).graph_type for name in plugins.names("graphs")} == BUILDERS
    for builder, made in BUILDERS.items():
        for kind, anywhere in ANY_GRAPH.items():
            fits = [name for name in plugins.names(kind) if issubclass(made, plugins.find(kind, name).graph_type)]
            print(f"{builder} · {kind}: {', '.join(fits)}")
            assert fits == sorted(anywhere + (GRIDS_ONLY[kind] if made is GridGraph else []))
            assert sorted(anywhere + GRIDS_ONLY[kind]) == plugins.names(kind)


def test_when_each_pass_runs() -> None:
    plugins = registry()
    stages = {name: plugins.find("passes", name).stage for name in plugins.names("passes")}
    assert stages == {name: stage for stage, names in STAGES.items() for name in names}


def test_the_graph_type_is_read_from_any_annotation() -> None:
    def opens(level: Level[GridGraph], rng: Any) -> Opened:
        return level

    def builds(rng: Any) -> GridGraph:
        raise NotImplementedError

    def says_nothing(level, rng):  # type: ignore[no-untyped-def]
        return level

    assert Plugin(KINDS["passes"], "opens", "here", opens).graph_type is GridGraph
    assert Plugin(KINDS["passes"], "opens", "here", opens).stage is Stage.OPEN
    assert Plugin(KINDS["graphs"], "builds", "here", builds).graph_type is GridGraph
    assert Plugin(KINDS["tiles"], "says_nothing", "here", says_nothing).graph_type is Graph
    assert Plugin(KINDS["passes"], "says_nothing", "here", says_nothing).stage is None
