"""What a worker answers: of a world every chunk can be shown, of an endless one those round the first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from levelgen.studio.orders import answers

CHUNK = "levelgen: 1\nseed: 3\ngraph: {grid: {rows: 4, columns: 4}}\nspanning_tree: prim\n"


def level(text: str, variant: int) -> dict[str, Any]:
    order = {"op": "view", "id": 1, "path": "w.yaml", "text": text, "drawn": "", "variant": variant, "tileset": ""}
    headers = [json.loads(answer[4 : 4 + int.from_bytes(answer[:4], "little")]) for answer in answers(order)]
    return next(header for header in headers if header["kind"] == "level")


@pytest.mark.parametrize(("variant", "name"), [(0, "w_0_0"), (5, "w_1_2"), (99, "w_1_2")])
def test_the_chunks_of_a_world_are_chosen_from(variant: int, name: str) -> None:
    shown = level(CHUNK + "world: {rows: 2, columns: 3, spanning_tree: kruskal}\n", variant)
    assert shown["variants"] == ["w_0_0", "w_0_1", "w_0_2", "w_1_0", "w_1_1", "w_1_2"]
    assert (shown["name"], shown["fault"]) == (name, "")


def test_of_an_endless_world_those_round_the_first_are() -> None:
    shown = level(CHUNK + "world: {endless: true}\n", 1)
    assert (len(shown["variants"]), shown["variants"][0], shown["name"]) == (9, "w_0_0", "w_-1_-1")
