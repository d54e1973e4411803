"""Real Tiled: it opens every level of configs/ and gives back each cell and object as meant."""

from __future__ import annotations

import json
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levelgen_exporters.picture import picture
from PIL import Image

from levelgen import BuiltLevel, export, generate, load_recipe
from tests.conftest import CONFIGS
from tests.engines.programs import tiled, tiled_new


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


@pytest.mark.parametrize("raster", ["1.8", "1.11"])
def test_its_picture_is_ours(raster: str, opened: tuple[BuiltLevel, Any, Path]) -> None:
    """Pixel by pixel: the image was found, its tiles are where we say, and `picture` shows what Tiled shows."""
    built, _, folder = opened
    program = tiled("tmxrasterizer") if raster == "1.8" else tiled_new("tmxrasterizer")
    done(program("--hide-layer", "marks", folder / f"{built.stem}.tmj", folder / "raster.png"))
    theirs = np.asarray(Image.open(folder / "raster.png").convert("RGBA"))
    ours = np.asarray(Image.open(BytesIO(picture(built, objects=False)[".png"])).convert("RGBA"))
    assert theirs.shape == ours.shape
    assert np.array_equal(theirs[..., 3], ours[..., 3])
    assert np.array_equal(theirs[theirs[..., 3] > 0], ours[theirs[..., 3] > 0])
