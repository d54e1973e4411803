"""Real Godot: scenes, imported maps and maps loaded at run time hold each cell, mark and property as meant."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from levelgen_exporters.godot import godot
from levelgen_exporters.tiled import tiled
from levelgen_exporters.tiled_map import map_properties

from levelgen import BuiltLevel, generate, load_recipe
from levelgen.paint import FLIP_DIAGONAL, FLIP_X, FLIP_Y
from tests.conftest import CONFIGS
from tests.engines.programs import godot3, godot4

HERE = Path(__file__).parent
SQUARE = [[-8, -8], [8, -8], [8, 8], [-8, 8]]
TROUBLE = re.compile(r"ERROR|WARNING|Parse Error|leaked", re.IGNORECASE)
WARNINGS = re.findall(
    r"\w+",
    """
unassigned_variable unassigned_variable_op_assign unused_variable unused_local_constant unused_private_class_variable
unused_parameter unused_signal shadowed_variable shadowed_variable_base_class shadowed_global_identifier unreachable_code
unreachable_pattern standalone_expression standalone_ternary incompatible_ternary untyped_declaration missing_tool
static_called_on_instance redundant_static_unload redundant_await assert_always_true assert_always_false integer_division
narrowing_conversion int_as_enum_without_cast int_as_enum_without_match enum_variable_without_default empty_file
deprecated_keyword confusable_identifier confusable_local_declaration confusable_local_usage
confusable_capture_reassignment inference_on_variant native_method_override
""",
)
PROJECT = """config_version=5

[application]

config/name="levels"
config/features=PackedStringArray("4.3")

[editor_plugins]

enabled=PackedStringArray("res://addons/levelgen/plugin.cfg"{more})

[debug]

