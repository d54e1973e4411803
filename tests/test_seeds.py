"""Many seeds of every recipe in configs/: `pytest -m seeds --seeds 10000` makes ten thousand of each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson
import pytest
from levelgen_exporters.tiled import tiled
from levelgen_exporters.tmj import tmj

from levelgen import export, generate, load_recipe, verify
from tests.conftest import CONFIGS

pytestmark = pytest.mark.seeds


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_seed_holds(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Each level is proved, and every cell of its exported map is what was proved."""
    recipe = load_recipe(path)
    for seed in range(request.config.getoption("--seeds")):
        built = generate(recipe, seed)
        proof = verify(built)
        assert proof.components == 1
        document = orjson.loads(tiled(built)[".tmj"])
        layers = {layer["name"]: layer["data"] for layer in document["layers"] if "data" in layer}
        for name, gids in built.painted.layers.items():
            assert np.array_equal(np.array(layers[name], np.uint32), gids.ravel())
    export(replace(built, stem="last"), tmp_path)
    assert np.array_equal(tmj(tmp_path / "last.tmj").walkable, built.tilemap.walkable)
