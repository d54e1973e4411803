"""Levels as pictures: SVG, GIF, the terminal's half blocks, and the gallery."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from levelgen import generate, load_recipe
from levelgen.animation import LONGEST, MOST_FRAMES, gif
from levelgen.gallery import page, pictured
from levelgen.halfblocks import half_blocks
from levelgen.mosaic import fitting, mosaic
from levelgen.pipeline import BuiltLevel
from levelgen.reading import parse_recipe
from levelgen.svg import svg
from levelgen.walks import ends, walk
from tests.conftest import CONFIGS, ROOT, Command

SVG = "{http://www.w3.org/2000/svg}"
CAVES = ROOT / "configs" / "caves.yaml"


@pytest.fixture(scope="module", params=CONFIGS, ids=lambda path: path.stem)
def built(request: pytest.FixtureRequest) -> BuiltLevel:
    return generate(load_recipe(request.param), 14)


def test_the_order_of_opening_holds_a_spanning_tree_first(built: BuiltLevel) -> None:
    level = built.level
    assert sorted(level.order.tolist()) == np.flatnonzero(level.open).tolist()
    tree = level.graph.edges[level.order[: level.graph.rooms - 1]].tolist()
    groups = {v: v for v in range(level.graph.rooms)}
    for u, v in tree:
        a, b = groups[u], groups[v]
        assert a != b, "the first n - 1 openings hold a cycle"
        groups = {room: a if group == b else group for room, group in groups.items()}
    assert len(set(groups.values())) == 1


def test_an_svg_has_each_opening_room_and_mark_in_its_place(built: BuiltLevel) -> None:
    level = built.level
    rooms = walk(level, *ends(level))
    root = ElementTree.fromstring(svg(built, rooms))
    groups = {group.get("id"): group for group in root}
    width, height = (int(str(root.get(side))) for side in ("width", "height"))
    assert max(width, height) <= 1600
    assert str(groups["tree"][0].get("d")).count("M") == level.graph.rooms - 1
    assert ("loops" in groups) == (level.loops > 0)
    assert str(groups["walk"][0].get("d")).count("M") == len(rooms) - 1
    circles = groups["rooms"].findall(f"{SVG}circle")
    assert len([circle for circle in circles if circle.get("class")]) == len(level.dead_ends)
    assert [(float(str(c.get("cx"))), float(str(c.get("cy")))) for c in circles] == [
        pytest.approx(((x + 0.5) * width / built.tilemap.width, (y + 0.5) * height / built.tilemap.height), abs=0.01)
        for x, y in built.tilemap.places.tolist()
    ]
    assert {word for text in groups["marks"] for word in str(text.text).split(", ")} == {m.kind for m in level.marks}


def test_names_in_an_svg_are_no_markup() -> None:
    recipe = parse_recipe(
        'levelgen: 1\nseed: "<b>&"\ngraph: {grid: {rows: 2, columns: 2}}\nspanning_tree: kruskal\n', Path("x.yaml")
    )
    assert ElementTree.fromstring(svg(generate(recipe)))[0].text == "x (seed <b>&)"


def test_a_gif_lights_up_step_by_step_and_ends_with_the_level(built: BuiltLevel) -> None:
    with Image.open(BytesIO(gif(built))) as image:
        frames = []
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            frames.append(np.asarray(image.convert("RGB")).astype(int))
    assert 2 <= len(frames) <= MOST_FRAMES
    assert max(frames[0].shape) <= LONGEST
    light = [frame.sum() for frame in frames[:-1]]
    assert light[0] < light[-1]
    whole = fitting(mosaic(built.tilemap, built.painted), longest=LONGEST).pixels()
    solid = whole[..., 3] == 255
    assert np.abs(frames[-1] - whole[..., :3])[solid].mean() < 6


def test_a_large_level_grows_in_a_bounded_number_of_frames() -> None:
    recipe = parse_recipe(
        "levelgen: 1\ngraph: {grid: {rows: 40, columns: 40}}\nspanning_tree: kruskal\n", Path("x.yaml")
    )
    with Image.open(BytesIO(gif(generate(recipe, 1), tile=2))) as image:
        assert image.n_frames in (MOST_FRAMES - 1, MOST_FRAMES)  # type: ignore[attr-defined]


def test_half_blocks_show_every_tile_in_its_mean_colour(built: BuiltLevel) -> None:
    lines = half_blocks(built).split("\n")
    tilemap = built.tilemap
    assert len(lines) == (tilemap.height + 1) // 2
    assert {line.count("▀") for line in lines} == {tilemap.width}
    pixel = fitting(mosaic(tilemap, built.painted), 1).pixels()[0, 0].astype(int)
    first = re.match(r"\x1b\[38;2;(\d+);(\d+);(\d+);48;", lines[0])
    assert first
    assert [int(part) for part in first.groups()] == [int(c * pixel[3] // 255) for c in pixel[:3]]


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))


def test_a_gallery_needs_nothing_but_itself(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "good.yaml").write_text(CAVES.read_text("utf-8") + "\n# a <b>note</b>\n", "utf-8")
    (tmp_path / "bad.yaml").write_text(
        "levelgen: 1\ngraph: {grid: {rows: 2, columns: 2}}\nspanning_tree: kruskal\npasses: [{treasure: {count: 9}}]\n",
        "utf-8",
    )
    done = levelgen("gallery", ".", "--seeds", "3..5", "--out", "page/wall.html")
    assert (done.returncode, done.stdout) == (1, "page/wall.html: 6 levels of 2 recipes\n")
    assert done.stderr == "3 of 6 levels failed\n"
    text = (tmp_path / "page" / "wall.html").read_text("utf-8")
    reader = Reader()
    reader.feed(text)
    pictures = [attributes for tag, attributes in reader.tags if tag == "img"]
    assert [picture["alt"] for picture in pictures] == [f"caves, seed {seed}" for seed in (3, 4, 5)]
    links = [a.get(key) or "" for _, a in reader.tags for key in ("src", "href") if a.get(key)]
    assert links
    assert all(link.startswith("data:image/png;base64,") for link in links)
    assert "&lt;b&gt;note" in text
    assert text.count("treasure") >= 3
    assert "url(" not in text


def test_a_gallery_is_the_same_each_time() -> None:
    recipe = load_recipe(CAVES)
    sections = [(recipe, [pictured(recipe, seed) for seed in (1, 2)])]
    assert page(sections) == page([(recipe, [pictured(recipe, seed) for seed in (1, 2)])])


@pytest.mark.parametrize(("how", "head"), [("png", b"\x89PNG"), ("svg", b"<svg "), ("gif", b"GIF89a")])
def test_show_writes_pictures(tmp_path: Path, levelgen: Command, how: str, head: bytes) -> None:
    assert levelgen("show", CAVES, "--as", how).stdout.splitlines()[0] == f"caves.{how}"
    assert (tmp_path / f"caves.{how}").read_bytes().startswith(head)
    assert levelgen("show", CAVES, "--as", how, "--out", "deep/down.x").stdout.splitlines()[0] == "deep/down.x"
    assert (tmp_path / "deep" / "down.x").read_bytes() == (tmp_path / f"caves.{how}").read_bytes()


def test_colours_are_for_those_who_can_see_them(levelgen: Command) -> None:
    plain = levelgen("show", CAVES, "--as", "colours")
    assert "\x1b" not in plain.stdout
    assert plain.stdout.startswith("#####")
    environment = {**os.environ, "FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
    assert levelgen("show", CAVES, "--as", "colours", env=environment).stdout.startswith("\x1b[38;2;")
    refused = levelgen("show", CAVES, "--as", "lines", "--out", "x.txt")
    assert refused.returncode == 2
    assert "--out: lines goes to the screen; pictures that go to files are png, svg and gif" in refused.stderr
