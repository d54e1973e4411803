"""Godot's terrains: which tile of a role shows which of its eight neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from levelgen.neighbours import CORNERS, EDGES
from levelgen.tileset import Look, TileSet
from levelgen_exporters.godot.text import number, quoted

_BITS = (
    *("top_side", "top_right_corner", "right_side", "bottom_right_corner"),
    *("bottom_side", "bottom_left_corner", "left_side", "top_left_corner"),
)
"""Godot's names of the neighbours, by their bits in `levelgen.neighbours`."""

_COLORS = ("0.9, 0.4, 0.3", "0.4, 0.8, 0.4", "0.4, 0.5, 0.9", "0.9, 0.8, 0.3", "0.7, 0.4, 0.8", "0.4, 0.8, 0.8")


def terrain_sets(tileset: TileSet) -> Iterator[str]:
    """A terrain set of one terrain for each role that looks by its neighbours."""
    for index, (role, look) in enumerate(_shaped(tileset)):
        yield f"terrain_set_{index}/mode = {_mode(look)}"
        yield f"terrain_set_{index}/terrain_0/name = {quoted(role)}"
        yield f"terrain_set_{index}/terrain_0/color = Color({_COLORS[index % len(_COLORS)]}, 1)"


def terrains(tileset: TileSet) -> dict[int, list[tuple[str, str]]]:
    """Tile → its terrain's keys and values. Godot lets a tile be in one terrain only: in the first that has it.

    Flipped variants are left out, as Godot knows them only as alternatives of their own.
    """
    found: dict[int, list[tuple[str, str]]] = {}
    for index, (_, look) in enumerate(_shaped(tileset)):
        for mask, variants in look.tiles.items():
            for variant in variants:
                if not variant.flips and variant.tile not in found:
                    bits = [(f"terrains_peering_bit/{name}", "0") for at, name in enumerate(_BITS) if mask >> at & 1]
                    weight = [] if variant.weight == 1 else [("probability", number(variant.weight))]
                    found[variant.tile] = [("terrain_set", str(index)), ("terrain", "0"), *weight, *bits]
    return found


def _shaped(tileset: TileSet) -> list[tuple[str, Look]]:
    return [(role, look) for role, look in tileset.looks.items() if look.sees]


def _mode(look: Look) -> int:
    """0 for corners and sides, 1 for corners, 2 for sides."""
    return {CORNERS: 1, EDGES: 2}.get(look.sees, 0)
