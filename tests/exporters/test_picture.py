"""Pictures: pixel by pixel what the gids say, whatever the tileset's image looks like."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from levelgen_exporters.picture import picture
from PIL import Image

from levelgen import BuiltLevel, GenerationError, generate, load_recipe
from levelgen.mosaic import mosaic, over
from levelgen.paint import FLIP_DIAGONAL, FLIP_X, FLIP_Y, Painted
from levelgen.png import png
from levelgen.tilemap import MapObject
from levelgen.tileset import TileSet
from tests.conftest import ROOT
from tests.exporters.test_tiled import small
from tests.pictures import PICTURES, drawn, path_of

Array = np.ndarray[Any, Any]
RED, GREEN, BLUE, CLEAR = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0)


def opened(data: bytes) -> Array:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))


def tileset(path: Path, tiles: list[Array], columns: int, margin: int = 0, spacing: int = 0) -> TileSet:
    """A tileset of these tiles in an image of our making, whose gaps are green: they must never be seen."""
    height, width = tiles[0].shape[:2]
    rows = -(-len(tiles) // columns)
    size = (
        2 * margin + columns * (width + spacing) - spacing,
        2 * margin + rows * (height + spacing) - spacing,
    )
    sheet = np.full((size[1], size[0], 4), GREEN, np.uint8)
    for number, tile in enumerate(tiles):
        y, x = (
            margin + at * (side + spacing) for at, side in zip(divmod(number, columns), (height, width), strict=True)
        )
        sheet[y : y + height, x : x + width] = tile
    Image.fromarray(sheet).save(path)
    return TileSet("test", path, size, (width, height), ("",) * (columns * rows), {}, margin, spacing)


def painted(
    tiles: TileSet, layers: Mapping[str, Any], things: Mapping[tuple[int, int], int] | None = None
) -> BuiltLevel:
    """A level of these gids."""
    built, things = small(), things or {}
    arrays = {name: np.array(gids, np.uint32) for name, gids in layers.items()}
    shape = next(iter(arrays.values())).shape
    objects = tuple(MapObject("thing", x, y) for x, y in things)
    tilemap = replace(built.tilemap, owner=np.zeros(shape, np.int32), objects=objects)
    return replace(built, tilemap=tilemap, painted=Painted(tiles, arrays, tuple(things.values())))


def tile_of(*rows: list[Any]) -> Array:
    return np.array(rows, np.uint8)


CORNER = tile_of([RED, BLUE], [CLEAR, CLEAR])
"""Two by two pixels that look different in each of the eight ways to flip them."""


@pytest.mark.parametrize(
    ("flips", "seen"),
    [
        (0, [[RED, BLUE], [CLEAR, CLEAR]]),
        (FLIP_X, [[BLUE, RED], [CLEAR, CLEAR]]),
        (FLIP_Y, [[CLEAR, CLEAR], [RED, BLUE]]),
        (FLIP_X | FLIP_Y, [[CLEAR, CLEAR], [BLUE, RED]]),
        (FLIP_DIAGONAL, [[RED, CLEAR], [BLUE, CLEAR]]),
        (FLIP_DIAGONAL | FLIP_X, [[CLEAR, RED], [CLEAR, BLUE]]),
        (FLIP_DIAGONAL | FLIP_Y, [[BLUE, CLEAR], [RED, CLEAR]]),
        (FLIP_DIAGONAL | FLIP_X | FLIP_Y, [[CLEAR, BLUE], [CLEAR, RED]]),
    ],
)
def test_flips(flips: int, seen: Any, tmp_path: Path) -> None:
    built = painted(tileset(tmp_path / "t.png", [CORNER], 1), {"ground": [[1 | flips]]})
    assert opened(picture(built)[".png"]).tolist() == [[list(pixel) for pixel in row] for row in seen]


@pytest.mark.parametrize(("margin", "spacing"), [(0, 0), (3, 0), (0, 2), (1, 2), (4, 1)])
def test_margin_and_spacing(margin: int, spacing: int, tmp_path: Path) -> None:
    tiles = [np.full((3, 2, 4), (n * 40, 0, n, 255), np.uint8) for n in range(6)]
    built = painted(
        tileset(tmp_path / "t.png", tiles, 3, margin, spacing), {"ground": [[1, 2, 3], [4, 5, 6], [6, 0, 1]]}
    )
    seen = opened(picture(built)[".png"])
    assert seen.shape == (9, 6, 4)
    numbers = [[0, 1, 2], [3, 4, 5], [5, None, 0]]
    for y, row in enumerate(numbers):
        for x, number in enumerate(row):
            want = [0, 0, 0, 0] if number is None else [number * 40, 0, number, 255]
            assert (seen[3 * y : 3 * y + 3, 2 * x : 2 * x + 2] == want).all()


@pytest.mark.parametrize("mode", ["RGB", "L", "LA", "P", "1"])
def test_images_of_any_mode(mode: str, tmp_path: Path) -> None:
    tiles = tileset(
        tmp_path / "t.png", [np.full((2, 2, 4), 255, np.uint8), tile_of([[0, 0, 0, 255]] * 2, [[0, 0, 0, 255]] * 2)], 2
    )
    Image.open(tiles.image).convert(mode).save(tmp_path / "t.png")
    assert (
        opened(picture(painted(tiles, {"a": [[1, 2]]}))[".png"])[0, :, :3].tolist() == [[255] * 3] * 2 + [[0] * 3] * 2
    )


def test_layers_lie_over_each_other_and_objects_over_all(tmp_path: Path) -> None:
    solid = [np.full((1, 1, 4), colour, np.uint8) for colour in (RED, BLUE, GREEN, CLEAR)]
    tiles = tileset(tmp_path / "t.png", solid, 4)
    layers = {"low": [[1, 1, 1, 0]], "high": [[0, 2, 4, 0]]}
    built = painted(tiles, layers, {(3, 0): 3, (1, 0): 3})
    assert opened(picture(built)[".png"])[0].tolist() == [list(c) for c in (RED, GREEN, RED, GREEN)]
    assert opened(picture(built, objects=False)[".png"])[0].tolist() == [list(c) for c in (RED, BLUE, RED, CLEAR)]


def test_of_two_objects_on_a_tile_the_later_lies_above(tmp_path: Path) -> None:
    halves = [tile_of([RED, RED]), tile_of([CLEAR, BLUE]), tile_of([GREEN, CLEAR])]
    built = painted(tileset(tmp_path / "t.png", halves, 3), {"ground": [[0]]})
    things = tuple(MapObject("thing", 0, 0) for _ in range(3))
    built = replace(built, tilemap=replace(built.tilemap, objects=things))
    for gids, seen in (((1, 2, 3), (GREEN, BLUE)), ((3, 2, 1), (RED, RED)), ((2, 0, 1), (RED, RED))):
        drawn = replace(built, painted=replace(built.painted, object_gids=gids))
        assert opened(picture(drawn)[".png"])[0].tolist() == [list(c) for c in seen]


def test_half_clear_tiles_are_mixed() -> None:
    half = np.array([[[255, 0, 0, 128]]], np.uint8)
    assert over(half, np.array([[BLUE]], np.uint8)).tolist() == [[[128, 0, 127, 255]]]
    assert over(half, np.array([[CLEAR]], np.uint8)).tolist() == [[[255, 0, 0, 128]]]
    assert over(half, half).tolist() == [[[255, 0, 0, 192]]]


def test_mixing_is_what_pillow_makes_of_it() -> None:
    grid = np.mgrid[0:256:5, 0:256:5].astype(np.uint8)
    above = np.stack([grid[0] // 2, 255 - grid[0], grid[1], grid[0]], axis=-1)
    below = np.stack([grid[1], grid[0], 255 - grid[1], grid[1]], axis=-1)
    theirs = np.asarray(Image.alpha_composite(Image.fromarray(below), Image.fromarray(above)))
    seen = theirs[..., 3] > 0  # a pixel that shows nothing has no colour to compare
    assert np.abs(theirs.astype(int) - over(above, below))[seen].max() <= 1
    assert (over(above, below)[~seen][:, 3] == 0).all()


def test_tiles_can_be_smaller_and_larger(tmp_path: Path) -> None:
    built = painted(tileset(tmp_path / "t.png", [tile_of([RED, BLUE], [RED, BLUE])], 1), {"ground": [[1, 1]]})
    assert opened(picture(built, tile=1)[".png"]).tolist() == [[[128, 0, 128, 255]] * 2]
    assert opened(picture(built, tile=4)[".png"]).tolist() == [[list(c) for c in (RED, RED, BLUE, BLUE) * 2]] * 4


def test_oblong_tiles_cannot_be_turned(tmp_path: Path) -> None:
    tiles = tileset(tmp_path / "t.png", [tile_of([RED, BLUE])], 1)
    with pytest.raises(GenerationError, match="must be square; leave out 'diagonal'"):
        picture(painted(tiles, {"ground": [[1 | FLIP_DIAGONAL]]}))


def test_a_broken_image_is_a_clear_line(tmp_path: Path) -> None:
    tiles = tileset(tmp_path / "t.png", [CORNER], 1)
    data = tiles.image.read_bytes()
    for wrong in (b"", b"no image", data[: len(data) // 2]):
        tiles.image.write_bytes(wrong)
        with pytest.raises(GenerationError, match=r"the tileset's image t\.png cannot be read: "):
            picture(painted(tiles, {"ground": [[1]]}))


def test_a_picture_that_nobody_can_open_is_refused_before_it_is_made() -> None:
    built = small()
    wide = {"ground": np.ones((3000, 3000), np.uint32)}
    tilemap = replace(built.tilemap, owner=np.zeros((3000, 3000), np.int32), objects=())
    built = replace(built, tilemap=tilemap, painted=replace(built.painted, layers=wide, object_gids=()))
    with pytest.raises(GenerationError, match=r"48000 × 48000 pixels, more than 1073741824; set 'tile' below 16"):
        picture(built)
    assert Image.open(io.BytesIO(picture(built, tile=1)[".png"])).size == (3000, 3000)


def test_golden_bytes(tmp_path: Path) -> None:
    """Every chunk, the pixels unpacked: red is entry 0 of the palette, blue 1, clear 0 of a second picture."""
    solid = [np.full((1, 1, 4), colour, np.uint8) for colour in (RED, BLUE)]
    level = painted(tileset(tmp_path / "t.png", solid, 2), {"ground": [[1, 2], [2, 2]]})
    data = png(mosaic(level.tilemap, level.painted))
    found = dict(chunks(data))
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert list(found) == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", 2, 2, 8, 3, 0, 0, 0)
    assert found[b"PLTE"] == bytes([0, 0, 0, 255, 0, 0, 0, 0, 255])
    assert found[b"tRNS"] == bytes([0, 255, 255])
    assert zlib.decompress(found[b"IDAT"]) == bytes([0, 1, 2, 0, 2, 2])


def test_many_colours_need_no_palette(tmp_path: Path) -> None:
    rainbow = np.arange(20 * 20 * 4, dtype=np.int64).reshape(20, 20, 4).astype(np.uint8)
    rainbow[..., 0], rainbow[..., 3] = np.arange(20), 255 - np.arange(20)[:, None]
    data = picture(painted(tileset(tmp_path / "t.png", [rainbow], 1), {"ground": [[1, 1]]}))[".png"]
    assert [kind for kind, _ in chunks(data)] == [b"IHDR", b"IDAT", b"IEND"]
    assert np.array_equal(opened(data), np.concatenate([rainbow, rainbow], axis=1))


def test_the_mosaic_and_its_file_are_the_same_picture() -> None:
    built = generate(load_recipe(ROOT / "configs/catacombs.yaml"))
    assert np.array_equal(opened(picture(built)[".png"]), mosaic(built.tilemap, built.painted).pixels())


@pytest.mark.parametrize("name", PICTURES)
def test_the_readmes_pictures_are_of_today(name: str) -> None:
    data = path_of(name).read_bytes()
    assert len(data) < 60_000
    fresh, kept = opened(drawn(name)), opened(data)
    assert fresh.shape == kept.shape, f"run python -m tests.pictures: {name} has changed"
    worst = np.abs(fresh.astype(int) - kept).max()
    assert worst <= 1, f"run python -m tests.pictures: {name} has changed"


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Kind and content of each chunk; the checksums are right."""
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(kind + content)
        found.append((kind, content))
        at += 12 + length
    return found