gdscript/warnings/exclude_addons=false
gdscript/warnings/directory_rules={{}}
"""

RECIPE = """\
seed: 5
graph: {grid: {rows: 3, columns: 4}}
spanning_tree: kruskal
export: [tiled]
"""

Document = dict[str, Any]
Dumps = dict[str, Document]


def raw_zstd(data: bytes) -> bytes:
    """A Zstandard frame of stored blocks (RFC 8878)."""
    parts = [data[at : at + 100_000] for at in range(0, len(data), 100_000)]
    last = len(parts) - 1
    heads = [((len(part) << 3) | (number == last)).to_bytes(3, "little") for number, part in enumerate(parts)]
    frame = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data))
    return frame + b"".join(head + part for head, part in zip(heads, parts, strict=True))


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "zlib": zlib.compress,
    "gzip": gzip.compress,
    "zstd": raw_zstd,
}
"""What Tiled calls the compressions of base64 layers, and something that makes them."""


def levels() -> Iterator[BuiltLevel]:
    """The level of every recipe, and one whose tiles are flipped in all eight ways."""
    for path in CONFIGS:
        yield generate(load_recipe(path))
    yield flipped(generate(load_recipe(next(path for path in CONFIGS if path.stem == "catacombs"))))


def flipped(built: BuiltLevel) -> BuiltLevel:
    lots = np.random.default_rng(1)
    bits = np.array([a | b | c for a in (0, FLIP_X) for b in (0, FLIP_Y) for c in (0, FLIP_DIAGONAL)], np.uint32)
    layers = {
        name: np.where(gids > 0, gids | lots.choice(bits, gids.shape), 0).astype(np.uint32)
        for name, gids in built.painted.layers.items()
    }
    return replace(built, stem="flipped", painted=replace(built.painted, layers=layers))


LEVELS = {built.stem: built for built in levels()}


def write(files: Any, stem: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / (stem + name if name[0] in "._" else name)).write_bytes(data)


def variants(built: BuiltLevel) -> Iterator[tuple[str, Document]]:
    """A level as a map in every encoding, in chunks, in a group."""
    plain = orjson.loads(tiled(built)[".tmj"])
    for compression, pack in PACKED.items():
        yield f"{built.stem}_base64{compression}", with_data(plain, compression, pack)
    yield f"{built.stem}_chunks", chunked(plain)
    outside = dict(plain)
    (tileset,) = plain["tilesets"]
    outside["tilesets"] = [{"firstgid": tileset["firstgid"], "source": "sets/levelgen.tsj"}]
    yield f"{built.stem}_external", outside
    yield f"{built.stem}_group", {**plain, "layers": [{"type": "group", "name": "all", "layers": plain["layers"]}]}


def with_data(document: Document, compression: str, pack: Callable[[bytes], bytes]) -> Document:
    layers = [
        {**layer, "encoding": "base64", "compression": compression,
         "data": base64.b64encode(pack(np.array(layer["data"], "<u4").tobytes())).decode()}
        if "data" in layer else layer for layer in document["layers"]
    ]  # fmt: skip
    return {**document, "layers": layers}


def chunked(document: Document) -> Document:
    """An infinite map that begins at (-16, -16), in chunks of 16 × 16."""
    layers = []
    for layer in document["layers"]:
        chunks = []
        if "data" in layer:
            gids = np.array(layer["data"], np.uint32).reshape(layer["height"], layer["width"])
            gids = np.pad(gids, ((0, -gids.shape[0] % 16), (0, -gids.shape[1] % 16)))
            chunks = [
                {"x": x - 16, "y": y - 16, "width": 16, "height": 16, "data": gids[y : y + 16, x : x + 16].ravel().tolist()}
                for y in range(0, gids.shape[0], 16) for x in range(0, gids.shape[1], 16)
            ]  # fmt: skip
        layers.append(
            {key: value for key, value in layer.items() if key != "data"} | ({"chunks": chunks} if chunks else {})
        )
    return {**document, "infinite": True, "layers": layers}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Godot project with every level as a scene and as maps, and the addon; imported without a complaint."""
    run = godot4()
    folder = tmp_path_factory.mktemp("game")
    warnings = "".join(f"gdscript/warnings/{name}=2\n" for name in WARNINGS)
    (folder / "project.godot").write_text(PROJECT.format(more="") + warnings)
    for built in LEVELS.values():
        write(godot(built), built.stem, folder / "scenes")
        write(tiled(built), built.stem, folder / "maps")
    for stem, document in variants(LEVELS["flipped"]):
        (folder / "maps" / f"{stem}.tmj").write_bytes(orjson.dumps(document))
    (tileset,) = orjson.loads(tiled(LEVELS["flipped"])[".tmj"])["tilesets"]
    (folder / "maps/sets").mkdir()
    outside = {**tileset, "type": "tileset", "image": f"../{tileset['image']}"}
    (folder / "maps/sets/levelgen.tsj").write_bytes(orjson.dumps(outside))
    subprocess.run([sys.executable, "-m", "levelgen", "addon", "godot", str(folder)], check=True, capture_output=True)
    quiet(run("--path", folder, "--import"))
    return folder


@pytest.fixture(scope="module")
def dumps(project: Path) -> Dumps:
    """What Godot says of every scene and map, by path."""
    scenes = [f"res://scenes/{path.name}" for path in sorted((project / "scenes").glob("*.tscn"))]
    maps = [f"res://maps/{path.name}" for path in sorted((project / "maps").glob("*.tmj"))]
    finished = godot4()(
        "--path", project, "--script", HERE / "godot_dump.gd", "--", *scenes, *maps, *[f"{path}?run" for path in maps]
    )
    return dumps_of(finished)


def quiet(finished: subprocess.CompletedProcess[str]) -> str:
    """What a program printed, without a line of trouble in it."""
    text = finished.stdout + finished.stderr
    trouble = [line for line in text.splitlines() if TROUBLE.search(line)]
    assert not trouble, text[:5000]
    return text


