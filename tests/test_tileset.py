"""The built-in tileset: the committed image is what its script draws, and every role has a tile."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from PIL import Image

from levelgen.assets.draw_tiles import SIDE, draw
from levelgen.tilemap import ROLES
from levelgen.tileset import BUILT_IN


def tiles() -> dict[str, np.ndarray]:  # type: ignore[type-arg]
    image = np.asarray(Image.open(BUILT_IN.image).convert("RGBA"))
    across = BUILT_IN.columns
    cut = image.reshape(-1, SIDE, across, SIDE, 4).swapaxes(1, 2).reshape(-1, SIDE, SIDE, 4)
    return {name: tile for name, tile in zip(BUILT_IN.tiles, cut, strict=True) if name}


def test_the_committed_image_is_what_the_script_draws() -> None:
    image = Image.open(BUILT_IN.image).convert("RGBA")
    assert image.size == BUILT_IN.image_size
    assert BUILT_IN.tile_size == (SIDE, SIDE)
    assert np.array_equal(np.asarray(image), draw())


def test_every_role_has_a_tile() -> None:
    assert {role.tile for role in ROLES if role.name != "empty"} <= set(BUILT_IN.looks)


def test_ground_is_opaque_and_things_are_not() -> None:
    ground = {role.tile for role in ROLES}
    for name, tile in tiles().items():
        assert (tile[:, :, 3] == 255).all() == (name in ground)
        if name not in ground:
            assert (tile[[0, 0, -1, -1], [0, -1, 0, -1], 3] == 0).all()


def test_no_two_tiles_look_alike() -> None:
    pictures = {name: tile.astype(int) for name, tile in tiles().items()}
    for a, b in combinations(pictures, 2):
        assert np.abs(pictures[a] - pictures[b]).mean() > 5, (a, b)
