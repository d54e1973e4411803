"""What the core asks of every plug-in's result, once for all plug-ins.

A message reads on from the plug-in's name: "spanning tree 'ladder' of towers 1.0 returned an edge twice".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.components import components
from levelgen.errors import GenerationError, PluginError
from levelgen.graph import Graph, GridGraph
from levelgen.level import Level, Mark
from levelgen.tilemap import ROLES, SOLID, MapObject, Role, TileMap, passage


def checked_graph(graph: object, promised: type[Graph] = Graph) -> Graph:
    """A Graph as annotated: rooms inside the map, walls between two different rooms, each pair once, connected."""
    if not isinstance(graph, Graph) or not isinstance(graph, promised):
        mend = "; Graph.from_networkx makes one" if hasattr(graph, "edges") and not isinstance(graph, Graph) else ""
        raise PluginError(f"returned {_what(graph)}, not a levelgen.{promised.__name__}{mend}")
    u, v = graph.edges[:, 0], graph.edges[:, 1]
    if graph.rooms == 0:
        raise PluginError("returned a graph with no room")
    if len(graph.lengths) != graph.walls or (graph.lengths < 0).any():
        raise PluginError("returned lengths that are not one number of at least 0 for each wall")
    if ((u < 0) | (u >= v) | (v >= graph.rooms)).any():
        raise PluginError(f"returned walls that are not pairs u < v of rooms 0 to {graph.rooms - 1}")
    in_rows = isinstance(graph, GridGraph) and graph.in_rows
    if not in_rows and _repeats(u.astype(np.int64) * graph.rooms + v):
        raise PluginError("returned the same wall twice")
    if (graph.positions < 0).any() or (graph.positions >= np.array(graph.size)).any():
        raise PluginError(f"placed rooms outside its map of {graph.size[0]} × {graph.size[1]}")
    if len(graph.names) not in (0, graph.rooms):
        raise PluginError(f"returned {len(graph.names)} names for {graph.rooms} rooms")
    if isinstance(graph, GridGraph) and not _is_whole(graph):
        raise PluginError("returned a GridGraph that is no whole grid; return a Graph instead")
    _check_connected(graph)
    return graph


def _repeats(numbers: NDArray[np.integer]) -> bool:
    """Is any number there twice? By sorting, which is faster here than numpy's own hashing."""
    ordered = np.sort(numbers)
    return bool((ordered[1:] == ordered[:-1]).any())


