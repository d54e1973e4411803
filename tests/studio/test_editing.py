"""Writing in the studio: text, mistakes, completion, sliders, files; in a real browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from levelgen_exporters.picture import picture
from PIL import Image

from levelgen import generate, load_recipe
from tests.studio.conftest import PICTURES, Open
from tests.studio.page import canvas, put_cursor, replace, saved, settled, shown
from tests.studio.server import Studio

pytestmark = pytest.mark.studio


def test_a_change_in_the_text_changes_the_picture_at_once(opened: Open) -> None:
    page = opened("caves.yaml")
    first = canvas(page)
    times = []
    changes = [("rows: 6", "rows: 7"), ("rows: 7", "rows: 6"), ("columns: 10", "columns: 11"), ("columns: 11", "columns: 10")]  # fmt: skip
    for old, new in changes:
        settled(page, replace(page, old, new))
        times.append(int(page.get_attribute("#status", "data-milliseconds")))
        assert np.array_equal(canvas(page), first) == (new in ("rows: 6", "columns: 10"))
    print(f"a change of 60 rooms is on the screen after {times} ms")
    assert sorted(times)[1] < 150


def test_a_mistake_is_said_at_its_line_and_mended(opened: Open) -> None:
    page = opened("catacombs.yaml")
    before = replace(page, "min_separation", "min_separaton")
    page.wait_for_selector("#problems button")
    assert page.inner_text("#problems").startswith("line 16: ")
    assert "did you mean 'min_separation'?" in page.inner_text("#problems")
    page.wait_for_selector(".cm-lintRange-error")
    assert page.inner_text(".cm-lintRange-error") == "min_separaton"
    assert "stale" in page.get_attribute("#showing", "class")
    page.click("#problems button")
    assert page.evaluate("document.activeElement.classList.contains('cm-content')")
    page.screenshot(path=PICTURES / "mistake.png")
    replace(page, "min_separaton", "min_separation")
    settled(page, before)
    page.wait_for_selector("#problems button", state="detached")
    page.wait_for_selector(".cm-lintRange-error", state="detached")


@pytest.mark.parametrize(
    ("behind", "typed", "offered"),
    [
        ("- start_exit", "\n- ", {"treasure", "braid", "place"}),
        ("where: hub", ", ", {"prefer", "min_separation"}),
        ("where: hub", ", prefer: ", {"far", "near", "random"}),
        ("seed: 3", "\ntiles: ", {"rooms", "blocks"}),
        ("seed: 3", "\n", {"target", "require"}),
        ("- start_exit", "\n- tr", {"treasure"}),
    ],
)
def test_completion_offers_plugins_parameters_and_values(
    behind: str, typed: str, offered: set[str], opened: Open
) -> None:
    page = opened("catacombs.yaml")
    put_cursor(page, behind)
    page.keyboard.type(typed)
    page.keyboard.press("Control+Space")
    page.wait_for_selector(".cm-tooltip-autocomplete li")
    assert offered <= set(page.locator(".cm-completionLabel").all_inner_texts())


def test_what_is_completed_is_a_step_that_works(opened: Open) -> None:
    page = opened("catacombs.yaml")
    before = shown(page)
    put_cursor(page, "- start_exit")
    page.keyboard.type("\n- trea")
    page.wait_for_selector(".cm-tooltip-autocomplete li")
    page.wait_for_timeout(150)
    page.keyboard.press("Enter")
    settled(page, before)
    assert page.inner_text("#problems") == ""
    assert page.locator(".cm-line", has_text="- treasure").count() == 2


def test_a_slider_changes_the_yaml_and_keeps_its_comments(opened: Open, studio: Studio) -> None:
    page = opened("catacombs.yaml")
    file = studio.folder / "catacombs.yaml"
    wanted = file.read_text().replace("rows: 6", "rows: 8")
    before = shown(page)
    page.locator("#controls").get_by_label("rows").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    settled(page, before)
    saved(page)
    assert file.read_text() == wanted
    page.locator("#controls").get_by_label("where").first.select_option("dead_end")
    page.locator("#controls").get_by_label("gap").first.focus()
    page.keyboard.press("ArrowRight")
    saved(page)
    wanted = wanted.replace("where: hub", "where: dead_end")
    assert file.read_text() == wanted.replace("height: [3, 7]\n", "height: [3, 7]\n    gap: 2\n")


def test_passes_are_added_and_taken_out(opened: Open, studio: Studio) -> None:
    page = opened("catacombs.yaml")
    file = studio.folder / "catacombs.yaml"
    original = file.read_text()
    before = shown(page)
    page.get_by_label("Add a pass").select_option("place")
    settled(page, before)
    assert page.get_by_label("Take place out").count() == 3
    page.get_by_label("Take place out").last.click()
    saved(page)
    assert file.read_text() == original


def test_what_changed_on_disk_is_not_written_over_unsaid(opened: Open, studio: Studio) -> None:
    page = opened("caves.yaml")
    file = studio.folder / "caves.yaml"
    replace(page, "rows: 6", "rows: 9")
    file.write_text("levelgen: 1\n# another's\n")
    page.wait_for_timeout(600)
    page.keyboard.press("Control+s")
    page.wait_for_selector("#conflict:visible")
    assert "changed on disk" in page.inner_text("#conflict")
    assert file.read_text() == "levelgen: 1\n# another's\n"
    page.screenshot(path=PICTURES / "conflict.png")
    page.get_by_text("Keep mine").click()
    page.wait_for_selector("#conflict", state="hidden")
    assert "rows: 9" in file.read_text()


def test_a_change_on_disk_is_shown_where_nothing_is_unsaved(opened: Open, studio: Studio) -> None:
    page = opened("caves.yaml")
    before = shown(page)
    file = studio.folder / "caves.yaml"
    file.write_text(file.read_text().replace("rows: 6", "rows: 12"))
    settled(page, before)
    assert "rows: 12" in page.inner_text(".cm-content")
    (studio.folder / "new.yaml").write_text(file.read_text())
    page.wait_for_selector("#recipes button:text-is('new.yaml')")


def test_the_page_says_that_the_server_is_gone_and_keeps_the_text(opened: Open, studio: Studio) -> None:
    page = opened("caves.yaml")
    replace(page, "rows: 6", "rows: 9")
    studio.process.send_signal(2)
    studio.process.wait(10)
    page.wait_for_selector("#gone:visible")
    page.screenshot(path=PICTURES / "gone.png")
    assert "The studio's server is gone" in page.inner_text("#gone")
    assert "rows: 9" in page.inner_text(".cm-content")


def test_a_page_that_lost_its_connection_finds_it_again(opened: Open, studio: Studio) -> None:
    page = opened("caves.yaml")
    page.wait_for_timeout(1000)
    studio.drop_connections()
    page.wait_for_selector("#gone:visible")
    page.wait_for_selector("#gone", state="hidden")
    settled(page, replace(page, "rows: 6", "rows: 9"))
    saved(page)
    assert "rows: 9" in (studio.folder / "caves.yaml").read_text()


PLAYED = """\
levelgen: 1
seed: 4
parameters:
  size: {default: 6, min: 4, max: 12, help: Rooms along each side}   # of the square
  tree:
    default: wilson   # slow, but even
    choices: [wilson, kruskal]
