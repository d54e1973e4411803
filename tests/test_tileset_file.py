"""Tilesets of the team's own: read from recipes, YAML files and Tiled's files; painted as they say."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from levelgen import BuiltLevel, RecipeError, generate, load_recipe, verify
from levelgen.neighbours import BLOB, EDGE_SET, masks
from levelgen.paint import FLIP_DIAGONAL, FLIP_X, FLIP_Y
from levelgen.pipeline import files_of
from levelgen.tilemap import WALL

RECIPE = """levelgen: 1
seed: 5
graph: {grid: {rows: 9, columns: 9}}
spanning_tree: kruskal
tileset: TILESET
export: [tiled, csv]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an image of 8 × 8 tiles of 16 pixels, and one with margin 1 and spacing 2."""
    (tmp_path / "levelgen.toml").write_text("")
    (tmp_path / "art").mkdir()
    Image.new("RGBA", (128, 128), (90, 90, 90, 255)).save(tmp_path / "art/tiles.png")
    Image.new("RGBA", (1 + 4 * 18 - 2 + 1, 1 + 2 * 18 - 2 + 1)).save(tmp_path / "art/spaced.png")
    return tmp_path


def made(project: Path, tileset: str) -> BuiltLevel:
    (project / "level.yaml").write_text(RECIPE.replace("TILESET", tileset))
    built = generate(load_recipe(project / "level.yaml"))
    verify(built)
    return built


def wrong(project: Path, tileset: str) -> str:
    with pytest.raises(RecipeError) as caught:
        made(project, tileset)
    return str(caught.value).replace(str(project) + "/", "")


def gids(built: BuiltLevel, layer: str) -> Counter[int]:
    return Counter(built.painted.layers[layer][built.tilemap.layers[layer] > 0].tolist())


def test_variants_come_by_weight_and_with_their_flips(project: Path) -> None:
    built = made(
        project,
        "{image: art/tiles.png, roles: {floor: [{tile: 3, weight: 3}, {tile: 4, flip: [x, diagonal]}], wall: 7}}",
    )
    floors = gids(built, "ground")
    assert set(floors) == {4, 5 | FLIP_X | FLIP_DIAGONAL}
    assert 0.6 < floors[4] / floors.total() < 0.9
    assert set(gids(built, "walls")) == {8}
    assert built.painted.tileset.columns == 8
    assert "tiles.png" in files_of(built)
    again = made(
        project,
        "{image: art/tiles.png, roles: {floor: [{tile: 3, weight: 3}, {tile: 4, flip: [x, diagonal]}], wall: 7}}",
    )
    assert np.array_equal(built.painted.layers["ground"], again.painted.layers["ground"])


def test_margin_and_spacing_are_counted(project: Path) -> None:
    built = made(
        project, "{image: art/spaced.png, margin: 1, spacing: 2, roles: {floor: 0, wall: [6, {tile: 5, flip: [y]}]}}"
    )
    assert (built.painted.tileset.columns, len(built.painted.tileset.tiles)) == (4, 8)
    assert set(gids(built, "walls")) == {7, 6 | FLIP_Y}
    assert wrong(project, "{image: art/spaced.png, margin: 1, spacing: 2, roles: {floor: 8, wall: 1}}").endswith(
        "level.yaml:5:72: tileset.roles.floor[0]: tile 8 is past the image's end; it has 8 tiles"
    )


def test_walls_take_their_shape_from_their_neighbours(project: Path) -> None:
    built = made(project, "{image: art/tiles.png, roles: {floor: 63, wall: {autotile: blob, tiles: [10]}}}")
    walls = built.tilemap.layers["walls"] == WALL
    expected = 1 + 10 + np.searchsorted(BLOB, masks(np.pad(walls, 1, mode="edge")))
    assert np.array_equal(built.painted.layers["walls"], np.where(walls, expected, 0))
    assert built.painted.notes == ()


def test_sets_of_sixteen_see_only_edges_or_corners(project: Path) -> None:
    built = made(project, "{image: art/tiles.png, roles: {floor: 63, wall: {autotile: edges, tiles: [0]}}}")
    walls = built.tilemap.layers["walls"] == WALL
    number = {mask: at for at, mask in enumerate(EDGE_SET)}
    expected = np.vectorize(lambda mask: 1 + number[mask & 85])(masks(np.pad(walls, 1, mode="edge")))
    assert np.array_equal(built.painted.layers["walls"], np.where(walls, expected, 0))
    corners = made(project, "{image: art/tiles.png, roles: {floor: 63, wall: {autotile: corners, tiles: [0]}}}")
    assert max(gids(corners, "walls")) <= 16


def tiled_tileset(**changes: Any) -> dict[str, Any]:
    """Four tiles: a floor by class, and a wang set `Walls` of three edge tiles."""
    wall = {"name": "Walls", "type": "edge", "tile": -1, "colors": [{"name": "wall", "color": "#fff", "tile": 1, "probability": 1}],
            "wangtiles": [{"tileid": 1, "wangid": [1, 0, 1, 0, 1, 0, 1, 0]}, {"tileid": 2, "wangid": [1, 0, 0, 0, 1, 0, 0, 0]},
                          {"tileid": 3, "wangid": [1, 0, 0, 0, 1, 0, 0, 0]}]}  # fmt: skip
    return {"type": "tileset", "name": "dungeon", "image": "art/tiles.png", "imagewidth": 128, "imageheight": 128, "tilewidth": 16,
            "tileheight": 16, "tilecount": 64, "columns": 8, "margin": 0, "spacing": 0, "tiles": [{"id": 9, "type": "floor"},
            {"id": 3, "probability": 9.0}, {"id": 5, "properties": [{"name": "role", "type": "string", "value": "door"}]}],
            "wangsets": [wall], **changes}  # fmt: skip


TSX = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="dungeon" tilewidth="16" tileheight="16" tilecount="64" columns="8">
 <image source="art/tiles.png" width="128" height="128"/>
 <tile id="9" type="floor"/>
 <tile id="3" probability="9"/>
 <tile id="5"><properties><property name="role" value="door"/></properties></tile>
 <wangsets><wangset name="Walls" type="edge" tile="-1"><wangcolor name="wall" color="#ffffff" tile="1" probability="1"/>
  <wangtile tileid="1" wangid="1,0,1,0,1,0,1,0"/><wangtile tileid="2" wangid="1,0,0,0,1,0,0,0"/>
  <wangtile tileid="3" wangid="1,0,0,0,1,0,0,0"/></wangset></wangsets>
</tileset>
"""


