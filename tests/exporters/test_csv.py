"""CSV as Tiled writes it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from levelgen_exporters.csv import csv

from levelgen import BuiltLevel
from tests.exporters.test_tiled import small


def with_layer(gids: list[list[int]]) -> BuiltLevel:
    built = small()
    return replace(built, painted=replace(built.painted, layers={"ground": np.array(gids, np.uint32)}))


def test_three_by_two_with_an_empty_cell() -> None:
    assert csv(with_layer([[1, 0, 3], [4, 5, 6]])) == {"_ground.csv": b"0,-1,2\n3,4,5\n"}


def test_empty_and_base_are_options() -> None:
    assert csv(with_layer([[1, 0, 3]]), empty=0, base=1) == {"_ground.csv": b"1,0,3\n"}


def test_flip_bits_stay_out_of_the_sign() -> None:
    assert csv(with_layer([[0x80000001]])) == {"_ground.csv": b"2147483648\n"}


def test_godot_is_told_to_keep_it() -> None:
    files = csv(with_layer([[1]]), godot_keep=True)
    assert files["_ground.csv.import"] == b'[remap]\n\nimporter="keep"\n'
