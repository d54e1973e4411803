"""Endless worlds: every block of chunks is a tree, and any chunk is made alone, however far away."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import RecipeError, generate, verify
from levelgen.build import plan
from levelgen.components import components
from levelgen.endless import _block, _first, _start, joins
from levelgen.reading import parse_recipe
from levelgen.world import layout_of
from tests.conftest import Command

TEXT = """levelgen: 1
name: land
seed: 5
graph: {grid: {rows: 4, columns: 6}}
spanning_tree: kruskal
passes: [{treasure: {count: 20%}}]
world: {endless: true}
export: [tiled, csv]
"""
FAR = st.integers(-(10**15), 10**15) | st.integers(-40, 40)


def ways(seed: int, rows: range, columns: range) -> list[tuple[int, int]]:
    """The joined pairs of chunks within a window, chunks numbered row by row."""
    number = {(r, c): i for i, (r, c) in enumerate((r, c) for r in rows for c in columns)}
    return [
        (number[r, c], number[there])
        for r, c in number
        for there, down in (((r, c + 1), False), ((r + 1, c), True))
        if there in number and joins(seed, r, c, down)
    ]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9), FAR, FAR, st.integers(0, 4), st.booleans())
def test_every_block_is_exactly_a_tree(seed: int, row: int, column: int, level: int, wide: bool) -> None:
    across = level + wide
    top, left = _first(_block(row, level), level), _first(_block(column, across), across)
    rows, columns = range(top, top + (1 << level)), range(left, left + (1 << across))
    assert row in rows
    assert column in columns
    pairs = np.array(ways(seed, rows, columns), np.int64).reshape(-1, 2)
    chunks = len(rows) * len(columns)
    assert len(pairs) == chunks - 1
    assert not components(chunks, pairs[:, 0], pairs[:, 1]).any()


@given(st.integers(1, 400))
def test_blocks_nest_and_grow_to_both_sides(n: int) -> None:
    assert (_start(n) - _start(n - 1)) % (1 << (n - 1)) == 0
    assert _start(n) <= 0 < _start(n) + (1 << n)
    assert n < 3 or _start(n) < 0


@settings(max_examples=20, deadline=None)
@given(FAR, FAR)
def test_two_chunks_agree_on_their_border(row: int, column: int) -> None:
    layout = layout_of(parse_recipe(TEXT, Path("land.yaml")), 5)
    for seam in layout.seams((row, column)):
        there = layout.beside((row, column), seam.side)
        assert there is not None
        assert [s.lot for s in layout.seams(there) if s.side == seam.side.opposite] == [seam.lot]


def test_worlds_of_two_seeds_differ() -> None:
    window = range(-16, 16)
    assert ways(1, window, window) != ways(2, window, window)


def test_the_end_of_nowhere_is_made_at_once() -> None:
    recipe = parse_recipe(TEXT, Path("land.yaml"))
    verify(generate(recipe, chunk=(0, 0)))
    start = time.process_time()
    built = generate(recipe, chunk=(10**12, -7))
    assert verify(built).rooms == 24
    generate(recipe, chunk=(-(10**99), 10**99))
    assert time.process_time() - start < 5
    assert (built.stem, built.tilemap.properties["chunk"]) == ("land_1000000000000_-7", "1000000000000,-7")


def test_a_chunk_is_built_and_has_no_world_file(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "land.yaml").write_text(TEXT)
    done = levelgen("build", "land.yaml", "--chunk", "1000000000000,-7")
    assert done.returncode == 0, done.stderr
    names = sorted(
        path.name for path in (tmp_path / "build").iterdir() if path.is_file() and not path.name.startswith(".")
    )
    stem = "land_1000000000000_-7"
    assert names == sorted(["levelgen_tiles.png", f"{stem}.tmj", f"{stem}_ground.csv", f"{stem}_walls.csv"])
    assert levelgen("check", f"build/{stem}.tmj").returncode == 0


def test_all_of_it_cannot_be_built(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "land.yaml").write_text(TEXT)
    for command in ("build", "show"):
        done = levelgen(command, "land.yaml")
        message = "world: an endless world cannot be made as one level; name a chunk, such as --chunk 0,0"
        assert (done.returncode, done.stderr) == (2, f"land.yaml:7:1: {message}\n")
    with pytest.raises(RecipeError):
        plan([parse_recipe(TEXT, Path("land.yaml"))])