@pytest.mark.parametrize("file", ["dungeon.tsj", "dungeon.tsx"])
def test_tiled_tilesets_are_read_as_they_are(file: str, project: Path) -> None:
    (project / file).write_text(json.dumps(tiled_tileset()) if file.endswith("tsj") else TSX)
    built = made(project, file)
    tileset = built.painted.tileset
    assert (tileset.name, tileset.tiles[9], tileset.tiles[5]) == ("dungeon", "floor", "door")
    assert set(gids(built, "ground")) == {10}
    walls = gids(built, "walls")
    assert set(walls) == {2, 3, 4}
    assert walls[4] > 3 * walls[3]  # tile 3 has probability 9
    assert any("no tile for wall with neighbours" in note for note in built.notes)


def test_a_wang_set_can_be_named_for_another_role(project: Path) -> None:
    (project / "dungeon.tsj").write_text(json.dumps(tiled_tileset()))
    built = made(project, "{file: dungeon.tsj, roles: {floor: {wangset: Walls, color: wall, joins: [wall]}, wall: 0}}")
    assert set(gids(built, "ground")) == {2}
    assert set(gids(built, "walls")) == {1}
    assert "no wang set 'Wals'; did you mean 'Walls'?" in wrong(
        project, "{file: dungeon.tsj, roles: {wall: {wangset: Wals}}}"
    )
    assert "no tile of color 'water'" in wrong(project, "{file: dungeon.tsj, roles: {water: {wangset: Walls}}}")


def test_recipes_share_a_file(project: Path) -> None:
    (project / "art/dungeon.yaml").write_text("image: tiles.png\nroles:\n  floor: 1\n  wall: 99\n")
    assert wrong(project, "art/dungeon.yaml").endswith(
        "art/dungeon.yaml:4:9: tileset.roles.wall[0]: tile 99 is past the image's end; it has 64 tiles"
    )
    (project / "art/dungeon.yaml").write_text("image: tiles.png\nroles:\n  floor: 1\n  wall: 2\n")
    assert set(gids(made(project, "art/dungeon.yaml"), "walls")) == {3}