def _is_whole(grid: GridGraph) -> bool:
    """Room r · columns + c at x = c, y = r, and, no pair being there twice, a wall for every two neighbours."""
    rooms = np.arange(grid.rooms, dtype=np.int32)
    if grid.rows * grid.columns != grid.rooms or grid.walls != 2 * grid.rooms - grid.rows - grid.columns:
        return False
    at = np.stack([rooms % grid.columns, rooms // grid.columns], axis=1)
    if grid.in_rows:
        return bool((grid.positions == at).all())
    apart = np.abs(np.diff(grid.positions[grid.edges], axis=1)).sum(axis=(1, 2))
    return bool((grid.positions == at).all() and (apart == 1).all())


def _check_connected(graph: Graph) -> None:
    cut_off = np.flatnonzero(graph.components)
    if len(cut_off):
        names = ", ".join(graph.name(int(v)) for v in cut_off[:5])
        more = f" and {len(cut_off) - 5} more" if len(cut_off) > 5 else ""
        raise GenerationError(
            f"no chain of walls leads from room {graph.name(0)} to {names}{more}; add walls between them"
        )


def checked_tree(graph: Graph, chosen: object) -> NDArray[np.int64]:
    """Indices of n − 1 different edges that join all rooms."""
    edges = np.asarray(chosen)
    if edges.size == 0:
        edges = np.empty(0, np.int64)
    if edges.ndim == 2:
        raise PluginError("returned pairs of rooms, not indices of edges; to_networkx() has each edge's as 'index'")
    if edges.ndim != 1 or edges.dtype.kind not in "iu":
        raise PluginError(f"returned {_what(chosen)}, not a list or array of whole numbers, the indices of edges")
    if len(edges) != graph.rooms - 1:
        raise PluginError(f"returned {len(edges)} edges; a spanning tree of {graph.rooms} rooms has {graph.rooms - 1}")
    strange = edges[(edges < 0) | (edges >= graph.walls)]
    if len(strange):
        raise PluginError(f"returned edge {strange[0]}; the graph's edges are 0 to {graph.walls - 1}")
    if np.count_nonzero(np.bincount(edges, minlength=1)) < len(edges):
        raise PluginError("returned an edge twice")
    if components(graph.rooms, graph.edges[edges, 0], graph.edges[edges, 1]).any():
        raise PluginError("returned edges that hold a cycle, so they are no spanning tree")
    return edges.astype(np.int64)


def checked_pass(before: Level[Any], after: object) -> Level[Any]:
    """The same graph with no wall closed, no mark or note lost, and no wall opened once there are marks."""
    if not isinstance(after, Level):
        raise PluginError(f"returned {_what(after)}, not a levelgen.Level")
    if after.graph is not before.graph or after.open.shape != before.open.shape:
        raise PluginError("returned a level on another graph")
    if after.seams != before.seams:
        raise PluginError("took away or changed the seams of a chunk")
    if (before.open & ~after.open).any():
        raise PluginError("closed walls, which can cut a level in two; a pass only opens")
    if before.marks and (after.open & ~before.open).any():
        kinds = ", ".join(sorted({mark.kind for mark in before.marks}))
        raise GenerationError(f"opens walls after marks were placed ({kinds}); move it before the passes that mark")
    if tuple(after.marks[: len(before.marks)]) != before.marks:
        raise PluginError("took away or changed marks of earlier passes")
    if tuple(after.notes[: len(before.notes)]) != before.notes:
        raise PluginError("took away or changed notes of earlier steps")
    _check_marks(after.marks[len(before.marks) :], before.graph.rooms)
    return after


def _check_marks(marks: Iterable[object], rooms: int) -> None:
    for mark in marks:
        if not isinstance(mark, Mark) or not isinstance(mark.kind, str) or not mark.kind:
            raise PluginError(f"marked with {mark!r}, which is no Mark of a kind")
        if type(mark.node) is not int:
            raise PluginError(f"marked room {mark.node!r}, which is no plain whole number; int(…) makes one")
        if not 0 <= mark.node < rooms:
            raise PluginError(f"marked room {mark.node}; the level's rooms are 0 to {rooms - 1}")
        _check_properties(mark.properties)


def checked_tiles(level: Level[Any], tilemap: object) -> TileMap:
    """A map whose owners and places fit the level; what they say is proved by `verify`."""
    tilemap = checked_map(tilemap)
    if tilemap.roles[: len(ROLES)] != ROLES or len({role.name for role in tilemap.roles}) != len(tilemap.roles):
        raise PluginError("must put roles of its own, each of another name, behind levelgen's ROLES")
    rooms, walls = level.graph.rooms, level.graph.walls
    if tilemap.owner.min() < passage(walls - 1) or tilemap.owner.max() >= rooms:
        raise PluginError(f"gave tiles to owners that are no rooms 0 to {rooms - 1} and no passages of {walls} walls")
    crossings = np.array(tilemap.crossings, np.int64).reshape(-1, 2)
    if ((crossings < passage(walls - 1)) | (crossings >= rooms) | (crossings == SOLID)).any():
        raise PluginError("listed crossings that are not pairs of rooms or passages")
    inside = (tilemap.places >= 0) & (tilemap.places < (tilemap.width, tilemap.height))
    if tilemap.places.shape != (rooms, 2) or tilemap.places.dtype.kind not in "iu" or not inside.all():
        raise PluginError("returned places that are not one tile inside the map for each room")
    return tilemap


def checked_map(tilemap: object) -> TileMap:
    """A map, made or read back: layers and owner are whole numbers of one height and width, roles exist."""
    if not isinstance(tilemap, TileMap):
        raise PluginError(f"returned {_what(tilemap)}, not a levelgen.TileMap")
    shape, layers = tilemap.owner.shape, tilemap.layers.values()
    if len(shape) != 2 or 0 in shape or not layers or any(layer.shape != shape for layer in layers):
        raise PluginError("returned layers that are not all of the owner map's height and width, at least 1 × 1")
    if tilemap.owner.dtype.kind not in "iu" or any(layer.dtype.kind not in "iu" for layer in layers):
        raise PluginError("returned layers or owners that are not whole numbers")
    if not all(isinstance(role, Role) for role in tilemap.roles) or any(
        layer.min() < 0 or layer.max() >= len(tilemap.roles) for layer in layers
    ):
        raise PluginError(f"used a role that is not one of its {len(tilemap.roles)}")
    for name in tilemap.layers:
        if not _is_file_name(name):
            raise PluginError(f"named a layer {name!r}, which cannot be part of a file's name")
    _check_objects(tilemap.objects)
    _check_properties(tilemap.properties)
    return tilemap


def _check_objects(objects: Iterable[object]) -> None:
    for thing in objects:
        if not isinstance(thing, MapObject) or type(thing.x) is not int or type(thing.y) is not int:
            raise PluginError(f"placed {thing!r}, which is no MapObject with plain whole numbers x and y")
        _check_properties(thing.properties)


def _check_properties(properties: Mapping[str, object]) -> None:
    for name, value in properties.items():
        plain = type(value) in (bool, int, str) or (type(value) is float and isfinite(value))
        if not isinstance(name, str) or not plain:
            raise PluginError(f"gave property {name!r} the value {value!r}; it must be true, false, a number or a text")


def checked_measure(value: object) -> int | float:
    """One finite number, as Python's own."""
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, bool) or not isinstance(plain, int | float) or not isfinite(plain):
        raise PluginError(f"returned {plain if isinstance(plain, float) else _what(value)}, not a finite number")
    return plain


def checked_files(files: object, in_world: bool = False) -> Mapping[str, bytes | tuple[bytes, ...]]:
    """A mapping of plain file names or endings to bytes; of a chunk also to what it adds to a file of its world."""
    if not isinstance(files, Mapping):
        raise PluginError(f"returned {_what(files)}, not a mapping of file names to bytes")
    for name, data in files.items():
        if not _is_file_name(name):
            raise PluginError(f"named a file {name!r}: an exporter writes into the output folder only")
        if in_world and isinstance(data, tuple) and name[0] not in "._" and all(isinstance(p, bytes) for p in data):
            continue
        if not isinstance(data, bytes):
            raise PluginError(f"returned {_what(data)} for {name}, not bytes")
    return files


def _is_file_name(name: object) -> bool:
    """Can a file be called so, or end so, in a folder of any operating system?"""
    return isinstance(name, str) and name.isprintable() and name[-1:] not in ("", ".", " ") and not set(name) & _UNSAFE


_UNSAFE = frozenset('/\\:*?"<>|')


def _what(value: object) -> str:
    """`None`, or the type of a thing, with its package where it is not Python's own."""
    kind = type(value)
    package = "" if kind.__module__ == "builtins" else f"{kind.__module__.partition('.')[0]}."
    return "None" if value is None else f"a {package}{kind.__name__}"
