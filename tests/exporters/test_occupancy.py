"""Occupancy maps, read by map_server's own rules."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from levelgen_exporters.occupancy import occupancy
from PIL import Image

from levelgen import BuiltLevel, RecipeError, generate, load_recipe
from levelgen.reading import parse_recipe
from tests.conftest import CONFIGS, Command
from tests.exporters.test_tiled import small

RECIPE = "levelgen: 1\nname: lab\nseed: 5\ngraph: {grid: {rows: 2, columns: 3}}\nspanning_tree: kruskal\nexport: [occupancy: %s]\n"


def served(files: Any, stem: str) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """What map_server publishes: 0 free, 100 occupied, -1 unknown; row 0 is the lowest of the map."""
    meta = yaml.safe_load(files[".yaml"])
    assert meta["image"] == f"{stem}.pgm"
    image = Image.open(io.BytesIO(files[".pgm"]))
    assert (image.format, image.mode) == ("PPM", "L")
    pixels = np.asarray(image).astype(float)
    chance = pixels / 255 if meta["negate"] else (255 - pixels) / 255
    cells = np.full(pixels.shape, -1)
    cells[chance > meta["occupied_thresh"]] = 100
    cells[chance < meta["free_thresh"]] = 0
    return cells[::-1], meta


def test_golden_bytes() -> None:
    wall, free = b"\x00", b"\xfe"
    assert occupancy(small()) == {
        ".pgm": b"P5\n5 3\n255\n" + wall * 6 + free * 3 + wall * 6,
        ".yaml": b'image: "small.pgm"\nmode: trinary\nresolution: 1.0\norigin: [0.0, 0.0, 0.0]\n'
        b"negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n",
    }


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_robots_can_go_where_one_can_walk(path: Path) -> None:
    built = generate(load_recipe(path))
    cells, _ = served(occupancy(built), built.stem)
    assert np.array_equal(cells[::-1] == 0, built.tilemap.walkable)
    assert np.array_equal(cells[::-1] == 100, ~built.tilemap.walkable)


@pytest.mark.parametrize("resolution", [0.001, 0.05, 0.1, 1, 2.5, 1000])
def test_numbers_come_back(resolution: float) -> None:
    built = built_of(f"{{resolution: {resolution}, origin: [-12.5, 0.00001, 3.14159]}}")
    meta = served(occupancy(built, **built.recipe.export[0].parameters), built.stem)[1]
    assert meta["resolution"] == resolution
    assert meta["origin"] == [-12.5, 0.00001, 3.14159]
    assert all(type(number) is float for number in [meta["resolution"], *meta["origin"]])


@pytest.mark.parametrize(
    "options", ["{resolution: 0}", "{resolution: -1}", "{resolution: .nan}", "{resolution: .inf}", "{origin: [0, 0]}",
                "{origin: [.inf, 0, 0]}", "{origin: [0, 0, 7]}", "{resolution: 1e-9}"])  # fmt: skip
def test_what_no_robot_can_use_is_a_mistake_in_the_recipe(options: str) -> None:
    with pytest.raises(RecipeError, match=r"export\[0\]\.occupancy\.(resolution|origin)"):
        built_of(options)


def test_its_yaml_is_not_taken_for_a_recipe(levelgen: Command, tmp_path: Path) -> None:
    (tmp_path / "lab.yaml").write_text(RECIPE % "{}")
    assert levelgen("build", "lab.yaml", "--out", "maps").returncode == 0
    assert sorted(path.name for path in (tmp_path / "maps").glob("[!.]*")) == ["lab.pgm", "lab.yaml"]
    again = levelgen("build", ".", "--out", "maps")
    assert again.returncode == 0, again.stderr
    assert "maps/lab.yaml" in again.stdout + again.stderr


def built_of(options: str) -> BuiltLevel:
    return generate(parse_recipe(RECIPE % options, Path("lab.yaml")))
