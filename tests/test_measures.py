"""Every measure against the same figure by networkx, or counted by hand."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import Graph, Level, Mark, generate, measures, verify
from levelgen.plugins import registry
from levelgen.reading import parse_recipe
from tests.conftest import CONFIGS
from tests.passes.levels import as_networkx, detours, grid_level, levels

MEASURES = [registry().find("measures", name) for name in registry().names("measures")]


@settings(max_examples=60, deadline=None)
@given(levels())
def test_measures_are_what_networkx_finds(level: Level[Any]) -> None:
    graph = as_networkx(level)
    degrees = [degree for _, degree in graph.degree]
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight="length"))
    far = max(length for row in lengths.values() for length in row.values())
    assert measures.rooms(level) == len(graph)
    assert measures.walls(level) == level.graph.walls
    assert measures.opened(level) == graph.size()
    assert measures.loops(level) == len(nx.cycle_basis(graph))
    assert measures.dead_ends(level) == degrees.count(1)
    assert measures.dead_end_share(level) == degrees.count(1) / len(graph)
    assert measures.branching(level) == sum(degree > 2 for degree in degrees) / len(graph)
    assert measures.longest_walk(level) == measures.start_to_exit(level) == far
    assert measures.bridge_length(level) == graph.size(weight="length")
    assert measures.max_detour(level) == max([float(d) for d, length in detours(level) if length], default=1)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 6))
def test_straightness_is_the_share_of_passages_that_do_not_turn(seed: int, rows: int, columns: int) -> None:
    level = grid_level(rows, columns, seed)
    graph, places = as_networkx(level), level.graph.positions.tolist()
    through = [[places[n] for n in graph[v]] for v in graph if graph.degree(v) == 2]
    straight = [a for a, b in through if a[0] == b[0] or a[1] == b[1]]
    assert measures.straightness(level) == (len(straight) / len(through) if through else 0)


def test_marks_decide_where_the_way_leads() -> None:
    level = grid_level(1, 10).with_marks([Mark("start", 2), Mark("exit", 6), Mark("treasure", 0), Mark("treasure", 9)])
    assert (measures.start_to_exit(level), measures.longest_walk(level)) == (4, 9)
    assert (measures.linearity(level), measures.linearity(grid_level(1, 10))) == (0.5, 1)
    assert measures.treasures(level) == 2


def test_walls_of_no_length_are_no_detour() -> None:
    graph = Graph(positions=np.array([(0, 0), (0, 0), (3, 0)]), edges=np.array([(0, 1), (0, 2), (1, 2)]),
                  lengths=np.array([0, 3, 3]), size=(4, 1))  # fmt: skip
    level = Level(graph, np.array([False, True, True]))
    assert measures.max_detour(level) == 1


def test_measures_of_the_map() -> None:
    text = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\n"
    built = generate(parse_recipe(text, CONFIGS[0]))
    assert measures.walkable_share(built.level, built.tilemap) == (12 + 11) / (7 * 9)
    assert measures.crossings(built.level, built.tilemap) == 0
    cables = next(path for path in CONFIGS if path.stem == "archipelago")
    crossed = generate(parse_recipe(cables.read_bytes(), cables))
    assert measures.crossings(crossed.level, crossed.tilemap) == len(crossed.tilemap.crossings)


def test_the_line_of_proof_shows_the_same_figures() -> None:
    built = generate(parse_recipe(CONFIGS[0].read_bytes(), CONFIGS[0]))
    shown = {name: value for name, value in vars(verify(built)).items() if name not in ("components", "seams")}
    assert shown == {name: getattr(measures, name)(built.level) for name in shown}


@pytest.mark.parametrize("plugin", MEASURES, ids=str)
def test_each_has_a_unit(plugin: Any) -> None:
    assert any(isinstance(extra, measures.Unit) for extra in plugin.hints["return"].__metadata__)
