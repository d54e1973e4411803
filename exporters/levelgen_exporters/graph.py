"""The level's graph for game logic: networkx's node-link JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from levelgen.pipeline import BuiltLevel
from levelgen_exporters.tiled_map import map_properties


def graph(built: BuiltLevel) -> Mapping[str, bytes]:
    """NAME.graph.json, as `networkx.node_link_graph(data, edges="edges")` reads it.

    Nodes: id, name, x, y (its position in the graph), tile (x, y on the map), marks. Edges: source,
    target, index, length, open. The graph's attributes are the map's properties and its size.
    """
    document = {
        "directed": False,
        "multigraph": False,
        "graph": {**map_properties(built), "size": list(built.level.graph.size)},
        "nodes": _nodes(built),
        "edges": _edges(built),
    }
    return {".graph.json": orjson.dumps(document) + b"\n"}


def _nodes(built: BuiltLevel) -> list[dict[str, Any]]:
    marks: dict[int, list[dict[str, Any]]] = {}
    for mark in built.level.marks:
        marks.setdefault(mark.node, []).append({"kind": mark.kind, **mark.properties})
    graph = built.level.graph
    places = zip(graph.positions.tolist(), built.tilemap.places.tolist(), strict=True)
    return [
        {"id": v, "name": graph.name(v), "x": x, "y": y, "tile": tile, "marks": marks.get(v, [])}
        for v, ((x, y), tile) in enumerate(places)
    ]


def _edges(built: BuiltLevel) -> list[dict[str, Any]]:
    graph = built.level.graph
    columns = zip(graph.edges.tolist(), graph.lengths.tolist(), built.level.open.tolist(), strict=True)
    return [
        {"source": u, "target": v, "index": e, "length": length, "open": is_open}
        for e, ((u, v), length, is_open) in enumerate(columns)
    ]
