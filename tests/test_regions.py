"""The flood fill agrees with scipy's labels; what is cut off is named."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import ndimage

from levelgen.regions import map_problems, regions
from levelgen.tilemap import FLOOR, SOLID, WALL, MapObject, TileMap


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32), st.sampled_from([0.2, 0.5, 0.7, 1.0]))
def test_regions_are_those_of_scipy(height: int, width: int, seed: int, share: float) -> None:
    free = np.random.default_rng(seed).random((height, width)) < share
    mine = regions(free)
    label, count = ndimage.label(free)
    assert (mine[~free] == -1).all()
    assert len(np.unique(mine[free])) == count
    pairs = {(a, b) for a, b in zip(mine[free].tolist(), label[free].tolist(), strict=True)}
    assert len(pairs) == count


def made(picture: str, *things: MapObject) -> TileMap:
    rows = np.array([list(line) for line in picture.split()])
    free = rows == "."
    layer = np.where(free, FLOOR, WALL).astype(np.uint16)
    owner = np.where(free, 0, SOLID).astype(np.int32)
    return TileMap({"ground": layer}, owner, np.zeros((0, 2), np.int32), objects=things)


def test_a_whole_map_has_no_problem() -> None:
    assert not list(map_problems(made("##### #...# #.#.# #####", MapObject("start", 1, 2))))


def test_cut_off_cells_are_named_as_seen_from_the_start() -> None:
    (problem,) = map_problems(made("####### #..#..# #######", MapObject("start", 4, 1)))
    assert problem == "cut off from the start: 2 tiles between 1,1 and 2,1"


def test_without_a_start_the_largest_region_counts() -> None:
    (problem,) = map_problems(made("######## #.#....# ########"))
    assert problem == "cut off from the largest part: 1 tile at 1,1"


def test_an_open_border_is_named() -> None:
    assert list(map_problems(made("#### ..## ####"))) == ["the border is open at tile 0,1"]


def test_things_in_walls_and_outside_are_named() -> None:
    wrong = list(map_problems(made("#### #..# ####", MapObject("key", 0, 0), MapObject("boss", 9, -1))))
    assert wrong == ["key at tile 0,0 stands on no walkable ground", "boss at tile 9,-1 stands on no walkable ground"]


def test_a_map_of_walls_has_nothing_to_walk_on() -> None:
    assert list(map_problems(made("## ##"))) == ["there is no walkable tile"]


def test_the_largest_parts_are_named_first_with_what_stands_there_and_the_rest_counted() -> None:
    rows = ["#" * 17, "#..#.#.#.#.#.#.#.", "#" * 17, "#.....#...#.#.#.#", "#" * 17]
    picture = " ".join(row[:16] + "#" for row in rows)
    things = MapObject("start", 1, 3), MapObject("key", 7, 3), MapObject("door", 9, 3)
    lines = list(map_problems(made(picture, *things)))
    assert lines[0] == "cut off from the start: 3 tiles between 7,3 and 9,3, with key at 7,3, door at 9,3"
    assert lines[1] == "cut off from the start: 2 tiles between 1,1 and 2,1"
    assert lines[2] == "cut off from the start: 1 tile at 4,1"
    assert lines[-1] == "cut off from the start: 6 places more, 6 tiles in all"
    assert len(lines) == 6
