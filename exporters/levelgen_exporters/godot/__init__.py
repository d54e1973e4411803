"""Godot scenes (.tscn) with the tileset that all levels of a build share, and, beside this file, the Godot addon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from levelgen.errors import GenerationError
from levelgen.parameters import read_by
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.godot.scene import scene
from levelgen_exporters.godot.scene3 import scene3
from levelgen_exporters.godot.tileset import tileset_resource
from levelgen_exporters.godot.tileset3 import tileset3_resource

_MOST_TILES = 1 << 15
_UNSAFE = str.maketrans(dict.fromkeys('/\\:*?"<>| ', "_"))

Folder = Annotated[str, Field(pattern=r"^(res://.*)?$")]


@read_by({"godot": {"godot3": (False,)}, "godot3": {"godot3": (True,)}})
def godot(built: BuiltLevel, *, folder: Folder = "", godot3: bool = False) -> Mapping[str, bytes]:
    """NAME.tscn, a scene for Godot 4.3 and later, and the TileSet (.tres) and image that all levels share.

    folder: where the game keeps these files, such as `res://levels`; left out, the scene looks for its
    TileSet beside itself, so that the folder may lie anywhere. godot3: write a scene of Godot 3 instead.
    The scene has a Node2D with the map's properties as metadata, a TileMapLayer (Godot 3: TileMap) for each
    layer, and below a Node2D `marks` a Marker2D (Position2D) in the middle of its tile for each mark, in the
    group of its kind, with its properties as metadata. Where one cannot walk, tiles collide.
    GenerationError for a level of more than 32768 tiles a side, which Godot cannot hold. Linear in tiles.
    Source: Godot's documentation, "TSCN file format"; layer data as TileMapLayer.tile_map_data of Godot 4.6.
    """
    if max(built.tilemap.width, built.tilemap.height) > _MOST_TILES:
        size = f"{built.tilemap.width} × {built.tilemap.height}"
        raise GenerationError(f"Godot's tile maps hold {_MOST_TILES} × {_MOST_TILES} tiles, this level has {size}")
    tileset = built.painted.tileset
    shared = f"{tileset.name.translate(_UNSAFE).lstrip('._')}_tiles.tres"
    write_scene, write_tileset = (scene3, tileset3_resource) if godot3 else (scene, tileset_resource)
    return {
        ".tscn": write_scene(built, _place(folder, shared)),
        shared: write_tileset(tileset, _place(folder, tileset.image_name)),
        **tileset.files(),
    }


def _place(folder: str, name: str) -> str:
    """Where Godot finds a file: beside the scene, in the folder, or where its own path says."""
    return name if not folder or "://" in name else f"{folder}{'' if folder.endswith('/') else '/'}{name}"
