"""The tutorial, followed to its end: real Godot plays what it made, and the player walks and stops at walls."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from levelgen import generate, load_recipe
from tests.docs.pages import FOLDER, Reader
from tests.engines.programs import godot4

WALK = Path(__file__).parent / "godot_walk.gd"
RADIUS, TILE = 5, 16


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    godot = godot4()
    reader = Reader(tmp_path_factory.mktemp("tutorial"))
    for _ in reader.follow((FOLDER / "tutorial.md").read_text("utf-8")):
        pass
    imported = godot("--path", reader.folder / "walk", "--import")
    assert "ERROR" not in imported.stderr, imported.stderr
    return reader.folder


def test_the_player_walks_from_the_start_and_stops_at_walls(game: Path) -> None:
    played = godot4()("--path", game / "walk", "--fixed-fps", "60", "--script", WALK)
    assert "ERROR" not in played.stderr, played.stderr
    places = [np.array([float(x), float(y)]) for x, y in re.findall(r"AT \(([-\d.]+), ([-\d.]+)\)", played.stdout)]
    assert len(places) == 5
    built = generate(load_recipe(game / "levels" / "dungeon.yaml"))
    [start] = built.level.marked("start")
    assert (places[0] // TILE).tolist() == built.tilemap.places[start].tolist()
    assert max(np.abs(place - places[0]).max() for place in places) > TILE
    for place in places:
        for dx, dy in ((0, 0), (RADIUS - 1, 0), (1 - RADIUS, 0), (0, RADIUS - 1), (0, 1 - RADIUS)):
            x, y = (place + np.array([dx, dy])) // TILE
            assert built.tilemap.walkable[int(y), int(x)]


def test_its_pictures_are_there_to_look_at(game: Path) -> None:
    assert (game / "build" / "dungeon.png").exists()
    assert (game / "walk" / "levels" / "dungeon.tscn").exists()
