"""What the core asks of every plug-in's result, once for all plug-ins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.errors import GenerationError, PluginError
from levelgen.graph import Graph
from levelgen.kernels.sets import components
from levelgen.level import Level
from levelgen.tilemap import TileMap


def checked_graph(graph: object) -> Graph:
    """A Graph: rooms inside the map, walls between two different rooms, each pair once, connected."""
    if not isinstance(graph, Graph):
        raise PluginError(f"returned {type(graph).__name__}, not a Graph")
    u, v = graph.edges[:, 0], graph.edges[:, 1]
    if graph.rooms == 0:
        raise PluginError("returned a graph with no room")
    if len(graph.lengths) != graph.walls or (graph.lengths < 0).any():
        raise PluginError("returned lengths that are not one number of at least 0 for each wall")
    if ((u < 0) | (u >= v) | (v >= graph.rooms)).any():
        raise PluginError(f"returned walls that are not pairs u < v of rooms 0 to {graph.rooms - 1}")
    if len(np.unique(u.astype(np.int64) * graph.rooms + v)) != graph.walls:
        raise PluginError("returned the same wall twice")
    if (graph.positions < 0).any() or (graph.positions >= np.array(graph.size)).any():
        raise PluginError(f"placed rooms outside its map of {graph.size[0]} × {graph.size[1]}")
    cut_off = np.flatnonzero(graph.components)
    if len(cut_off):
        names = ", ".join(graph.name(int(v)) for v in cut_off[:5])
        more = f" and {len(cut_off) - 5} more" if len(cut_off) > 5 else ""
        raise GenerationError(
            f"no chain of walls leads from room {graph.name(0)} to {names}{more}; add walls between them"
        )
    return graph


def checked_tree(graph: Graph, chosen: object) -> NDArray[np.int64]:
    """Indices of n − 1 different edges that join all rooms."""
    edges = np.asarray(chosen)
    if edges.size == 0:
        edges = edges.astype(np.int64)
    if edges.ndim != 1 or edges.dtype.kind not in "iu" or len(edges) != graph.rooms - 1:
        raise PluginError(f"returned no list of {graph.rooms - 1} edge indices")
    if len(edges) and (edges.min() < 0 or edges.max() >= graph.walls or len(np.unique(edges)) != len(edges)):
        raise PluginError(f"returned edge indices that are not all different and from 0 to {graph.walls - 1}")
    if components(graph.rooms, graph.edges[edges, 0], graph.edges[edges, 1]).any():
        raise PluginError("returned edges that hold a cycle, so they are no spanning tree")
    return edges.astype(np.int64)


def checked_pass(before: Level[Any], after: object) -> Level[Any]:
    """The same graph with no wall closed, no mark lost, and no wall opened once there are marks."""
    if not isinstance(after, Level):
        raise PluginError(f"returned {type(after).__name__}, not a Level")
    if after.graph is not before.graph or after.open.shape != before.open.shape:
        raise PluginError("returned a level on another graph")
    if (before.open & ~after.open).any():
        raise PluginError("closed walls, which can cut a level in two; a pass only opens")
    if before.marks and (after.open & ~before.open).any():
        kinds = ", ".join(sorted({mark.kind for mark in before.marks}))
        raise GenerationError(f"opens walls after marks were placed ({kinds}); move it before the passes that mark")
    if after.marks[: len(before.marks)] != before.marks:
        raise PluginError("took away or changed marks of earlier passes")
    if any(not 0 <= mark.node < before.graph.rooms for mark in after.marks):
        raise PluginError(f"marked a room that is not from 0 to {before.graph.rooms - 1}")
    return after


def checked_tiles(level: Level[Any], tilemap: object) -> TileMap:
    """Layers, owner and places of fitting shapes; what they say is proved by `verify`."""
    if not isinstance(tilemap, TileMap):
        raise PluginError(f"returned {type(tilemap).__name__}, not a TileMap")
    shape = tilemap.owner.shape
    if len(shape) != 2 or not tilemap.layers or any(layer.shape != shape for layer in tilemap.layers.values()):
        raise PluginError("returned layers that are not all of the owner map's height and width")
    if any(layer.size and layer.max() >= len(tilemap.roles) for layer in tilemap.layers.values()):
        raise PluginError(f"used a role that is not one of its {len(tilemap.roles)}")
    places = tilemap.places
    if places.shape != (level.graph.rooms, 2) or ((places < 0) | (places >= shape[::-1])).any():
        raise PluginError("returned places that are not one tile inside the map for each room")
    return tilemap


def checked_files(files: object) -> Mapping[str, bytes]:
    """A mapping of plain file names or endings to bytes."""
    if not isinstance(files, Mapping) or not all(isinstance(data, bytes) for data in files.values()):
        raise PluginError("returned no mapping of file names to bytes")
    for name in files:
        if not isinstance(name, str) or not name or any(c in name for c in '/\\:*?"<>|\0') or name in (".", ".."):
            raise PluginError(f"named a file {name!r}: an exporter writes into the output folder only")
    return files
