"""The lock: what is noted, what counts as a change, and which step is said to have changed first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from levelgen_exporters.picture import picture

from levelgen import generate, load_recipe
from levelgen.lock import NAME, load
from levelgen.meaning import digest_of
from levelgen.pipeline import files_of
from levelgen.reading import parse_recipe
from levelgen.trace import trace
from tests.conftest import CONFIGS, ROOT, Command

RECIPE = """levelgen: 1
seed: 5
graph: {grid: {rows: 6, columns: 7}}
spanning_tree: wilson
passes: [{extra_loops: {count: 2}}, start_exit, {treasure: {count: 2}}]
tiles: {blocks: {corridor: 1}}
export: [tiled]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "levels").mkdir()
    (tmp_path / "levelgen.toml").write_text("", "utf-8")
    for name in "ab":
        (tmp_path / "levels" / f"{name}.yaml").write_text(RECIPE, "utf-8")
    return tmp_path


def edit(project: Path, old: str, new: str) -> None:
    path = project / "levels" / "a.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def test_a_lock_holds_what_was_made(project: Path, levelgen: Command) -> None:
    done = levelgen("build", "levels", "--lock")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "locked in levelgen.lock"
    lock = load(project / NAME)
    assert list(lock) == ["a", "b"]
    assert lock["a"].recipe == "levels/a.yaml"
    steps = [(step.step, step.algorithm) for step in lock["a"].steps]
    assert steps == [
        ("graph", "grid@1"), ("spanning_tree", "wilson@1"), ("passes[0]", "extra_loops@1"), ("passes[1]", "start_exit@1"),
        ("passes[2]", "treasure@1"), ("tiles", "blocks@1"), ("paint", "paint@1"),
    ]  # fmt: skip
    assert sorted(lock["a"].files) == ["a.tmj", "levelgen_tiles.png"]
    before = (project / NAME).read_bytes()
    assert levelgen("build", "levels", "--locked", "--jobs", "2").returncode == 0
    assert levelgen("build", "levels", "--lock", "--jobs", "1").returncode == 0
    assert (project / NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("columns: 7", "columns: 8", "graph is the first step that made something else (grid@1)"),
     ("wilson", "kruskal", "spanning_tree is the first step that made something else (wilson@1 then, kruskal@1 now)"),
     ("count: 2}}, start", "count: 3}}, start", "passes[0] is the first step that made something else (extra_loops@1)"),
     ("treasure: {count: 2}", "treasure: {count: 3}", "passes[2] is the first step that made something else (treasure@1)"),
     (", {treasure: {count: 2}}", "", "tiles is the first step that made something else (treasure@1 then, blocks@1 now)"),
     ("corridor: 1", "corridor: 2", "tiles is the first step that made something else (blocks@1)"),
     ("[tiled]", "[tiled, csv]", "all steps are the same, but a.tmj says something else"),
     ("seed: 5", "seed: 6", "it was made by seed 5, attempt 0 and is made by seed 6, attempt 0")],
)  # fmt: skip
def test_the_first_step_that_changed_is_named(old: str, new: str, said: str, project: Path, levelgen: Command) -> None:
    assert levelgen("build", "levels", "--lock").returncode == 0
    made = (project / "build" / "a.tmj").read_bytes()
    edit(project, old, new)
    done = levelgen("build", "levels", "--locked")
    assert done.returncode == 1
    first = done.stderr.splitlines()[0]
    seed = 6 if "seed" in new else 5
    assert first.startswith(f"levels/a.yaml: level a (seed {seed}) differs from levelgen.lock: ")
    assert said in first
    assert (project / "build" / "a.tmj").read_bytes() == made, "a level that differs was written"
    assert done.stdout == "unchanged: 1 level\n"


def test_new_and_gone_levels_are_said(project: Path, levelgen: Command) -> None:
    assert levelgen("build", "levels", "--lock").returncode == 0
    (project / "levels" / "b.yaml").rename(project / "levels" / "c.yaml")
    done = levelgen("build", "levels", "--locked")
    assert done.returncode == 1
    assert done.stderr.splitlines()[:2] == [
        "levels/c.yaml: level c (seed 5) is not in levelgen.lock; if it is new, build with --lock",
        f"{project / NAME}: level b is locked, but levels/b.yaml is gone; build with --lock",
    ]
    assert levelgen("build", "levels", "--lock").returncode == 0
    assert list(load(project / NAME)) == ["a", "c"]


