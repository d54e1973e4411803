"""Which reader takes which option, seen by reading: every cell must come back, flips and objects included.

`pytest tests/engines/test_dialects.py -s` prints the table of docs/pages/engines/index.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levelgen_exporters.tiled import tiled
from levelgen_exporters.tiled_data import unpacked
from levelgen_exporters.tiled_map import Form, document
from levelgen_exporters.tmj import tmj
from levelgen_exporters.tmx import tmx
from levelgen_exporters.tmx_reader import tmx as read_tmx

from levelgen import BuiltLevel, generate, load_recipe
from levelgen.files import write_all
from levelgen.paint import FLIP_DIAGONAL, FLIP_X, FLIP_Y
from levelgen.plugins import registry
from tests.conftest import CONFIGS, ROOT
from tests.engines import programs

Layers = dict[str, Any]

DIALECTS: dict[str, tuple[str, dict[str, Any]]] = {
    ".tmj": ("tmj", {}),
    ".tmj base64": ("tmj", {"encoding": "base64"}),
    ".tmj zlib": ("tmj", {"encoding": "zlib"}),
    ".tmj gzip": ("tmj", {"encoding": "gzip"}),
    ".tmj zstd": ("tmj", {"encoding": "zstd"}),
    ".tmj, external .tsj": ("tmj", {"tileset": "external"}),
    ".tmj infinite": ("tmj", {"infinite": True}),
    ".tmj infinite zlib": ("tmj", {"infinite": True, "encoding": "zlib"}),
    ".tmj isometric": ("tmj", {"orientation": "isometric"}),
    ".tmj staggered": ("tmj", {"orientation": "staggered"}),
    ".tmx csv": ("tmx", {}),
    ".tmx base64": ("tmx", {"encoding": "base64"}),
    ".tmx zlib": ("tmx", {"encoding": "zlib"}),
    ".tmx gzip": ("tmx", {"encoding": "gzip"}),
    ".tmx zstd": ("tmx", {"encoding": "zstd"}),
    ".tmx, external .tsx": ("tmx", {"tileset": "external"}),
    ".tmx infinite": ("tmx", {"infinite": True}),
    ".tmx isometric": ("tmx", {"orientation": "isometric"}),
}
NOT_READ = {"pytmx": {".tmx zstd", ".tmx infinite"}}


def flipped(built: BuiltLevel) -> BuiltLevel:
    """The level with all eight flips here and there."""
    layers = {}
    for name, gids in built.painted.layers.items():
        bits = np.zeros(gids.size, np.uint32)
        for at, flip in enumerate(
            (FLIP_X, FLIP_Y, FLIP_DIAGONAL, FLIP_X | FLIP_Y, FLIP_X | FLIP_DIAGONAL, FLIP_Y | FLIP_DIAGONAL)
        ):
            bits[at::17] = flip
        layers[name] = np.where(gids > 0, gids | bits.reshape(gids.shape), 0).astype(np.uint32)
    return replace(built, painted=replace(built.painted, layers=layers))


@pytest.fixture(scope="module")
def built() -> BuiltLevel:
    return flipped(generate(load_recipe(ROOT / "configs/catacombs.yaml")))


def written(built: BuiltLevel, dialect: str, folder: Path) -> Path:
    kind, options = DIALECTS[dialect]
    files = {"tmj": tiled, "tmx": tmx}[kind](built, **options)
    write_all({built.stem + name if name[0] in "._" else name: data for name, data in files.items()}, folder)
    return folder / f"{built.stem}.{kind}"


def meant(built: BuiltLevel) -> Layers:
    return {name: gids.tolist() for name, gids in built.painted.layers.items()}


def by_tiled(run: Callable[..., Any]) -> Callable[[Path, BuiltLevel], Layers]:
    def read(path: Path, built: BuiltLevel) -> Layers:
        again = path.parent / "again.json"
        done = run("--export-map", "json", path, again)
        assert done.returncode == 0, done.stderr
        saved = json.loads(again.read_bytes())
        shape = built.tilemap.owner.shape
        found = [(o.kind, o.x, o.y, o.properties) for o in tmj(again).objects]
        edge = int(saved["infinite"])
        assert found == [(o.kind, o.x + edge, o.y + edge, o.properties) for o in built.tilemap.objects]
        return {layer["name"]: whole(layer, shape) for layer in saved["layers"] if layer["type"] == "tilelayer"}

    return read


def whole(layer: Any, shape: tuple[int, ...]) -> Any:
    def numbers(data: Any) -> Any:
        return unpacked(data, layer.get("compression", "")) if isinstance(data, str) else np.array(data)

    if "chunks" not in layer:
        return numbers(layer["data"]).reshape(shape).tolist()
    gids = np.zeros((shape[0] + 64, shape[1] + 64), np.int64)
    for chunk in layer["chunks"]:
        part = numbers(chunk["data"]).reshape(chunk["height"], chunk["width"])
        gids[chunk["y"] : chunk["y"] + chunk["height"], chunk["x"] : chunk["x"] + chunk["width"]] = part
    return gids[: shape[0], : shape[1]].tolist()


def by_pytiled_parser(path: Path, built: BuiltLevel) -> Layers:
    import pytiled_parser

    read = pytiled_parser.parse_map(path)
    shape = built.tilemap.owner.shape
    layers = [layer for layer in read.layers if isinstance(layer, pytiled_parser.TileLayer)]
    form = Form(lambda _: {}, read.orientation)
    meant_objects = next(layer for layer in document(built, form)["layers"] if layer["type"] == "objectgroup")[
        "objects"
    ]
    found_objects = [
        thing for layer in read.layers if isinstance(layer, pytiled_parser.ObjectLayer) for thing in layer.tiled_objects
    ]
    assert [(o.class_, o.coordinates.x, o.coordinates.y, getattr(o, "gid", None)) for o in found_objects] == [
        (o["type"], o["x"], o["y"], o.get("gid")) for o in meant_objects
    ]
    found = {}
    for layer in layers:
        chunks = [{"x": int(c.coordinates.x), "y": int(c.coordinates.y), "width": int(c.size.width), "height": int(c.size.height),
                   "data": c.data} for c in layer.chunks or []]  # fmt: skip
        found[layer.name] = whole({"chunks": chunks}, shape) if chunks else layer.data
    return found


def by_pytmx(path: Path, built: BuiltLevel) -> Layers:
    import pytmx

    read = pytmx.TiledMap(str(path))
    assert [thing.type for thing in read.objects] == [thing.kind for thing in built.tilemap.objects]
    flips = {(True, False, False): FLIP_X, (False, True, False): FLIP_Y, (False, False, True): FLIP_DIAGONAL, (True, True, False): FLIP_X | FLIP_Y,
             (True, False, True): FLIP_X | FLIP_DIAGONAL, (False, True, True): FLIP_Y | FLIP_DIAGONAL, (False, False, False): 0}  # fmt: skip
    real = {
        gid: tiled_gid | flips[tuple(bool(f) for f in flag)]
        for tiled_gid, pairs in read.gidmap.items()
        for gid, flag in pairs
    }
    return {layer.name: [[real.get(gid, 0) for gid in row] for row in layer.data]
            for layer in read.visible_layers if isinstance(layer, pytmx.TiledTileLayer)}  # fmt: skip


READERS: dict[str, tuple[str, Callable[[], Callable[[Path, BuiltLevel], Layers]]]] = {
    "tiled 1.8": ("tmj tmx", lambda: by_tiled(programs.tiled())),
    "tiled 1.11": ("tmj tmx", lambda: by_tiled(programs.tiled_new())),
    "pytiled_parser": ("tmj tmx", lambda: by_pytiled_parser),
    "pytmx": ("tmx", lambda: by_pytmx),
}
CASES = [
    (reader, dialect)
    for reader, (kinds, _) in READERS.items()
    for dialect, (kind, _) in DIALECTS.items()
    if kind in kinds
]


@pytest.mark.parametrize(("reader", "dialect"), CASES)
def test_every_cell_comes_back(reader: str, dialect: str, built: BuiltLevel, tmp_path: Path) -> None:
    read = READERS[reader][1]()
    path = written(built, dialect, tmp_path)
    if dialect in NOT_READ.get(reader, set()):
        with pytest.raises(Exception, match=r".*"):
            assert read(path, built) == meant(built)
        return
    assert read(path, built) == meant(built)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_takes_every_recipe(reader: str, config: Path, tmp_path: Path) -> None:
    kinds, read = READERS[reader]
    built = flipped(generate(load_recipe(config)))
    for dialect in (".tmj", ".tmx csv"):
        if DIALECTS[dialect][0] in kinds:
            path = written(built, dialect, tmp_path / dialect[1:4])
            assert read()(path, built) == meant(built)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_our_readers_take_what_we_write(config: Path, dialect: str, tmp_path: Path) -> None:
    built = flipped(generate(load_recipe(config)))
    path = written(built, dialect, tmp_path)
    read = {"tmj": tmj, "tmx": read_tmx}[DIALECTS[dialect][0]](path)
    height, width = built.tilemap.walkable.shape
    edge = 1 if DIALECTS[dialect][1].get("infinite") else 0
    assert np.array_equal(read.walkable[edge : edge + height, edge : edge + width], built.tilemap.walkable)
    assert int(read.walkable.sum()) == int(built.tilemap.walkable.sum())
    assert [(o.kind, o.x - edge, o.y - edge) for o in read.objects] == [
        (o.kind, o.x, o.y) for o in built.tilemap.objects
    ]


def rows() -> Iterator[str]:
    yield "| " + " | ".join(["", *READERS, "phaser 4", "godot addon"]) + " |"
    yield "|---" * (len(READERS) + 3) + "|"
    for dialect, (kind, options) in DIALECTS.items():
        cells = [
            "–" if kind not in kinds else "✗" if dialect in NOT_READ.get(reader, set()) else "✓"
            for reader, (kinds, _) in READERS.items()
        ]
        for engine in ("phaser", "godot"):
            plugin = registry().find("exporters", {"tmj": "tiled", "tmx": "tmx"}[kind])
            allowed = plugin.function.__levelgen_engines__.get(engine)  # type: ignore[attr-defined]
            good = allowed is not None and all(
                options.get(name, values[0]) in values for name, values in allowed.items()
            )
            cells.append("–" if allowed is None else "✓" if good else "✗")
        yield "| " + " | ".join([dialect, *cells]) + " |"


def test_the_documentation_has_this_table() -> None:
    table = "\n".join(rows())
    print("\n" + table)
    assert table in (ROOT / "docs/pages/engines/index.md").read_text("utf-8")
