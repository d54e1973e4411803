"""The TileSet of Godot 4, as a resource (.tres) that all levels of a build share."""

from __future__ import annotations

from collections.abc import Iterator

from levelgen.tilemap import ROLES
from levelgen.tileset import TileSet
from levelgen_exporters.godot.terrain import terrain_sets, terrains
from levelgen_exporters.godot.text import number, quoted

SOLID_CLASSES = frozenset(role.name for role in ROLES if not role.walkable)
"""The classes of tiles that one cannot walk on by themselves."""

OTHER_WAY = 1
"""The alternative of every tile that collides where the tile itself does not, and the other way round.

Cells take it where the level knows better than the tile's class: water under a bridge does not collide,
and a tile that a plug-in's role of its own cannot be walked on does.
"""


def tileset_resource(tileset: TileSet, image: str) -> bytes:
    """The .tres of a tileset whose image Godot finds at `image`.

    Every tile is there with a custom data layer `role`, its class, and on physics layer 0 the whole tile
    as a polygon where its class cannot be walked on; roles that look by their neighbours are terrains, so
    that one can paint on with them. Equal tilesets give equal bytes, whatever the level.
    """
    width, height = tileset.tile_size
    lines = [
        '[gd_resource type="TileSet" load_steps=3 format=3]',
        "",
        f'[ext_resource type="Texture2D" path={quoted(image)} id="1"]',
        "",
        '[sub_resource type="TileSetAtlasSource" id="tiles"]',
        f"resource_name = {quoted(tileset.name)}",
        'texture = ExtResource("1")',
        f"margins = Vector2i({tileset.margin}, {tileset.margin})",
        f"separation = Vector2i({tileset.spacing}, {tileset.spacing})",
        f"texture_region_size = Vector2i({width}, {height})",
        *_tiles(tileset),
        "",
        "[resource]",
        f"tile_size = Vector2i({width}, {height})",
        "physics_layer_0/collision_layer = 1",
        'custom_data_layer_0/name = "role"',
        "custom_data_layer_0/type = 4",
        *terrain_sets(tileset),
        'sources/0 = SubResource("tiles")',
        "",
    ]
    return "\n".join(lines).encode()


def _tiles(tileset: TileSet) -> Iterator[str]:
    square = _square(*tileset.tile_size)
    terrain_of = terrains(tileset)
    for index, role in enumerate(tileset.tiles):
        row, column = divmod(index, tileset.columns)
        at = f"{column}:{row}"
        yield f"{at}/next_alternative_id = {OTHER_WAY + 1}"
        for alternative in (0, OTHER_WAY):
            yield f"{at}/{alternative} = {alternative}"
            if alternative == 0 and index in terrain_of:
                yield from (f"{at}/0/{key} = {value}" for key, value in terrain_of[index])
            if (role in SOLID_CLASSES) != (alternative == OTHER_WAY):
                yield f"{at}/{alternative}/physics_layer_0/polygon_0/points = {square}"
            if role:
                yield f"{at}/{alternative}/custom_data_0 = {quoted(role)}"


def _square(width: int, height: int) -> str:
    x, y = number(width / 2), number(height / 2)
    return f"PackedVector2Array(-{x}, -{y}, {x}, -{y}, {x}, {y}, -{x}, {y})"
