"""Real Tiled: it opens every level of configs/ and gives back each cell and object as meant."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from levelgen import BuiltLevel, export, generate, load_recipe
from tests.conftest import CONFIGS
from tests.engines.programs import tiled


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


def test_the_picture_is_that_of_the_tiles(opened: tuple[BuiltLevel, Any, Path]) -> None:
    """The raster is our own tiles pasted by their gids: the image was found, its tiles are where we say."""
    from PIL import Image

    built, _, folder = opened
    done(tiled("tmxrasterizer")("--hide-layer", "marks", folder / f"{built.stem}.tmj", folder / "raster.png"))
    raster = Image.open(folder / "raster.png").convert("RGBA")
    assert raster.size == (built.tilemap.width * 16, built.tilemap.height * 16)
    assert np.array_equal(np.asarray(raster), paste(built))


def paste(built: BuiltLevel) -> np.ndarray[Any, Any]:
    """uint8 (h, w, 4): the level's layers in its own tiles, one over the other."""
    from PIL import Image

    tileset = built.painted.tileset
    image = np.asarray(Image.open(tileset.image).convert("RGBA"))
    tiles = image.reshape(tileset.image_size[1] // 16, 16, tileset.columns, 16, 4).swapaxes(1, 2).reshape(-1, 16, 16, 4)
    canvas = np.zeros((built.tilemap.height, built.tilemap.width, 16, 16, 4), np.uint8)
    for gids in built.painted.layers.values():
        canvas = np.where(
            ((gids > 0)[..., None, None] & (tiles[np.maximum(gids, 1) - 1][..., 3] > 0))[..., None],
            tiles[np.maximum(gids, 1) - 1],
            canvas,
        )
    return canvas.swapaxes(1, 2).reshape(built.tilemap.height * 16, built.tilemap.width * 16, 4)
