"""Rooms, doors and corridors lie as the style says, whatever the sizes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import Level, RecipeError
from levelgen.graphs.grid import grid
from levelgen.reading import parse_recipe
from levelgen.rng import Stream
from levelgen.tilemap import CORRIDOR, DOOR, EMPTY, FLOOR, SOLID, WALL, TileMap, passage
from levelgen.tiles.rooms import rooms
from tests.passes.levels import grid_level
from tests.tiles.proofs import RECIPE, around, prove, tiles_of, with_loops

RANGES = st.tuples(st.integers(1, 6), st.integers(0, 5)).map(lambda pair: (pair[0], sum(pair)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Level[Any], TileMap, dict[str, Any]]:
    size = draw(st.one_of(st.sampled_from([(1, 1), (1, 7), (7, 1), (2, 2)]), st.tuples(*[st.integers(1, 6)] * 2)))
    level = with_loops(draw, grid_level(size[0], size[1], draw(st.integers(0, 2**32))))
    sizes: dict[str, Any] = {"width": draw(RANGES), "height": draw(RANGES), "gap": draw(st.integers(1, 4))}
    return level, rooms(level, Stream(draw(st.integers(0, 2**32))), **sizes), sizes


def rectangles(level: Level[Any], made: TileMap) -> list[tuple[int, int, int, int]]:
    """Each room's first and last column, first and last row; asserts that it fills them."""
    result = []
    for room in range(level.graph.rooms):
        x, y = np.array(tiles_of(made, room)).T
        assert len(x) == (np.ptp(x) + 1) * (np.ptp(y) + 1)
        result.append((int(x.min()), int(x.max()), int(y.min()), int(y.max())))
    return result


@settings(max_examples=100)
@given(cases())
def test_levels_hold(case: tuple[Level[Any], TileMap, dict[str, Any]]) -> None:
    level, made, _ = case
    prove(level, made)
    assert made.crossings == ()


@given(cases())
def test_every_room_is_a_rectangle_of_an_allowed_size_inside_its_plot(case: Any) -> None:
    level, made, sizes = case
    (least_w, most_w), (least_h, most_h), gap = sizes["width"], sizes["height"], sizes["gap"]
    for room, (x0, x1, y0, y1) in enumerate(rectangles(level, made)):
        column, row = level.graph.positions[room].tolist()
        left, top = column * (most_w + 2 + gap), row * (most_h + 2 + gap)
        assert least_w <= x1 - x0 + 1 <= most_w
        assert least_h <= y1 - y0 + 1 <= most_h
        assert left < x0 <= x1 <= left + most_w
        assert top < y0 <= y1 <= top + most_h
        place_x, place_y = made.places[room].tolist()
        assert x0 <= place_x <= x1
        assert y0 <= place_y <= y1


@given(cases())
def test_roles_follow_from_owners_and_walls_stand_round_all_that_is_walked_on(case: Any) -> None:
    _, made, _ = case
    ground, walls, owner = made.layers["ground"], made.layers["walls"], made.owner
    assert ((ground == FLOOR) == (owner >= 0)).all()
    assert (((ground == CORRIDOR) | (ground == DOOR)) == (owner < SOLID)).all()
    assert ((walls == WALL) == (around(ground != EMPTY, corners=True) & (ground == EMPTY))).all()
    border = np.ones(owner.shape, np.bool_)
    border[1:-1, 1:-1] = False
    assert (ground[border] == EMPTY).all()


@given(cases())
def test_a_corridor_has_two_doors_one_in_the_wall_of_each_room(case: Any) -> None:
    level, made, _ = case
    for edge in np.flatnonzero(level.open).tolist():
        doors = [(x, y) for x, y in tiles_of(made, passage(edge)) if made.layers["ground"][y, x] == DOOR]
        beside = [made.owner[[y, y, y - 1, y + 1], [x - 1, x + 1, x, x]] for x, y in doors]
        assert sorted(int(owners[owners >= 0][0]) for owners in beside) == level.graph.edges[edge].tolist()
        assert all((owners >= 0).sum() == 1 for owners in beside)
    assert (made.layers["ground"] == DOOR).sum() == 2 * level.open.sum()


