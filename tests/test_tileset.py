"""The built-in tileset: the committed image is what its script draws, and every role has a tile."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from levelgen.assets.draw_tiles import INK, PALE, SEA_LIGHT, SIDE, deck, draw, shore, wall
from levelgen.neighbours import BLOB, EDGE_SET
from levelgen.tilemap import ROLES
from levelgen.tileset import BUILT_IN, SINGLE_TILES


def tiles() -> dict[str, np.ndarray]:  # type: ignore[type-arg]
    image = np.asarray(Image.open(BUILT_IN.image).convert("RGBA"))
    across = BUILT_IN.columns
    cut = image.reshape(-1, SIDE, across, SIDE, 4).swapaxes(1, 2).reshape(-1, SIDE, SIDE, 4)
    return {name: tile for name, tile in zip(BUILT_IN.tiles[:SINGLE_TILES], cut, strict=False) if name}


def test_the_committed_image_is_what_the_script_draws() -> None:
    image = Image.open(BUILT_IN.image).convert("RGBA")
    assert image.size == BUILT_IN.image_size
    assert BUILT_IN.tile_size == (SIDE, SIDE)
    assert np.array_equal(np.asarray(image), draw())


def test_every_role_has_a_tile() -> None:
    assert {role.tile for role in ROLES if role.name != "empty"} <= set(BUILT_IN.looks)


def test_ground_is_opaque_and_things_are_not() -> None:
    ground = {"floor", "wall", "door", "corridor", "water", "land"}
    for name, tile in tiles().items():
        assert (tile[:, :, 3] == 255).all() == (name in ground)
        if name not in ground and name != "bridge":
            assert (tile[[0, 0, -1, -1], [0, -1, 0, -1], 3] == 0).all()


def test_no_two_tiles_look_alike() -> None:
    pictures = {name: tile.astype(int) for name, tile in tiles().items()}
    for a, b in combinations(pictures, 2):
        assert np.abs(pictures[a] - pictures[b]).mean() > 5, (a, b)


def test_sets_go_on_where_their_neighbours_do() -> None:
    """Along a side that two tiles share the wall's or the shore's edge is drawn on neither."""
    for draw_one, rim in ((wall, PALE), (shore, SEA_LIGHT)):
        whole, top_open, single = draw_one(255), draw_one(255 & ~0b10000011), draw_one(0)
        assert not (whole[:, :, :3] == rim).all(axis=2).any()
        assert (top_open[0, :, :3] == rim).all(axis=1).all()
        assert not (top_open[-1, :, :3] == rim).all(axis=1).any()
        assert (single[:, 0, :3] == rim).all(axis=1).sum() >= 6


def test_walls_have_square_corners() -> None:
    """Nothing else shows at a corner, be it floor or the void that is next to it."""
    assert (wall(0)[0, [0, -1], :3] == PALE).all()
    assert not [mask for mask in BLOB if (wall(mask)[:, :, :3] == INK).all(axis=2).any()]


def test_bridges_have_rails_where_they_lead_nowhere() -> None:
    east_west = deck(0b01000100)
    assert (east_west[:2, :, 3] == 0).all()
    assert (east_west[-2:, :, 3] == 0).all()
    assert (east_west[4:12, [0, -1], 3] == 255).all()
    assert (deck(0b01010101)[:, :, 3] == 255).all()


@pytest.mark.parametrize("mask", EDGE_SET)
def test_bridges_leave_the_water_free_on_every_closed_side(mask: int) -> None:
    """At bends and ends too: no rail runs on past the next one."""
    opaque = deck(mask)[:, :, 3] == 255
    sides = {0: opaque[:2], 2: opaque[:, -2:], 4: opaque[-2:], 6: opaque[:, :2]}
    for bit, side in sides.items():
        assert side.any() == bool(mask >> bit & 1)


def test_grounds_differ_in_colour() -> None:
    """Not just in their speckles: at a distance too one is not taken for another."""
    grounds = ("floor", "wall", "door", "corridor", "water", "land")
    colours = {name: tiles()[name][:, :, :3].mean(axis=(0, 1)) for name in grounds}
    for a, b in combinations(grounds, 2):
        assert np.abs(colours[a] - colours[b]).max() > 20, (a, b)