def test_the_image_stays_in_the_project_unless_its_settings_list_the_folder(project: Path) -> None:
    where = "{image: ../elsewhere.png, roles: {floor: 1, wall: 2}}"
    Image.new("RGBA", (64, 64)).save(project.parent / "elsewhere.png")
    mend = "move it there, or list its folder under [tilesets] outside in levelgen.toml"
    message = f"level.yaml:5:18: tileset.image: ../elsewhere.png lies outside the project's folder; {mend}"
    assert wrong(project, where).endswith(message)
    other = project / "other"
    other.mkdir()
    Image.new("RGBA", (64, 64)).save(project / "elsewhere.png")
    (other / "levelgen.toml").write_text('[tilesets]\noutside = [".."]\n')
    assert made(other, where).painted.tileset.columns == 4


def test_an_image_that_the_game_has_is_not_copied(project: Path) -> None:
    built = made(project, "{image: art/tiles.png, image_is_called: ../res/tiles.png, roles: {floor: 1, wall: 2}}")
    files = files_of(built)
    assert "tiles.png" not in files
    assert json.loads(files["level.tmj"])["tilesets"][0]["image"] == "../res/tiles.png"


MISTAKES = {
    "{image: art/none.png, roles: {floor: 1, wall: 2}}": "level.yaml:5:18: tileset.image: no file art/none.png",
    "{roles: {floor: 1}}": "level.yaml:5:10: tileset: give 'image' or 'file'",
    "{image: level.yaml, roles: {floor: 1}}": "level.yaml:5:18: tileset.image: level.yaml is no image that can be read",
    "{image: art/tiles.png, tile_size: 500, roles: {floor: 1}}": "no tile of 500 × 500 fits on tiles.png of 128 × 128",
    "{image: art/tiles.png, tile_size: 0}": "tileset.tile_size[0]: must be at least 1, not 0",
    "{image: art/tiles.png, roles: {floor: []}}": "tileset.roles.floor: needs at least one tile",
    "{image: art/tiles.png, roles: {floor: [{tile: 1, weight: -1}]}}": "tileset.roles.floor",
    "{image: art/tiles.png, roles: {wall: {autotile: blob, tiles: [60]}}}": "a set by blob has 47: give the first, or all of them",
    "{imago: art/tiles.png}": "tileset.imago: unknown parameter; did you mean 'image'?",
    "none.tsx": "level.yaml:5:10: tileset.file: no file none.tsx",
    "[1]": "level.yaml:5:10: tileset: must be a file, or a mapping with 'image' or 'file'",
}


@pytest.mark.parametrize("tileset", MISTAKES)
def test_mistakes_are_said_at_their_place(tileset: str, project: Path) -> None:
    assert MISTAKES[tileset] in wrong(project, tileset)


BOMB = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in ("ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"))
    + "]><tileset>&i;</tileset>"
)
HOSTILE = {
    "bomb.tsx": BOMB,
    "cut.tsx": TSX[:200],
    "huge.tsx": TSX.replace('tilewidth="16"', 'tilewidth="99999999999999999999"'),
    "words.tsx": TSX.replace('tileid="1"', 'tileid="one"'),
    "short.tsx": TSX.replace("1,0,1,0,1,0,1,0", "1,0"),
    "outside.tsx": TSX.replace("art/tiles.png", "../../../etc/passwd"),
    "no_image.tsj": json.dumps(tiled_tileset(image="")),
    "list.tsj": "[]",
    "deep.tsj": "[" * 100_000,
    "zero.tsj": json.dumps(tiled_tileset(tilewidth=0)),
    "strange.tsj": json.dumps(tiled_tileset(tiles=[{"id": None}], wangsets=7)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tilesets_end_in_one_line(name: str, project: Path) -> None:
    (project / name).write_text(HOSTILE[name])
    message = wrong(project, name)
    assert message.count("\n") == 0
    assert name in message or "level.yaml" in message


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tilesets_cost_little(name: str, project: Path) -> None:
    (project / name).write_text(HOSTILE[name])
    (project / "level.yaml").write_text(RECIPE.replace("TILESET", name))
    code = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], capture_output=True, text=True, timeout=20);"
        "print(done.returncode, done.stderr.count(chr(10)), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [
        sys.executable,
        "-c",
        code,
        sys.executable,
        "-m",
        "levelgen",
        "build",
        str(project),
        "--out",
        str(project / "out"),
    ]
    code_and_lines_and_kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert code_and_lines_and_kilobytes[:2] == ["2", "1"]
    assert int(code_and_lines_and_kilobytes[2]) < 200 * 1024
    assert not (project / "out").exists()