def test_locking_one_recipe_leaves_the_others_locked(project: Path, levelgen: Command) -> None:
    assert levelgen("build", "levels", "--lock").returncode == 0
    edit(project, "wilson", "kruskal")
    assert levelgen("build", "levels/a.yaml", "--lock").returncode == 0
    assert levelgen("build", "levels", "--locked").returncode == 0


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"levelgen_lock": 1, "levels": {"a": {}}}', '{"levelgen_lock": 2}', "[" * 9999]
)
def test_a_broken_lock_is_said_and_left_alone(text: str, project: Path, levelgen: Command) -> None:
    (project / NAME).write_text(text, "utf-8")
    for option in ("--locked", "--lock"):
        done = levelgen("build", "levels", option)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"{project / NAME}: is ")
        assert (project / NAME).read_text("utf-8") == text


def test_both_options_at_once_are_a_mistake(project: Path, levelgen: Command) -> None:
    assert levelgen("build", "levels", "--lock", "--locked").returncode == 2


def test_a_level_that_fails_is_not_locked(project: Path, levelgen: Command) -> None:
    edit(project, "treasure: {count: 2}", "treasure: {count: 99}")
    assert levelgen("build", "levels", "--lock").returncode == 1
    assert not (project / NAME).exists()


PAIRS = [
    ("[tiled]", "[tiled: {encoding: zlib}]", "x.tmj"), ("[tiled: {encoding: base64}]", "[tiled: {encoding: gzip}]", "x.tmj"),
    ("[tmx: {encoding: csv}]", "[tmx: {encoding: zstd}]", "x.tmx"),
    ("[tiled: {infinite: true}]", "[tiled: {infinite: true, encoding: zstd}]", "x.tmj"),
    ("[tmx: {infinite: true, encoding: csv}]", "[tmx: {infinite: true, encoding: zlib}]", "x.tmx"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two", "name"), PAIRS)
def test_compression_is_no_meaning_but_a_tile_is(one: str, two: str, name: str) -> None:
    files = []
    for export in (one, two):
        recipe = parse_recipe(RECIPE.replace("[tiled]", export), Path("x.yaml"))
        data = files_of(generate(recipe))[name]
        files.append(data.replace(recipe.digest.encode(), b"0" * 64))
    assert files[0] != files[1]
    assert digest_of(name, files[0]) == digest_of(name, files[1])
    other = parse_recipe(RECIPE.replace("[tiled]", one).replace("seed: 5", "seed: 6"), Path("x.yaml"))
    assert digest_of(name, files_of(generate(other))[name]) != digest_of(name, files[0])


def test_spelling_is_no_meaning(tmp_path: Path) -> None:
    data = json.dumps({"b": [1, 2], "a": "x"}).encode()
    assert digest_of("a.json", data) == digest_of("a.json", b'{"a":"x","b":[1,2]}\n')
    assert digest_of("a.json", data) != digest_of("a.json", b'{"a":"x","b":[2,1]}')
    assert digest_of("a.txt", b"a") != digest_of("a.txt", b"a\n")
    png = picture(generate(load_recipe(ROOT / "configs" / "caves.yaml")))[".png"]
    (tmp_path / "a.png").write_bytes(png)
    from PIL import Image

    with Image.open(tmp_path / "a.png") as image:
        image.convert("RGBA").save(tmp_path / "b.png", compress_level=1)
    assert (tmp_path / "b.png").read_bytes() != png
    assert digest_of("a.png", (tmp_path / "b.png").read_bytes()) == digest_of("a.png", png)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_trace_has_a_print_for_each_step(path: Path) -> None:
    recipe = load_recipe(path)
    built = generate(recipe)
    steps = trace(built)
    assert len(steps) == len(recipe.passes) + 4
    assert steps == trace(generate(recipe))
    changed = [step for step, other in zip(steps, trace(generate(recipe, 99991)), strict=True) if step != other]
    assert changed or path.stem == "cables", "cables has nothing that is drawn"
