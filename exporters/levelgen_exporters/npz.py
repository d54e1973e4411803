"""The level as arrays, for learning sets and analysis."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from levelgen.graph import GridGraph
from levelgen.level import Level
from levelgen.pipeline import BuiltLevel
from levelgen.walks import distances

Arrays = dict[str, NDArray[Any]]


def npz(built: BuiltLevel, *, compress: bool = False) -> Mapping[str, bytes]:
    """NAME.npz, as `numpy.load(path, allow_pickle=False)` reads it; all numbers little-endian.

    compress: deflate the arrays; without it the file is the same byte by byte on every machine.
    With n rooms, m walls, k marks, on h × w tiles:

    - `name`, `seed`: texts
    - `positions` int32 (n, 2): x, y of each room in the graph; `places` int32 (n, 2): the tile x, y where it is
    - `edges` int32 (m, 2): the rooms of each wall; `lengths` int64 (m,); `open` bool (m,)
    - `mark_kinds`: texts (k,); `mark_rooms` int32 (k,)
    - `distances` int64 (n,): along open walls from the start, or from room 0 where there is none
    - `roles`: texts, the names of the roles; `layer_NAME` uint16 (h, w): numbers in `roles`, 0 for no tile
    - `walkable` bool (h, w); `owner` int32 (h, w): the room of a tile, −1 solid, −2 − e the passage of wall e
    - of grids also `open_right`, `open_below` bool (rows, columns): whether one can go there from each room
    """
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED if compress else ZIP_STORED) as archive:
        for name, array in {**_graph(built), **_marks(built.level), **_tiles(built), **_grid(built.level)}.items():
            entry = ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, _npy(array), archive.compression)
    return {".npz": buffer.getvalue()}


def _graph(built: BuiltLevel) -> Arrays:
    graph = built.level.graph
    return {
        "name": np.array(built.stem),
        "seed": np.array(str(built.seed)),
        "positions": graph.positions,
        "places": built.tilemap.places.astype(np.int32),
        "edges": graph.edges,
        "lengths": graph.lengths,
        "open": built.level.open,
    }


def _marks(level: Level[Any]) -> Arrays:
    start = (*level.marked("start"), 0)[0]
    return {
        "mark_kinds": np.array([mark.kind for mark in level.marks], np.str_),
        "mark_rooms": np.array([mark.node for mark in level.marks], np.int32),
        "distances": distances(level, start),
    }


def _tiles(built: BuiltLevel) -> Arrays:
    tilemap = built.tilemap
    layers = {f"layer_{name}": roles.astype(np.uint16) for name, roles in tilemap.layers.items()}
    names = np.array([role.name for role in tilemap.roles])
    return {"roles": names, **layers, "walkable": tilemap.walkable, "owner": tilemap.owner.astype(np.int32)}


def _grid(level: Level[Any]) -> Arrays:
    graph = level.graph
    if not isinstance(graph, GridGraph):
        return {}
    known = np.append(level.open, False)  # −1, where there is no wall to open, finds the last one
    shape = graph.rows, graph.columns
    return {"open_right": known[graph.right].reshape(shape), "open_below": known[graph.below].reshape(shape)}


def _npy(array: NDArray[Any]) -> bytes:
    buffer = BytesIO()
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).reshape(array.shape)
    np.lib.format.write_array(buffer, little, version=(1, 0), allow_pickle=False)
    return buffer.getvalue()
