"""Real Tiled: it opens every level of configs/ and gives back each cell and object as meant."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levelgen_exporters.picture import picture
from levelgen_exporters.tiled import tiled as exporter
from PIL import Image

from levelgen import BuiltLevel, export, generate, load_recipe
from levelgen.mosaic import mosaic
from levelgen.paint import Painted
from levelgen.tileset import TileSet
from tests.conftest import CONFIGS
from tests.engines.programs import Run, tiled, tiled_new


@pytest.fixture(scope="module", params=CONFIGS, ids=lambda path: path.stem)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[BuiltLevel, Any, Path]:
    """A built level, what Tiled exports of its .tmj, and the folder."""
    folder = tmp_path_factory.mktemp("maps")
    built = generate(load_recipe(request.param))
    export(built, folder)
    done(tiled()("--export-map", "json", folder / f"{built.stem}.tmj", folder / "again.json"))
    return built, json.loads((folder / "again.json").read_bytes()), folder


def done(finished: subprocess.CompletedProcess[str]) -> None:
    assert finished.returncode == 0, finished.stderr


def test_every_cell_comes_back(opened: tuple[BuiltLevel, Any, Path]) -> None:
    built, read, _ = opened
    layers = {layer["name"]: layer for layer in read["layers"] if layer["type"] == "tilelayer"}
    assert list(layers) == list(built.painted.layers)
    for name, gids in built.painted.layers.items():
        layer = layers[name]
        assert np.array_equal(np.array(layer["data"], np.uint32).reshape(layer["height"], layer["width"]), gids)


def test_objects_and_properties_come_back(opened: tuple[BuiltLevel, Any, Path]) -> None:
    built, read, _ = opened
    (marks,) = [layer for layer in read["layers"] if layer["type"] == "objectgroup"]
    things = [(thing.get("class") or thing["type"], thing["x"], thing["y"]) for thing in marks["objects"]]
    assert things == [(o.kind, o.x * 16, (o.y + 1) * 16) for o in built.tilemap.objects]
    properties = {p["name"]: p["value"] for p in read["properties"]}
    assert properties["seed"] == str(built.seed)
    assert properties["rooms"] == built.level.graph.rooms


@pytest.mark.parametrize("objects", [True, False], ids=["objects", "tiles only"])
@pytest.mark.parametrize("raster", ["1.8", "1.11"])
def test_its_picture_is_ours(raster: str, objects: bool, opened: tuple[BuiltLevel, Any, Path]) -> None:
    """Pixel by pixel: the image was found, its tiles are where we say, and `picture` shows what Tiled shows."""
    built, _, folder = opened
    hidden = [] if objects else ["--hide-layer", "marks"]
    done(rasterizer(raster)(*hidden, folder / f"{built.stem}.tmj", folder / "raster.png"))
    theirs = np.asarray(Image.open(folder / "raster.png").convert("RGBA"))
    ours = np.asarray(Image.open(BytesIO(picture(built, objects=objects)[".png"])).convert("RGBA"))
    assert theirs.shape == ours.shape
    assert np.array_equal(theirs[..., 3], ours[..., 3])
    assert np.array_equal(theirs[theirs[..., 3] > 0], ours[theirs[..., 3] > 0])


@pytest.mark.parametrize("raster", ["1.8", "1.11"])
def test_flips_gaps_and_soft_tiles_are_as_tiled_draws_them(raster: str, tmp_path: Path) -> None:
    """Tiles of noise with margin and spacing, clear, half clear and solid: all eight ways to flip, on two layers."""
    noise = np.random.default_rng(1).integers(0, 256, (2 * 3 + 2 * 16 + 2, 2 * 3 + 3 * 16 + 2 * 2, 4), np.uint8)
    noise[..., 3] = np.where(noise[..., 3] < 64, 0, np.where(noise[..., 3] < 128, noise[..., 3], 255))
    Image.fromarray(noise).save(tmp_path / "gaps.png")
    tileset = TileSet("gaps", tmp_path / "gaps.png", (noise.shape[1], noise.shape[0]), (16, 16), ("",) * 6, {}, 3, 2)
    turns = np.arange(8, dtype=np.uint32) << 29
    low = np.stack([turns | (1 + tile) for tile in range(6)])
    built = generate(load_recipe(CONFIGS[0]))
    tilemap = replace(built.tilemap, owner=np.zeros(low.shape, np.int32), objects=())
    built = replace(built, tilemap=tilemap, painted=Painted(tileset, {"low": low, "high": low[::-1, ::-1]}, ()))
    (tmp_path / "map.tmj").write_bytes(exporter(built)[".tmj"])
    done(rasterizer(raster)(tmp_path / "map.tmj", tmp_path / "raster.png"))
    theirs = np.asarray(Image.open(tmp_path / "raster.png").convert("RGBA")).astype(int)
    ours = mosaic(built.tilemap, built.painted).pixels()
    assert np.array_equal(theirs[..., 3], ours[..., 3])
    assert np.abs(theirs - ours).max() <= 2, "half clear pixels may be rounded otherwise, no more"


def rasterizer(version: str) -> Run:
    return tiled("tmxrasterizer") if version == "1.8" else tiled_new("tmxrasterizer")