graph: {grid: {rows: $size, columns: $size}}
spanning_tree: $tree
matrix:
  tiles.blocks.corridor: [1, 2]
"""


def test_a_recipes_own_parameters_are_controls_and_its_matrix_is_a_list(opened: Open, studio: Studio) -> None:
    file = studio.folder / "played.yaml"
    file.write_text(PLAYED)
    page = opened("played.yaml")
    page.wait_for_selector("#controls fieldset")
    size = page.locator("#controls").get_by_label("size", exact=True).first
    assert [size.get_attribute(name) for name in ("min", "max")] == ["4", "12"]
    before = shown(page)
    size.focus()
    page.keyboard.press("ArrowRight")
    settled(page, before)
    page.locator("#controls").get_by_label("tree", exact=True).select_option("kruskal")
    saved(page)
    assert file.read_text() == PLAYED.replace("default: 6", "default: 7").replace("default: wilson", "default: kruskal")
    before = shown(page)
    page.select_option("#variant", label="played-2")
    settled(page, before)
    assert page.inner_text("#status").startswith("22 × 22 tiles")


def test_a_copy_is_another_recipe(opened: Open, studio: Studio) -> None:
    page = opened("caves.yaml")
    page.once("dialog", lambda dialog: dialog.accept("vault.yaml"))
    page.click("#copy")
    page.wait_for_selector("#recipes button[aria-current=true]:text-is('vault.yaml')")
    assert (studio.folder / "vault.yaml").read_text() == (studio.folder / "caves.yaml").read_text()
    page.once("dialog", lambda dialog: dialog.accept("isles.yaml"))
    original = (studio.folder / "isles.yaml").read_text()
    page.click("#copy")
    page.wait_for_timeout(500)
    assert (studio.folder / "isles.yaml").read_text() == original


def test_the_level_is_drawn_with_the_recipes_own_tiles(opened: Open, studio: Studio) -> None:
    """A tileset of one's own, one colour a tile: the canvas has those colours, where the exporter's picture has."""
    colours = {"floor": (250, 10, 10), "wall": (10, 250, 10)}
    image = Image.new("RGB", (32, 16))
    for number, colour in enumerate(colours.values()):
        image.paste(colour, (16 * number, 0, 16 * number + 16, 16))
    image.save(studio.folder / "own.png")
    file = studio.folder / "own.yaml"
    file.write_text(
        "levelgen: 1\nseed: 2\ngraph: {grid: {rows: 5, columns: 5}}\nspanning_tree: prim\n"
        "tileset: {image: own.png, tile_size: 16, roles: {floor: 0, wall: 1}}\n"
    )
    built = generate(load_recipe(file))
    picture_file = Path(studio.folder / "expected.png")
    picture_file.write_bytes(picture(built, objects=False)[".png"])
    expected = np.asarray(Image.open(picture_file).convert("RGB"))[8::16, 8::16]
    page = opened("own.yaml")
    page.wait_for_timeout(300)
    seen = canvas(page)
    height, width = seen.shape[:2]
    tiles = built.tilemap.width
    scale = min(width, height) / (tiles + 1)
    at = (np.arange(tiles) - (tiles - 1) / 2) * scale
    taken = seen[(height / 2 + at).astype(int)][:, (width / 2 + at).astype(int)]
    assert np.abs(taken.astype(int) - expected).max() <= 4
