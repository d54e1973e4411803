"""Worlds: connected by construction, the same chunk by chunk, and painted as one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from levelgen import BuiltLevel, GenerationError, RecipeError, generate, load_recipe, verify
from levelgen.components import components
from levelgen.level import Level
from levelgen.one_level import one_level
from levelgen.paint import paint
from levelgen.pipeline import files_of
from levelgen.reading import parse_recipe
from levelgen.recipe import Recipe
from levelgen.regions import regions
from levelgen.seams import Seam, Side
from levelgen.tilemap import TileMap
from levelgen.tileset import BUILT_IN, Look, Variant
from levelgen.world import Chunk, layout_of
from tests.conftest import WORLD, Command

BLOCKS = st.builds(
    lambda corridor, wall: f"blocks: {{corridor: {corridor}, wall: {wall}}}", st.integers(1, 3), st.integers(1, 3)
)
ROOMS = st.builds(
    lambda width, height, gap: f"rooms: {{width: [2, {width}], height: [1, {height}], gap: {gap}}}",
    st.integers(2, 6), st.integers(1, 5), st.integers(1, 3),
)  # fmt: skip


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    seams = draw(st.integers(1, min(2, rows, columns)))
    text = f"""
levelgen: 1
seed: {draw(st.integers(0, 10**6))}
graph: {{grid: {{rows: {rows}, columns: {columns}}}}}
spanning_tree: {draw(st.sampled_from(["kruskal", "wilson", "binary_tree", "{growing_tree: {strategy: mixed}}"]))}
passes: {
        draw(
            st.sampled_from(
                [
                    "[]",
                    "[extra_loops: {count: 20%}]",
                    "[braid, treasure: {count: 50%}]",
                    "[place: {kind: tree, count: 40%}]",
                ]
            )
        )
    }
tiles: {{{draw(st.one_of(BLOCKS, ROOMS))}}}
world:
  rows: {draw(st.integers(1, 4))}
  columns: {draw(st.integers(1, 4))}
  spanning_tree: {draw(st.sampled_from(["kruskal", "sidewinder", "aldous_broder"]))}
  seams: {seams}
  passes: {draw(st.sampled_from(["[]", "[extra_loops: {count: 40%}]"]))}