def dumps_of(finished: subprocess.CompletedProcess[str]) -> Dumps:
    lines = [json.loads(line[5:]) for line in quiet(finished).splitlines() if line.startswith("DUMP ")]
    return {dump["path"]: dump for dump in lines}


def transform(gid: int, x: int, y: int, diagonal: int) -> int:
    return x * bool(gid & FLIP_X) | y * bool(gid & FLIP_Y) | diagonal * bool(gid & FLIP_DIAGONAL)


def meant(built: BuiltLevel, name: str, shift: int = 0) -> list[Any]:
    """The cells of a layer as Godot should have them, row by row."""
    gids, roles = built.painted.layers[name], built.tilemap.layers[name]
    tileset = built.painted.tileset
    cells = []
    for y, x in np.argwhere(gids).tolist():
        gid = int(gids[y, x])
        number = (gid & (FLIP_DIAGONAL - 1)) - 1
        blocks = not built.tilemap.roles[roles[y, x]].walkable and not built.tilemap.walkable[y, x]
        row, column = divmod(number, tileset.columns)
        shape = SQUARE if blocks else []
        flips = transform(gid, 0x1000, 0x2000, 0x4000)
        cells.append([x + shift, y + shift, 0, column, row, flips, tileset.tiles[number], int(blocks), shape])
    return cells


def check(dump: Document, built: BuiltLevel, shift: int = 0) -> None:
    assert [layer["name"] for layer in dump["layers"]] == list(built.painted.layers)
    for layer in dump["layers"]:
        assert sorted(layer["cells"], key=lambda cell: (cell[1], cell[0])) == meant(built, layer["name"], shift)
    assert {key: value for key, value in dump["meta"].items() if key[0] != "_"} == map_properties(built)
    assert [mark["meta"] for mark in dump["marks"]] == [{**o.properties, "kind": o.kind} for o in built.tilemap.objects]
    assert [mark["position"] for mark in dump["marks"]] == [[16 * o.x + 8, 16 * o.y + 8] for o in built.tilemap.objects]
    assert all(mark["groups"] == [mark["meta"]["kind"]] for mark in dump["marks"])
    assert all(mark["parent"] == "marks" for mark in dump["marks"])
    assert len({mark["name"] for mark in dump["marks"]}) == len(dump["marks"])


@pytest.mark.parametrize("stem", LEVELS)
def test_a_scene_holds_what_was_meant(stem: str, dumps: Dumps) -> None:
    check(dumps[f"res://scenes/{stem}.tscn"], LEVELS[stem])


@pytest.mark.parametrize("run", ["", "?run"])
@pytest.mark.parametrize("stem", LEVELS)
def test_the_addon_reads_what_was_meant(stem: str, run: str, dumps: Dumps) -> None:
    dump = dumps[f"res://maps/{stem}.tmj{run}"]
    check(dump, LEVELS[stem])
    assert dump["name"] == stem


@pytest.mark.parametrize("run", ["", "?run"])
@pytest.mark.parametrize("kind", [*(f"base64{name}" for name in PACKED), "external", "group", "chunks"])
def test_the_addon_reads_every_dialect(kind: str, run: str, dumps: Dumps) -> None:
    check(dumps[f"res://maps/flipped_{kind}.tmj{run}"], LEVELS["flipped"], -16 if kind == "chunks" else 0)


def test_the_run_time_loader_fills_big_maps_frame_by_frame(dumps: Dumps) -> None:
    shares = dumps["res://maps/isles.tmj?run"]["shares"]
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_its_scripts_pass_the_check(project: Path) -> None:
    for script in sorted((project / "addons/levelgen").glob("*.gd")):
        quiet(godot4()("--path", project, "--check-only", "--script", f"res://addons/levelgen/{script.name}"))


