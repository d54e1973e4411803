"""The picture of a checked map: levelgen's own tiles by role, whatever the map has, with marks where they belong."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from levelgen import generate
from levelgen.reading import parse_recipe
from levelgen.survey import survey
from levelgen.tilemap import FLOOR, WALL, MapObject, Role, TileMap

BUILT = generate(
    parse_recipe("levelgen: 1\nseed: 1\ngraph: {grid: {rows: 2, columns: 2}}\nspanning_tree: prim\n", Path("a.yaml"))
).tilemap
NONE = np.zeros(BUILT.owner.shape, np.bool_)


def opened(data: bytes) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))


def test_roles_of_strangers_look_as_what_they_are_for() -> None:
    """Ten thousand roles, walkable and not, and things outside the map: the picture is that of floor and wall."""
    roles = (*BUILT.roles, *(Role(f"r{n}", n % 2 == 0, "") for n in range(10_000)))
    of = {FLOOR: len(BUILT.roles) + 400, WALL: len(BUILT.roles) + 401}
    layers = {
        name: np.vectorize(lambda r: of.get(r, r))(layer).astype(np.uint16) for name, layer in BUILT.layers.items()
    }
    strange = replace(BUILT, layers=layers, roles=roles, objects=(MapObject("boss", -1, 99),))
    assert np.array_equal(opened(survey(strange, NONE, NONE)), opened(survey(BUILT, NONE, NONE)))


def test_only_what_is_marked_is_marked() -> None:
    where = NONE.copy()
    where[1, 1] = True
    plain = opened(survey(BUILT, NONE, NONE)).astype(int)
    for cut_off, edited in ((where, NONE), (NONE, where)):
        changed = (opened(survey(BUILT, cut_off, edited)) != plain).any(axis=2)
        assert changed[16:32, 16:32].any()
        changed[16:32, 16:32] = False
        assert not changed.any()


def test_large_maps_are_drawn_smaller() -> None:
    large = TileMap({"g": np.full((3000, 4000), FLOOR, np.uint16)}, np.zeros((3000, 4000), np.int32), BUILT.places)
    none = np.zeros((3000, 4000), np.bool_)
    assert opened(survey(large, none, none)).shape == (6000, 8000, 4)
