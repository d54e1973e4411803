"""The graph of a level, as networkx reads it."""

from __future__ import annotations

import json

import networkx as nx
import pytest
from levelgen_exporters.graph import graph

from levelgen import generate, load_recipe
from tests.conftest import CONFIGS


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_networkx_reads_the_level(path) -> None:  # type: ignore[no-untyped-def]
    built = generate(load_recipe(path))
    read = nx.node_link_graph(json.loads(graph(built)[".graph.json"]), edges="edges")
    level = built.level
    assert [read.nodes[v]["name"] for v in read] == [level.graph.name(v) for v in range(level.graph.rooms)]
    open_walls = [data["index"] for _, _, data in read.edges(data=True) if data["open"]]
    assert sorted(open_walls) == level.open.nonzero()[0].tolist()
    assert nx.is_connected(nx.Graph([(u, v) for u, v, data in read.edges(data=True) if data["open"]]))
    marks = [(v, mark["kind"]) for v in read for mark in read.nodes[v]["marks"]]
    assert sorted(marks) == sorted((mark.node, mark.kind) for mark in level.marks)
    assert read.graph["seed"] == str(built.seed)
