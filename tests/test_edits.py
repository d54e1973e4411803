"""What was changed on a map is told against the map as it was built: tiles by role, objects by kind and room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from levelgen.edits import edits
from levelgen.tilemap import DOOR, FLOOR, SOLID, WALL, MapObject, TileMap

BOSS = MapObject("boss", 2, 1, {"room": 1})


def flat(layers: dict[str, list[list[int]]], *things: MapObject) -> TileMap:
    arrays = {name: np.array(rows, np.uint16) for name, rows in layers.items()}
    shape = next(iter(arrays.values())).shape
    return TileMap(arrays, np.full(shape, SOLID, np.int32), np.zeros((0, 2), np.int32), objects=things)


BUILT = flat({"ground": [[FLOOR, FLOOR], [FLOOR, FLOOR]], "walls": [[WALL, 0], [0, 0]]}, BOSS)


def test_an_unchanged_map_has_no_edits() -> None:
    found = edits(BUILT, replace(BUILT))
    assert not found.cells.any()
    assert found.said == ()


def test_tiles_are_told_by_what_is_seen_on_top() -> None:
    now = flat({"ground": [[FLOOR, FLOOR], [FLOOR, DOOR]], "walls": [[0, 0], [WALL, 0]]}, BOSS)
    found = edits(BUILT, now)
    assert np.argwhere(found.cells).tolist() == [[0, 0], [1, 0], [1, 1]]
    assert sorted(found.said) == ["1 × floor → door at 1,1", "1 × floor → wall at 0,1", "1 × wall → floor at 0,0"]


def test_what_changes_below_is_told_by_the_whole_pile() -> None:
    now = replace(BUILT, layers={**BUILT.layers, "ground": np.array([[DOOR, FLOOR], [0, FLOOR]], np.uint16)})
    assert sorted(edits(BUILT, now).said) == ["1 × floor + wall → door + wall at 0,0", "1 × floor → nothing at 0,1"]


def test_layers_may_be_renamed_split_and_empty() -> None:
    ground, walls = BUILT.layers.values()
    now = {"a": ground, "b": np.zeros_like(ground), "c": walls}
    assert edits(BUILT, replace(BUILT, layers=now)).said == ()


def test_many_places_of_one_kind_are_one_line() -> None:
    built, now = (flat({"ground": [[role] * 9]}) for role in (FLOOR, WALL))
    assert edits(built, now).said == ("9 × floor → wall at 0,0, 1,0, 2,0, 3,0, 4,0 and 4 more",)


def test_objects_are_moved_changed_removed_and_added() -> None:
    key, chest = MapObject("key", 0, 0, {"room": 0}), MapObject("chest", 0, 1)
    built = replace(BUILT, objects=(BOSS, key, MapObject("key", 0, 0, {"room": 2})))
    now = replace(built, objects=(MapObject("boss", 0, 1, {"room": 1, "hp": 9}), key, chest))
    assert edits(built, now).said == (
        "boss of room 1 moved from 2,1 to 0,1",
        "boss of room 1 at 0,1: hp nothing → 9",
        "key of room 2 removed from 0,0",
        "chest added at 0,1",
    )


def test_many_objects_are_matched_in_time() -> None:
    """20,000 of one kind moved: pair by pair that would be 400 million comparisons."""
    built, now = (
        replace(BUILT, objects=tuple(MapObject("key", x, y, {"room": x}) for x in range(20_000))) for y in (0, 1)
    )
    said = edits(built, now).said
    assert (len(said), said[7]) == (20_000, "key of room 7 moved from 7,0 to 7,1")


def test_a_changed_size_is_said_and_no_tile() -> None:
    found = edits(BUILT, flat({"ground": [[FLOOR]]}, BOSS))
    assert (found.cells.tolist(), found.said) == ([[False]], ("the map: 2 × 2 tiles, now 1 × 1",))


@given(st.lists(st.integers(0, 7), min_size=12, max_size=12), st.lists(st.integers(0, 7), min_size=12, max_size=12))
def test_a_place_is_edited_exactly_where_its_pile_differs(a: list[int], b: list[int]) -> None:
    one, other = (flat({"low": [row[:6]], "high": [row[6:]]}) for row in (a, b))
    seen = [
        [role for role in (a[i], a[i + 6]) if role] != [role for role in (b[i], b[i + 6]) if role] for i in range(6)
    ]
    assert edits(one, other).cells.tolist() == [seen]
