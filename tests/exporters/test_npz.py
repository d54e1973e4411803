"""Arrays: names, shapes and types as documented, read back by numpy without pickles."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levelgen_exporters.npz import npz

from levelgen import BuiltLevel, GridGraph, generate, load_recipe
from levelgen.reading import parse_recipe
from levelgen.walks import distances
from tests.conftest import CONFIGS
from tests.exporters.test_tiled import small

Arrays = dict[str, np.ndarray[Any, Any]]


def read(built: BuiltLevel, **options: Any) -> Arrays:
    with np.load(io.BytesIO(npz(built, **options)[".npz"]), allow_pickle=False) as archive:
        return dict(archive)


@pytest.fixture(scope="module", params=CONFIGS, ids=lambda path: path.stem)
def built(request: pytest.FixtureRequest) -> BuiltLevel:
    return generate(load_recipe(request.param))


def test_shapes_and_types(built: BuiltLevel) -> None:
    graph, shape = built.level.graph, (built.tilemap.height, built.tilemap.width)
    n, m, k = graph.rooms, graph.walls, len(built.level.marks)
    wanted: dict[str, tuple[str, tuple[int, ...]]] = {
        "positions": ("<i4", (n, 2)),
        "places": ("<i4", (n, 2)),
        "edges": ("<i4", (m, 2)),
        "lengths": ("<i8", (m,)),
        "open": ("|b1", (m,)),
        "mark_rooms": ("<i4", (k,)),
        "distances": ("<i8", (n,)),
        "walkable": ("|b1", shape),
        "owner": ("<i4", shape),
        **{f"layer_{name}": ("<u2", shape) for name in built.tilemap.layers},
    }
    if isinstance(graph, GridGraph):
        wanted |= {f"open_{side}": ("|b1", (graph.rows, graph.columns)) for side in ("right", "below")}
    found = read(built)
    texts = {"name", "seed", "roles", "mark_kinds"}
    assert {name: (a.dtype.str, a.shape) for name, a in found.items() if name not in texts} == wanted
    assert {found[name].dtype.kind for name in texts} == {"U"}
    assert found["mark_kinds"].shape == (k,)


def test_values(built: BuiltLevel) -> None:
    found, level, tilemap = read(built), built.level, built.tilemap
    assert (str(found["name"]), str(found["seed"])) == (built.stem, str(built.seed))
    for name in ("positions", "edges", "lengths"):
        assert np.array_equal(found[name], getattr(level.graph, name))
    assert np.array_equal(found["open"], level.open)
    assert np.array_equal(found["places"], tilemap.places)
    assert np.array_equal(found["walkable"], tilemap.walkable)
    assert np.array_equal(found["owner"], tilemap.owner)
    marks = list(zip(found["mark_kinds"].tolist(), found["mark_rooms"].tolist(), strict=True))
    assert marks == [(mark.kind, mark.node) for mark in level.marks]
    assert np.array_equal(found["distances"], distances(level, (*level.marked("start"), 0)[0]))
    for name, roles in tilemap.layers.items():
        names = np.array([role.name for role in tilemap.roles])
        assert np.array_equal(found["roles"][found[f"layer_{name}"]], names[roles])


def test_a_grid_says_where_one_can_go(built: BuiltLevel) -> None:
    found, graph = read(built), built.level.graph
    if not isinstance(graph, GridGraph):
        assert "open_right" not in found
        return
    ways = {tuple(pair) for pair in graph.edges[built.level.open].tolist()}
    room = np.arange(graph.rooms).reshape(graph.rows, graph.columns)
    right = {(int(v), int(v) + 1) for v in room[found["open_right"]]}
    below = {(int(v), int(v) + graph.columns) for v in room[found["open_below"]]}
    assert right | below == ways
    assert not found["open_right"][:, -1].any()
    assert not found["open_below"][-1].any()


def test_a_single_room() -> None:
    text = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 1, columns: 1}}\nspanning_tree: kruskal\n"
    found = read(generate(parse_recipe(text, Path("one.yaml"))))
    assert (found["open"].shape, found["mark_kinds"].shape, found["open_right"].tolist()) == ((0,), (0,), [[False]])


def test_the_archive_has_no_clock_and_no_machine() -> None:
    data = npz(small())[".npz"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            assert (entry.date_time, entry.create_system, entry.compress_type) == ((1980, 1, 1, 0, 0, 0), 3, 0)
        assert archive.read("open.npy") == (
            b"\x93NUMPY\x01\x00v\x00{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }" + b" " * 60 + b"\n\x01"
        )
        assert archive.testzip() is None
    assert data == npz(small())[".npz"]


def test_compressed_it_is_smaller_and_the_same() -> None:
    built = generate(load_recipe(CONFIGS[0]))
    plain, packed = read(built), read(built, compress=True)
    assert len(npz(built, compress=True)[".npz"]) < len(npz(built)[".npz"]) / 10
    assert list(plain) == list(packed)
    assert all(np.array_equal(plain[name], packed[name]) for name in plain)
