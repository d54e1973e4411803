"""Text files are what `levelgen show` prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from levelgen_exporters.text import text

from levelgen import GenerationError, generate, load_recipe
from tests.conftest import CONFIGS, ROOT, Command
from tests.exporters.test_tiled import small


def test_golden_bytes() -> None:
    assert text(small()) == {
        ".txt": b"+---+---+\n| S   E |\n+---+---+\nS start, E exit\n"
        b"seed: 5 | rooms: 2 | walls: 1 | opened: 1 | components: 1 | loops: 0 | dead ends: 2 | treasures: 0\n"
    }


def test_styles() -> None:
    blocks = text(small(), style="blocks")[".txt"].decode().splitlines()
    assert blocks[:3] == ["██████████", "██S   E ██", "██████████"]
    assert text(small(), style="map")[".txt"].decode().splitlines()[:3] == ["#####", "#S.E#", "#####"]
    assert text(small(), style="lines") == text(small())


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_it_is_what_show_prints(path: Path, levelgen: Command) -> None:
    assert text(generate(load_recipe(path)))[".txt"].decode() == levelgen("show", path).stdout


@pytest.mark.parametrize("style", ["lines", "blocks"])
def test_islands_have_no_lines(style: str) -> None:
    with pytest.raises(GenerationError, match=f"style '{style}' is for grids; set 'style: map' or leave it out"):
        text(generate(load_recipe(ROOT / "configs/isles.yaml")), style=style)  # type: ignore[arg-type]