@given(cases())
def test_corridors_are_straight_between_rooms_that_face_each_other_and_else_bend_in_the_gap(case: Any) -> None:
    level, made, sizes = case
    rectangle = rectangles(level, made)
    for edge in np.flatnonzero(level.open).tolist():
        u, v = level.graph.edges[edge].tolist()
        down = level.graph.right[u] != edge
        a, b = (rectangle[room][2:] + rectangle[room][:2] if down else rectangle[room] for room in (u, v))
        tiles = sorted((y, x) if down else (x, y) for x, y in tiles_of(made, passage(edge)))
        across = sorted({y for _, y in tiles})
        assert [x for x, _ in tiles if x == tiles[0][0]] == [tiles[0][0]]
        if max(a[2], b[2]) <= min(a[3], b[3]):
            assert tiles == [(x, across[0]) for x in range(a[1] + 1, b[0])]
            assert max(a[2], b[2]) <= across[0] <= min(a[3], b[3])
        else:
            plot = sizes["height" if down else "width"][1] + 2 + sizes["gap"]
            columns = [x for x, _ in tiles]
            (bend,) = {x for x, following in pairwise(columns) if x == following}
            assert -sizes["gap"] <= bend - plot * (bend // plot + 1) < 0
            assert len(tiles) == b[0] - a[1] - 1 + across[-1] - across[0]


def test_one_room_fills_its_walls() -> None:
    made = rooms(grid_level(1, 1), Stream(1), width=(3, 3), height=(2, 2))
    assert made.owner.tolist() == [[-1] * 5, [-1, 0, 0, 0, -1], [-1, 0, 0, 0, -1], [-1] * 5]
    assert made.places.tolist() == [[2, 2]]


def test_the_smallest_rooms_and_gap_leave_a_corridor_of_three_tiles() -> None:
    made = rooms(grid_level(1, 2), Stream(1), width=(1, 1), height=(1, 1), gap=1)
    assert made.layers["ground"][1].tolist() == [EMPTY, FLOOR, DOOR, CORRIDOR, DOOR, FLOOR, EMPTY]


def test_sizes_and_places_vary_over_their_whole_range() -> None:
    level = grid_level(12, 12)
    found = rectangles(level, rooms(level, Stream(3), width=(2, 4), height=(3, 5)))
    assert {x1 - x0 + 1 for x0, x1, _, _ in found} == {2, 3, 4}
    assert {y1 - y0 + 1 for _, _, y0, y1 in found} == {3, 4, 5}
    assert {x0 % 7 for x0, _, _, _ in found} == {1, 2, 3}


def test_the_same_stream_makes_the_same_map() -> None:
    level = grid_level(4, 5)
    first, again, other = (rooms(level, Stream(seed)) for seed in (1, 1, 2))
    assert all((first.layers[name] == again.layers[name]).all() for name in first.layers)
    assert (first.owner == again.owner).all()
    assert (first.owner != other.owner).any()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("width: [0, 3]", "rooms.width: must be from 1 to 256, not [0, 3]"),
        ("height: [3, 257]", "rooms.height: must be from 1 to 256, not [3, 257]"),
        ("height: [5, 4]", "rooms.height: must be [smallest, largest]"),
        ("gap: 0", "rooms.gap: must be at least 1"),
    ],
)
def test_impossible_sizes_are_named(parameters: str, message: str) -> None:
    with pytest.raises(RecipeError) as error:
        parse_recipe(RECIPE.replace("blocks", f"{{rooms: {{{parameters}}}}}"), Path("made-up.yaml"))
    assert message in str(error.value)


def test_what_is_no_grid_is_refused_before_anything_is_made() -> None:
    text = RECIPE.replace("grid: {rows: 1, columns: 1}", "islands: {count: 3, width: 9, height: 9}")
    with pytest.raises(RecipeError, match="rooms: works on grids only"):
        parse_recipe(text.replace("blocks", "rooms"), Path("made-up.yaml"))


def test_a_whole_open_grid_of_the_smallest_rooms_holds() -> None:
    graph = grid(Stream(0), rows=9, columns=9)
    level = Level(graph, np.ones(graph.walls, np.bool_))
    prove(level, rooms(level, Stream(1), width=(1, 4), height=(1, 4), gap=1))