export: [tiled, csv]
"""
    return parse_recipe(text, Path("world.yaml"))


def small(world: str = "{rows: 3, columns: 4}", more: str = "", size: str = "rows: 4, columns: 6") -> Recipe:
    text = f"levelgen: 1\nseed: 14\ngraph: {{grid: {{{size}}}}}\nspanning_tree: kruskal\nworld: {world}\n{more}"
    return parse_recipe(text, Path("w.yaml"))


def chunks(recipe: Recipe) -> Iterator[Chunk]:
    assert recipe.world
    return ((int(row), int(column)) for row, column in np.ndindex(recipe.world.rows, recipe.world.columns))


def assembled(built: dict[Chunk, BuiltLevel]) -> dict[str, NDArray[Any]]:
    """All layers of roles and of gids of a world, the chunks put side by side; what two share must be the same."""
    some = built[0, 0].tilemap
    last = built[max(built)]
    assert last.site
    shape = last.site.origin[1] + some.height, last.site.origin[0] + some.width
    whole: dict[str, NDArray[Any]] = {}
    for part in built.values():
        assert part.site
        (x, y), (height, width) = part.site.origin, part.tilemap.owner.shape
        for kind, layers in (("roles", part.tilemap.layers), ("gids", part.painted.layers)):
            for name, layer in layers.items():
                known = whole.setdefault(f"{kind} {name}", np.full(shape, -1, np.int64))[y : y + height, x : x + width]
                assert ((known == -1) | (known == layer)).all(), (kind, name, part.site.chunk)
                known[:] = layer
    return whole


WALLS = Look(
    {mask: (Variant(look[0].tile, 1), Variant(look[0].tile, 2)) for mask, look in BUILT_IN.looks["wall"].tiles.items()},
    BUILT_IN.looks["wall"].sees,
    ("door",),
)
FLOORS = Look(
    {mask: (Variant(mask, 3), Variant(1), Variant(2)) for mask in range(0, 256, 4)}, 0b11111100, ("corridor",)
)
MANY = replace(BUILT_IN, looks={**BUILT_IN.looks, "wall": WALLS, "floor": FLOORS})


@settings(max_examples=8, deadline=None)
@given(recipes())
def test_chunks_are_painted_as_the_whole_world_painted_at_once(recipe: Recipe) -> None:
    recipe = replace(recipe, tileset=MANY)
    built = {chunk: generate(recipe, chunk=chunk) for chunk in chunks(recipe)}
    whole = assembled(built)
    one = built[0, 0].tilemap
    layers = {name: whole[f"roles {name}"].astype(np.uint16) for name in one.layers}
    assert recipe.seed is not None
    at_once = paint(TileMap(layers, np.zeros_like(layers["walls"], np.int32), one.places, one.roles), MANY, recipe.seed)
    for name, gids in at_once.layers.items():
        wrong = np.argwhere(whole[f"gids {name}"] != gids)
        assert not len(wrong), (name, wrong[:5])


@settings(max_examples=8, deadline=None)
@given(recipes())
def test_a_world_is_one_component_with_one_opening_fewer_than_cells(recipe: Recipe) -> None:
    built = {chunk: generate(recipe, chunk=chunk) for chunk in chunks(recipe)}
    proofs = [verify(level) for level in built.values()]
    assert recipe.world and recipe.world.spanning_tree
    layout = layout_of(recipe, recipe.seed or 0)
    assert layout.chunks
    loops = sum(proof.loops for proof in proofs)
    over_borders = int(layout.chunks.open.sum()) * recipe.world.seams
    level = one_level(recipe, recipe.seed or 0)
    assert not components(level.graph.rooms, *level.graph.edges[level.open].T).any()
    assert int(level.open.sum()) == level.graph.rooms - len(proofs) + loops + over_borders
    assert over_borders - (len(proofs) - 1) == level.loops - loops  # what is more than a tree of chunks is a loop
    free = np.isin(sum(layer for name, layer in assembled(built).items() if name.startswith("roles")), [2, 3, 4])
    assert len(np.unique(regions(free)[free])) == 1


@settings(max_examples=8, deadline=None)
@given(recipes())
def test_seams_meet_and_nothing_stands_on_them(recipe: Recipe) -> None:
    for chunk in chunks(recipe):
        level = generate(recipe, chunk=chunk).level
        rooms = set(level.seam_rooms.tolist())
        assert not rooms & {mark.node for mark in level.marks}
        assert not rooms & set(level.dead_ends.tolist()) or level.graph.rooms == 1
        layout = layout_of(recipe, recipe.seed or 0)
        for seam in level.seams or ():
            there = layout.beside(chunk, seam.side)
            assert there is not None
            lots = [other.lot for other in layout.seams(there) if other.side == seam.side.opposite]
            assert seam.lot in lots


def test_cells_minus_one_openings_before_loops() -> None:
    level = one_level(small("{rows: 5, columns: 7, spanning_tree: wilson}"), 3)
    assert int(level.open.sum()) == 5 * 7 * 4 * 6 - 1


def test_twenty_by_twenty_chunks_are_one_region_of_tiles() -> None:
    recipe = small("{rows: 20, columns: 20}", "tiles: {blocks: {corridor: 2}}\n", "rows: 8, columns: 8")
    whole = assembled({chunk: generate(recipe, chunk=chunk) for chunk in chunks(recipe)})
    free = whole["roles ground"] > 0
    assert len(np.unique(regions(free)[free])) == 1
    assert not (free[0].any() or free[-1].any() or free[:, 0].any() or free[:, -1].any())
    assert int(free.sum()) == 2 * 2 * 160 * 160 + 2 * (160 * 160 - 1)


def test_another_border_or_pass_leaves_a_border_alone() -> None:
    """Each border draws from a stream of its own."""
    one, two = small("{rows: 3, columns: 4}"), small("{rows: 3, columns: 4, passes: [extra_loops: {count: 6}]}")
    seams = [{chunk: set(layout_of(recipe, 14).seams(chunk)) for chunk in chunks(one)} for recipe in (one, two)]
    assert all(seams[0][chunk] <= seams[1][chunk] for chunk in seams[0])
    assert sum(map(len, seams[1].values())) == sum(map(len, seams[0].values())) + 12


def test_start_and_exit_stand_once_in_a_world_and_marks_go_to_their_chunks() -> None:
    world = "{rows: 3, columns: 4, passes: [start_exit, {place: {kind: boss, where: hub, count: 1}}]}"
    recipe = small(world, "passes: [{extra_loops: {count: 2}}, {treasure: {count: 20%}}]\n")
    built = {chunk: generate(recipe, chunk=chunk) for chunk in chunks(recipe)}
    kinds = [mark.kind for level in built.values() for mark in level.level.marks]
    assert (kinds.count("start"), kinds.count("exit"), kinds.count("boss")) == (1, 1, 1)
    layout = layout_of(recipe, 14)
    assert layout.chunks
    for mark in layout.chunks.marks:
        level = built[divmod(mark.node, 4)].level
        assert level.marks[0].kind == mark.kind
        assert set(level.marked(mark.kind)) - set(level.seam_rooms.tolist())
    assert all(verify(level) for level in built.values())


def test_a_chunk_without_a_free_room_for_its_worlds_mark_is_said() -> None:
    recipe = small("{rows: 1, columns: 2, passes: [start_exit]}", size="rows: 1, columns: 1")
    with pytest.raises(GenerationError, match="start finds no free room in its chunk; make the chunks larger"):
        generate(recipe, chunk=(0, 0))


def test_a_world_of_one_is_closed() -> None:
    built = generate(small("{rows: 1, columns: 1, passes: [start_exit]}"), chunk=(0, 0))
    assert (built.level.seams, verify(built).seams) == ((), 0)
    assert len({mark.node for mark in built.level.marks}) == 2


def test_require_is_held_by_each_chunk_and_seen_by_its_neighbours() -> None:
    recipe = replace(
        small("{rows: 2, columns: 3}", "require: {dead_ends: 6..8, walkable_share: 0.4..0.5}\nattempts: 200\n"),
        tileset=MANY,
    )
    built = {chunk: generate(recipe, chunk=chunk) for chunk in chunks(recipe)}
    assert {level.attempt for level in built.values()} != {0}
    assert all(6 <= len(level.level.dead_ends) <= 8 for level in built.values())
    assembled(built)


@pytest.mark.parametrize("tiles", ["blocks", "{rooms: {width: [2, 4], height: [2, 3]}}"])
@pytest.mark.parametrize("export", ["[tiled, csv, tmx, graph, npz, picture, text]", "[{tiled: {infinite: true}}]"])
def test_bytes_are_the_same_whole_chunk_by_chunk_and_on_two_jobs(
    tiles: str, export: str, tmp_path: Path, levelgen: Command
) -> None:
    text = WORLD.read_text("utf-8").replace("export: [tiled, csv]", f"export: {export}\ntiles: {tiles}")
    (tmp_path / "w.yaml").write_text(text.replace("seed: 14", "seed: a text"))
    assert levelgen("build", "w.yaml", "--out", "one", "--jobs", "1").returncode == 0
    assert levelgen("build", "w.yaml", "--out", "two", "--jobs", "2").returncode == 0
    files = {
        path.name: path.read_bytes()
        for path in (tmp_path / "one").iterdir()
        if path.is_file() and not path.name.startswith(".")
    }
    assert files == {
        path.name: path.read_bytes()
        for path in (tmp_path / "two").iterdir()
        if path.is_file() and not path.name.startswith(".")
    }
    recipe = load_recipe(tmp_path / "w.yaml")
    alone: dict[str, bytes] = {}
    for chunk in reversed(list(chunks(recipe))):
        alone |= {
            name: data for name, data in files_of(generate(recipe, chunk=chunk)).items() if isinstance(data, bytes)
        }
    of_the_world = {"world.world", "world.tmx.world", "world.tmj"}
    assert alone == {name: data for name, data in files.items() if name not in of_the_world}
    assert set(files) - set(alone) == ({"world.tmj"} if "infinite" in export else {"world.world", "world.tmx.world"})


def test_a_chunk_is_built_alone(tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("build", WORLD, "--out", "all").returncode == 0
    done = levelgen("build", WORLD, "--out", "one", "--chunk", "2,3")
    assert done.returncode == 0
    assert done.stdout.startswith("world_2_3 (seed 14): rooms: 140 | ")
    names = sorted(
        path.name for path in (tmp_path / "one").iterdir() if path.is_file() and not path.name.startswith(".")
    )
    assert names == ["levelgen_tiles.png", "world_2_3.tmj", "world_2_3_ground.csv", "world_2_3_walls.csv"]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "all" / name).read_bytes()


def test_a_world_with_a_chunk_that_fails_is_not_written_whole(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "w.yaml").write_text(WORLD.read_text("utf-8").replace("count: 20%", "count: 27"))
    done = levelgen("build", "w.yaml")
    assert done.returncode == 1
    assert "of 12 levels failed" in done.stderr
    assert "whole world" not in done.stdout
    names = {path.name for path in (tmp_path / "build").iterdir()}
    assert names
    assert "world.world" not in names
    assert not [name for name in names if name.endswith(".tmp")]


def test_a_world_is_made_again_when_a_chunk_or_its_own_file_is_gone(tmp_path: Path, levelgen: Command) -> None:
    arguments = ("build", WORLD, "--jobs", "1")
    assert "whole world" in levelgen(*arguments).stdout
    assert levelgen(*arguments).stdout == "unchanged: 12 levels\n"
    before = (tmp_path / "build/world.world").read_bytes()
    for name in ("world.world", "world_1_1.tmj"):
        (tmp_path / "build" / name).unlink()
        assert "whole world" in levelgen(*arguments).stdout
        assert (tmp_path / "build/world.world").read_bytes() == before
        assert (tmp_path / "build/world_1_1.tmj").exists()


def test_a_gallery_and_statistics_take_a_worlds_first_chunk(tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("gallery", WORLD, "--seeds", "1..1", "--out", "g.html").returncode == 0
    assert levelgen("stats", WORLD, "--seeds", "1..2").returncode == 0


def test_an_edited_chunk_is_merged(tmp_path: Path, levelgen: Command) -> None:
    assert levelgen("build", WORLD, "--chunk", "1,2").returncode == 0
    map_file = tmp_path / "build/world_1_2.tmj"
    done = levelgen("merge", WORLD, map_file)
    assert done.returncode == 0, done.stderr
    assert levelgen("check", map_file).returncode == 0
    assert '"1,2"' in map_file.read_text("utf-8")


def test_seeds_of_a_world_are_worlds(tmp_path: Path, levelgen: Command) -> None:
    text = "levelgen: 1\ngraph: {grid: {rows: 3, columns: 3}}\nspanning_tree: prim\nworld: {rows: 1, columns: 2}\n"
    (tmp_path / "world.yaml").write_text(text)
    assert levelgen("build", "world.yaml", "--seeds", "1..2").returncode == 0
    names = {path.name for path in (tmp_path / "build").iterdir()}
    assert {"world-1.world", "world-2.world", "world-1_0_1.tmj", "world-2_0_0.tmj"} <= names


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--chunk", "3,0"], "world.yaml:15:1: world: no chunk 3,0; rows are 0 to 2, columns 0 to 3"),
        (["--chunk", "-1,0"], "world.yaml:15:1: world: no chunk -1,0; rows are 0 to 2, columns 0 to 3"),
        (["--chunk", "3"], "--chunk: must be ROW,COLUMN, such as 3,17, not '3'"),
        (["--chunk", "3;4"], "--chunk: must be ROW,COLUMN, such as 3,17, not '3;4'"),
    ],
)
def test_chunks_that_are_not_there(arguments: list[str], message: str, levelgen: Command) -> None:
    done = levelgen("build", "world.yaml", *arguments, cwd=WORLD.parent)
    assert (done.returncode, done.stderr) == (2, message + "\n")


def test_a_level_that_stands_alone_has_no_chunks(levelgen: Command) -> None:
    done = levelgen("show", "caves.yaml", "--chunk", "0,0", cwd=WORLD.parent)
    assert done.returncode == 2
    assert done.stderr == "caves.yaml: is no world, so there is no chunk 0,0; leave out --chunk\n"
    with pytest.raises(RecipeError, match="a world of 3 × 4 chunks cannot be made as one level; name a chunk"):
        generate(load_recipe(WORLD))


def test_a_world_is_shown_whole_or_chunk_by_chunk(levelgen: Command) -> None:
    whole = levelgen("show", WORLD, "--path", "start", "exit")
    assert whole.returncode == 0
    lines = whole.stdout.splitlines()
    assert len(lines[0]) == 4 * 56 + 1
    assert lines[-1].startswith("seed: 14 | rooms: 1680 | walls: 3274 | opened: ")
    chunk = levelgen("show", WORLD, "--chunk", "1,1")
    assert chunk.stdout.count("\n") == 2 * 10 + 3
    assert any(line[0] == " " for line in chunk.stdout.splitlines()[:21])
    large = levelgen("show", WORLD, "--set", "world.rows=400")
    assert large.returncode == 2
    assert large.stderr == "--chunk: the world has 224000 rooms, too many to show; name a chunk, such as --chunk 0,0\n"


def test_a_style_that_leaves_a_seam_closed_is_found_out() -> None:
    built = generate(small(), chunk=(0, 0))
    level: Level[Any] = replace(built.level, seams=(*(built.level.seams or ()), Seam(0, Side.LEFT)))
    with pytest.raises(GenerationError, match="room 0 leads out at the left, but the border is closed there"):
        verify(replace(built, level=level))
    with pytest.raises(GenerationError, match=r"the border is open at the right of \d+, where no seam is"):
        verify(
            replace(
                built, level=replace(built.level, seams=tuple(s for s in level.seams or () if s.side != Side.RIGHT))
            )
        )


def test_the_whole_as_one_infinite_map(tmp_path: Path, levelgen: Command) -> None:
    text = WORLD.read_text("utf-8").replace("[tiled, csv]", "[{tiled: {infinite: true}}]")
    (tmp_path / "w.yaml").write_text(text)
    assert levelgen("build", "w.yaml").returncode == 0
    document = json.loads((tmp_path / "build/world.tmj").read_bytes())
    recipe = load_recipe(tmp_path / "w.yaml")
    built = {chunk: generate(recipe, chunk=chunk) for chunk in chunks(recipe)}
    whole = assembled(built)
    for layer in document["layers"][:-1]:
        gids = np.zeros((layer["height"], layer["width"]), np.int64)
        for part in layer["chunks"]:
            x, y = part["x"], part["y"]
            place = gids[y : y + part["height"], x : x + part["width"]]
            assert not place.any()
            place[:] = np.array(part["data"]).reshape(part["height"], part["width"])
        assert np.array_equal(gids, whole[f"gids {layer['name']}"])
    objects = document["layers"][-1]["objects"]
    assert len({thing["id"] for thing in objects}) == len(objects)
    assert max(thing["id"] for thing in objects) < document["nextobjectid"]
    assert len(objects) == 12 + sum(len(level.level.marks) for level in built.values())
    assert levelgen("check", "build/world.tmj").returncode == 0
