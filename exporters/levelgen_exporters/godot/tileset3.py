"""The TileSet of Godot 3, as a resource (.tres): a tile of its own for every tile of the image."""

from __future__ import annotations

from collections.abc import Iterator

from levelgen.tileset import TileSet
from levelgen_exporters.godot.text import quoted, vector
from levelgen_exporters.godot.tileset import SOLID_CLASSES


def tileset3_resource(tileset: TileSet, image: str) -> bytes:
    """The .tres of a tileset whose image Godot 3 finds at `image`.

    Tile n is the image's tile n; from the number of tiles on they come again, the other way round: those of
    classes that cannot be walked on without the shape that collides, all others with it.
    """
    width, height = tileset.tile_size
    lines = [
        '[gd_resource type="TileSet" load_steps=3 format=2]',
        "",
        f'[ext_resource path={quoted(image)} type="Texture" id=1]',
        "",
        '[sub_resource type="ConvexPolygonShape2D" id=1]',
        f"points = PoolVector2Array( 0, 0, {width}, 0, {width}, {height}, 0, {height} )",
        "",
        "[resource]",
        *_tiles(tileset),
        "",
    ]
    return "\n".join(lines).encode()


def _tiles(tileset: TileSet) -> Iterator[str]:
    for other in (False, True):
        for index, role in enumerate(tileset.tiles):
            number = index + other * len(tileset.tiles)
            yield f"{number}/name = {quoted(role or f'tile{index}')}"
            yield f"{number}/texture = ExtResource( 1 )"
            yield f"{number}/tex_offset = {vector(0, 0)}"
            yield f"{number}/region = {_region(tileset, index)}"
            yield f"{number}/tile_mode = 0"
            yield f"{number}/shapes = {_SHAPES if (role in SOLID_CLASSES) != other else '[  ]'}"


def _region(tileset: TileSet, index: int) -> str:
    width, height = tileset.tile_size
    row, column = divmod(index, tileset.columns)
    x = tileset.margin + column * (width + tileset.spacing)
    y = tileset.margin + row * (height + tileset.spacing)
    return f"Rect2( {x}, {y}, {width}, {height} )"


_SHAPES = """[ {
"autotile_coord": Vector2( 0, 0 ),
"one_way": false,
"one_way_margin": 1.0,
"shape": SubResource( 1 ),
"shape_transform": Transform2D( 1, 0, 0, 1, 0, 0 )
} ]"""
