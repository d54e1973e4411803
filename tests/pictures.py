"""Draws the README's pictures, docs/pictures/NAME.png: `python -m tests.pictures`. A test says when they are stale."""

from __future__ import annotations

from pathlib import Path

from levelgen_exporters.picture import picture

from levelgen import generate, load_recipe
from tests.conftest import ROOT

PICTURES = {"catacombs": 0, "labyrinth": 0, "isles": 8}
"""Recipe → how many pixels wide a tile is, 0 for as wide as it is drawn."""


def path_of(name: str) -> Path:
    return ROOT / "docs" / "pictures" / f"{name}.png"


def drawn(name: str) -> bytes:
    return picture(generate(load_recipe(ROOT / "configs" / f"{name}.yaml")), tile=PICTURES[name])[".png"]


if __name__ == "__main__":
    for name in PICTURES:
        path_of(name).parent.mkdir(parents=True, exist_ok=True)
        path_of(name).write_bytes(drawn(name))