@pytest.mark.parametrize("stem", ["catacombs", "flipped", "isles"])
def test_godot_draws_our_tiles(stem: str, project: Path, tmp_path: Path) -> None:
    """Drawn on a virtual screen, a scene has the pixels of the tiles pasted by their gids."""
    from PIL import Image

    built = LEVELS[stem]
    size = built.tilemap.width * 16, built.tilemap.height * 16
    shot = tmp_path / "shot.png"
    scene = f"res://scenes/{stem}.tscn"
    finished = godot4(window=True)("--path", project, "--script", HERE / "godot_shot.gd", "--", scene, shot, *size)
    assert "SAVED 0" in finished.stdout, finished.stderr
    drawn = np.asarray(Image.open(shot).convert("RGBA")).astype(int)
    assert np.abs(drawn - paste(built)).max() <= 2


def paste(built: BuiltLevel) -> np.ndarray[Any, Any]:
    """int (h, w, 4): the level's layers in its own tiles, flipped, one over the other."""
    from PIL import Image

    tileset = built.painted.tileset
    image = np.asarray(Image.open(tileset.image).convert("RGBA")).astype(int)
    canvas = np.zeros((built.tilemap.height * 16, built.tilemap.width * 16, 4), int)
    for gids in built.painted.layers.values():
        for y, x in np.argwhere(gids).tolist():
            gid = int(gids[y, x])
            row, column = divmod((gid & (FLIP_DIAGONAL - 1)) - 1, tileset.columns)
            tile = image[row * 16 : row * 16 + 16, column * 16 : column * 16 + 16]
            tile = tile.swapaxes(0, 1) if gid & FLIP_DIAGONAL else tile
            tile = tile[:, ::-1] if gid & FLIP_X else tile
            tile = tile[::-1] if gid & FLIP_Y else tile
            place = canvas[y * 16 : y * 16 + 16, x * 16 : x * 16 + 16]
            place[:] = np.where(tile[..., 3:] > 0, tile, place)
    return canvas


def test_godot_3_holds_what_was_meant(tmp_path: Path) -> None:
    run = godot3()
    (tmp_path / "project.godot").write_text("config_version=4\n")
    for built in LEVELS.values():
        write(godot(built, godot3=True, folder="res://levels"), built.stem, tmp_path / "levels")
    run("--path", tmp_path, "--editor", "--quit")
    scenes = [f"res://levels/{stem}.tscn" for stem in LEVELS]
    dumps = dumps_of(run("--path", tmp_path, "--script", HERE / "godot3_dump.gd", *scenes, LANG="en_US.UTF-8"))
    for stem, built in LEVELS.items():
        dump = dumps[f"res://levels/{stem}.tscn"]
        for layer in dump["layers"]:
            cells = [
                [x, y, column * 16, row * 16, [bool(flips & bit) for bit in (0x1000, 0x2000, 0x4000)], blocks, role]
                for x, y, _, column, row, flips, role, blocks, _ in meant(built, layer["name"])
            ]
            assert sorted(layer["cells"], key=lambda cell: (cell[1], cell[0])) == cells
        assert dump["meta"] == map_properties(built)
        assert [m["meta"] for m in dump["marks"]] == [{**o.properties, "kind": o.kind} for o in built.tilemap.objects]
        assert [m["position"] for m in dump["marks"]] == [[16 * o.x + 8, 16 * o.y + 8] for o in built.tilemap.objects]
        assert all((m["class"], m["groups"]) == ("Position2D", [m["meta"]["kind"]]) for m in dump["marks"])


