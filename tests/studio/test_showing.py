"""The level in the studio: seeds, layers, replay, downloads, size and speed; in a real browser."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from levelgen import generate, load_recipe
from levelgen.pipeline import files_of
from tests.studio.conftest import PICTURES, Open
from tests.studio.page import canvas, settled, shown
from tests.studio.server import Studio

pytestmark = pytest.mark.studio


def test_seeds_are_stepped_and_chosen_from_24_pictures(opened: Open) -> None:
    page = opened("caves.yaml")
    page.wait_for_selector("#measures dt:text-is('linearity')")
    first, before = canvas(page), shown(page)
    page.keyboard.press("Alt+ArrowRight")
    settled(page, before)
    assert page.input_value("#seed") == "15"
    assert "seed: 15" in page.inner_text(".cm-content")
    assert not np.array_equal(canvas(page), first)
    page.wait_for_selector("#seeds button:nth-child(24)")
    page.wait_for_timeout(2000)
    sizes = page.eval_on_selector_all("#seeds canvas", "all => all.map(one => one.width)")
    assert len(sizes) == 24
    assert min(sizes) > 10
    before = shown(page)
    page.locator("#seeds button", has_text=re.compile("^14$")).click()
    settled(page, before)
    assert np.array_equal(canvas(page), first)


@pytest.mark.parametrize("layer", ["graph", "tree", "loops", "only", "distance", "dead", "walk"])
def test_every_layer_is_seen_and_goes_again(layer: str, opened: Open) -> None:
    page = opened("catacombs.yaml")
    page.wait_for_timeout(300)
    before = canvas(page)
    button = page.locator(f"[data-layer={layer}]")
    button.click()
    page.wait_for_timeout(150)
    assert not np.array_equal(canvas(page), before)
    button.click()
    page.wait_for_timeout(150)
    assert np.array_equal(canvas(page), before)


def test_the_replay_grows_the_level_to_what_it_is(opened: Open) -> None:
    page = opened("catacombs.yaml")
    page.wait_for_timeout(300)
    whole = canvas(page)
    page.fill("#time", "10")
    page.wait_for_timeout(150)
    young = canvas(page)
    assert page.inner_text("#moment") == "spanning tree: 10 of 47 walls"
    assert (young != whole).any(axis=2).mean() > 0.15
    page.keyboard.press("Alt+p")
    page.wait_for_timeout(600)
    assert page.inner_text("#play") == "Pause"
    page.screenshot(path=PICTURES / "replay.png")
    page.wait_for_selector("#play:text-is('Replay')", timeout=15000)
    page.wait_for_timeout(150)
    assert np.array_equal(canvas(page), whole)


def test_every_export_is_downloaded(opened: Open, studio: Studio) -> None:
    page = opened("caves.yaml")
    files = files_of(generate(load_recipe(studio.folder / "caves.yaml")))
    with page.expect_download() as waiting:
        page.select_option("#download", "*")
    with zipfile.ZipFile(waiting.value.path()) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
    offered = page.eval_on_selector_all("#download option", "all => all.map(one => one.value)")
    assert {"csv", "godot", "graph", "npz", "occupancy", "picture", "text", "tiled", "tmx"} <= set(offered)
    with page.expect_download() as waiting:
        page.select_option("#download", "text")
    assert waiting.value.suggested_filename == "caves.txt"
    with page.expect_download() as waiting:
        page.select_option("#download", "graph")
    assert json.loads(Path(waiting.value.path()).read_bytes())


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off(width: int, scheme: str, opened: Open) -> None:
    page = opened("isles.yaml" if scheme == "dark" else "catacombs.yaml", width, scheme)
    for layer in ("tree", "loops", "walk"):
        page.click(f"[data-layer={layer}]")
    page.wait_for_timeout(2500)
    page.screenshot(path=PICTURES / f"{width}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = "[...document.querySelectorAll('header, #controls, #replay, nav, #measures')]"
    assert (
        page.evaluate(f"{boxes}.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)") == []
    )
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") != scheme


COUNT_FRAMES = """() => {
    const frames = (window.frames_ = [])
    const tick = (now) => { frames.push(now); if (frames === window.frames_) requestAnimationFrame(tick) }
    requestAnimationFrame(tick)
}"""


def test_a_level_of_four_million_tiles_is_panned_smoothly(opened: Open, studio: Studio) -> None:
    """2001 × 2001 tiles, a million rooms: the page's frames while a person drags the map, near and from afar."""
    (studio.folder / "huge.yaml").write_text(
        "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 1000, columns: 1000}}\nspanning_tree: binary_tree\n"
    )
    page = opened("caves.yaml", 1920)
    before = shown(page)
    page.wait_for_selector("#recipes button:text-is('huge.yaml')")
    page.click("#recipes button:text-is('huge.yaml')")
    settled(page, before, 90)
    assert "2001 × 2001 tiles" in page.inner_text("#status")
    print(page.inner_text("#status"))
    page.wait_for_timeout(3000)
    page.screenshot(path=PICTURES / "2001-all.png")
    box = page.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for wheel in (0, -600, -600, -400):
        page.mouse.move(x, y)
        page.mouse.wheel(0, wheel)
        page.wait_for_timeout(1000)
        page.evaluate(COUNT_FRAMES)
        page.mouse.down()
        for step in range(120):
            page.mouse.move(x - 3 * step, y - 2 * step)
            page.wait_for_timeout(8)
        page.mouse.up()
        times = np.diff(page.evaluate("window.frames_.splice(0, 5000)"))
        said = f"median {np.median(times):.1f} ms, 95 % {np.quantile(times, 0.95):.1f} ms, most {times.max():.1f} ms"
        print(f"frames while panning: {said} of {len(times)}")
        assert np.median(times) < 17.5
    page.screenshot(path=PICTURES / "2001-near.png")