def test_the_dock_builds_recipes(project: Path, tmp_path: Path) -> None:
    """In the editor itself: the recipes it lists, what it says without the command, and a level with its picture."""
    game = tmp_path / "game"
    (game / "recipes").mkdir(parents=True)
    plugins = ', "res://addons/probe/plugin.cfg"'
    (game / "project.godot").write_text(PROJECT.format(more=plugins))
    shutil.copytree(project / "addons/levelgen", game / "addons/levelgen")
    shutil.copytree(HERE / "godot_probe", game / "addons/probe")
    (game / "recipes/caves.yaml").write_text("levelgen: 1\n" + RECIPE)
    (game / "recipes/other.yaml").write_text("settings: 1\n")
    command = tmp_path / "levelgen"
    picture = game / "levels/caves.png"
    command.write_text(
        f'#!/bin/sh\n"{sys.executable}" -m levelgen "$@" && cp "{game}/levels/levelgen_tiles.png" "{picture}"\n'
    )
    command.chmod(0o755)
    settings = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    finished = godot4()("--path", game, "--editor", LEVELGEN_COMMAND=str(command), **settings)
    listed, *steps = [json.loads(line[5:]) for line in quiet(finished).splitlines() if line.startswith("DOCK ")]
    assert listed["recipes"] == ["recipes/caves.yaml"]
    for step in steps[:2]:
        assert "command' was not found. Install it by 'pip install levelgen'" in step["report"]
        assert "Editor Settings > Levelgen > Command" in step["report"]
    assert steps[2]["report"].startswith("caves (seed 77): ")
    assert steps[3]["report"].startswith("caves (seed 5): ")
    assert steps[3]["picture"] == list(LEVELS["caves"].painted.tileset.image_size)
    assert (game / "levels/caves.tmj").exists()


def test_a_rebuilt_map_imports_again_and_a_broken_one_says_why(project: Path, tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "addons").mkdir(parents=True)
    (game / "project.godot").write_text(PROJECT.format(more=""))
    shutil.copytree(project / "addons/levelgen", game / "addons/levelgen")
    for stem in ("caves", "catacombs"):
        write(tiled(LEVELS[stem]), "level", game)
        quiet(godot4()("--path", game, "--import"))
        dumped = dumps_of(godot4()("--path", game, "--script", HERE / "godot_dump.gd", "--", "res://level.tmj"))
        check(dumped["res://level.tmj"], LEVELS[stem])
    document = orjson.loads((game / "level.tmj").read_bytes())
    (tileset,) = document["tilesets"]
    for name, broken, complaint in (
        ("json", b'{\n"width": }', "line 2: not JSON: "),
        ("array", b"[]", "not a Tiled map"),
        ("short", orjson.dumps({**document, "width": 7}), "layer 'ground' has "),
        ("iso", orjson.dumps({**document, "orientation": "hexagonal"}), "hexagonal maps cannot be imported"),
        (
            "image",
            orjson.dumps({**document, "tilesets": [{**tileset, "image": "none.png"}]}),
            "the image res://none.png",
        ),
        (
            "tsx",
            orjson.dumps({**document, "tilesets": [{"firstgid": 1, "source": "a.tsx"}]}),
            "tileset a.tsx is not JSON",
        ),
        (
            "tsj",
            orjson.dumps({**document, "tilesets": [{"firstgid": 1, "source": "a.tsj"}]}),
            "res://a.tsj: cannot be read",
        ),
        ("tiles", orjson.dumps({**document, "tilesets": [{**tileset, "tilecount": 999}]}), "outside of its image"),
    ):
        (game / f"{name}.tmj").write_bytes(broken)
        finished = godot4()("--path", game, "--import")
        assert f"levelgen: res://{name}.tmj" in finished.stderr or "levelgen: res://a.tsj" in finished.stderr
        assert complaint in finished.stderr
        assert "SCRIPT ERROR" not in finished.stderr
        (game / f"{name}.tmj").unlink()


def test_terrains_paint_on(project: Path) -> None:
    """The editor's terrain brush, driven by a script, gives a wall the tiles that levelgen gives it."""
    scene = "res://scenes/labyrinth.tscn"
    finished = godot4()("--path", project, "--script", HERE / "godot_terrain.gd", "--", scene, "walls")
    (line,) = [line for line in quiet(finished).splitlines() if line.startswith("TERRAIN ")]
    report = json.loads(line[8:])
    assert report["names"][0] == "wall"
    assert report["cells"] > 100
    assert report["differ"] == 0
