"""What a stranger's project may cost, and where it may read: figures and mends, before anything is made room for."""

from __future__ import annotations

import json
import resource
from dataclasses import replace
from pathlib import Path

import pytest

from levelgen import generate
from levelgen.errors import GenerationError, RecipeError
from levelgen.limits import Limits
from levelgen.reading import load_recipe, parse_recipe
from levelgen.settings import limits_of
from tests.conftest import Command

HEAD = "levelgen: 1\nseed: 1\nspanning_tree: kruskal\n"
GRID = HEAD + "graph: {{grid: {{rows: {}, columns: {}}}}}\n"
ISLES = HEAD + "graph: {islands: {count: 3, width: 65536, height: 65536, candidates: octants%s}}\n"
MEND = "are allowed: make it smaller, or raise '{}' under [limits] in levelgen.toml"


def complaint(text: str, folder: Path = Path()) -> str:
    with pytest.raises(RecipeError) as error:
        parse_recipe(text, folder / "big.yaml")
    return str(error.value)


def test_a_recipe_of_a_billion_billion_rooms_is_refused_with_the_figure() -> None:
    said = complaint(GRID.format(10**9, 10**9))
    assert said == f"big.yaml:4:9: graph.grid: asks for {10**18} rooms; at most 4000000 {MEND.format('rooms')}"


def test_islands_on_an_endless_map_are_refused() -> None:
    assert f"asks for {65536**2} tiles; at most" in complaint(ISLES % ", min_distance: 3")


@pytest.mark.parametrize(
    "tiles", ["blocks: {corridor: 64, wall: 64}", "rooms: {width: [200, 250], height: [200, 250]}"]
)
def test_a_map_of_too_many_tiles_is_refused_before_it_is_made(tiles: str) -> None:
    recipe = parse_recipe(GRID.format(200, 200) + f"tiles: {{{tiles}}}\n", Path("big.yaml"))
    with pytest.raises(GenerationError, match=r"big.yaml:5:9: tiles\.\w+: asks for \d+ tiles; at most 67108864 are"):
        generate(recipe)


def test_an_archipelago_of_too_many_tiles_is_refused_before_it_is_made() -> None:
    with pytest.raises(GenerationError, match=r"tiles\.archipelago: asks for 42\d+ tiles; at most 67108864 are"):
        generate(parse_recipe(ISLES % "", Path("big.yaml")))


@pytest.mark.parametrize(
    "text",
    [
        GRID.format(3, 4) + "tiles: {blocks: {corridor: 3, wall: 2}}\n",
        GRID.format(3, 4) + "tiles: {rooms: {width: [3, 9], height: [2, 5], gap: 3}}\n",
        HEAD + "graph: {islands: {count: 5, width: 20, height: 12}}\ntiles: {archipelago: {radius: 2, scale: 3}}\n",
    ],
)
def test_tile_styles_say_how_many_tiles_they_make(text: str) -> None:
    """With a limit of one tile fewer the level is refused, and with the limit it is made."""
    recipe = parse_recipe(text, Path("a.yaml"))
    size = generate(recipe).tilemap.owner.size
    for most, fits in ((size, True), (size - 1, False)):
        limited = replace(recipe, limits=Limits(tiles=most))
        if fits:
            generate(limited)
        else:
            with pytest.raises(GenerationError, match=rf"asks for {size} tiles; at most {most} are"):
                generate(limited)


def test_a_project_sets_its_limits(tmp_path: Path) -> None:
    (tmp_path / "levelgen.toml").write_text("[limits]\nrooms = 11\ntiles = 99\n")
    assert limits_of(tmp_path) == Limits(rooms=11, tiles=99)
    assert f"asks for 12 rooms; at most 11 {MEND.format('rooms')}" in complaint(GRID.format(3, 4), tmp_path)
    (tmp_path / "small.yaml").write_text(GRID.format(2, 5))
    assert load_recipe(tmp_path / "small.yaml").limits.rooms == 11


WRONG = {
    "[limits]\nrooms = 0\n": "[limits] rooms must be a whole number from 1 to 536870912, not 0",
    "[limits]\ntiles = 1.5\n": "[limits] tiles must be a whole number from 1 to 2147483648, not 1.5",
    "[limits]\nrooms = true\n": "[limits] rooms must be a whole number from 1 to 536870912, not true",
    "[limits]\nroom = 3\n": "unknown key 'room'; did you mean 'rooms'?",
    "[tilesets]\noutside = 3\n": '[tilesets] outside must be a list of folders, such as ["../art"]',
    "limits = 3\n": "[limits] must be a table, with lines such as 'rooms = 1000'",
    "x = " + "[" * 5000 + "\n": "not readable as TOML: it is nested too deeply",
    "# " + "x" * (1 << 20): "larger than 1 MiB",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_limits_are_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "levelgen.toml").write_text(text)
    (tmp_path / "t.png").write_bytes(b"")
    said = complaint(GRID.format(3, 4) + "tileset: t.png\n", tmp_path)
    assert said.startswith(f"{tmp_path / 'levelgen.toml'}")
    assert said.endswith(WRONG[text])
    assert "\n" not in said


def test_greedy_recipes_cost_little(tmp_path: Path, levelgen: Command) -> None:
    for name, text in (("a", GRID.format(10**6, 10**6)), ("b", ISLES % ", min_distance: 9")):
        (tmp_path / f"{name}.yaml").write_text(text)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = levelgen("build", ".")
    assert (done.returncode, done.stderr.count("\n")) == (2, 2)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= max(before, 400 * 1024)


@pytest.fixture
def project(tmp_path: Path, levelgen: Command) -> Path:
    """A project with a map whose tileset lies in another folder of it."""
    folder = tmp_path / "game"
    (folder / "maps").mkdir(parents=True)
    (folder / "levelgen.toml").write_text("")
    (folder / "hall.yaml").write_text(GRID.format(2, 3) + "export: [tiled: {tileset: external}]\n")
    assert levelgen("build", "hall.yaml", "--out", "maps", cwd=folder).returncode == 0
    return folder


def test_a_map_reads_tilesets_of_its_project_only(project: Path, tmp_path: Path, levelgen: Command) -> None:
    path, tileset = project / "maps" / "hall.tmj", project / "maps" / "levelgen.tsj"
    places = {"../art.tsj": project / "art.tsj", "../../art.tsj": tmp_path / "art.tsj"}
    for file in places.values():
        file.write_bytes(tileset.read_bytes())
    (project / "maps" / "link.tsj").symlink_to(tmp_path / "art.tsj")
    said = {}
    for source in (*places, str(tmp_path / "art.tsj"), "link.tsj"):
        document = json.loads(path.read_bytes())
        document["tilesets"][0]["source"] = source
        path.write_text(json.dumps(document))
        said[source] = levelgen("check", path).stderr
    assert said.pop("../art.tsj") == ""
    (project / "levelgen.toml").write_text(f'[tilesets]\noutside = ["{tmp_path}"]\n')
    assert levelgen("check", path).stderr == ""
    assert all(
        "lies outside the project's folder; a file levelgen.toml, which may be empty" in s for s in said.values()
    )


def test_a_map_larger_than_the_limit_is_not_read(project: Path, levelgen: Command) -> None:
    (project / "levelgen.toml").write_text("[limits]\nfile_size = 1\n")
    path = project / "maps" / "hall.tmj"
    path.write_bytes(path.read_bytes() + b" " * (1 << 20))
    done = levelgen("check", path)
    assert (done.returncode, "larger than 1 MiB, which is all that is read; raise 'file_size'" in done.stderr) == (
        2,
        True,
    )


def test_control_characters_reach_no_terminal(project: Path, levelgen: Command) -> None:
    path = project / "maps" / "hall.tmj"
    document = json.loads(path.read_bytes())
    thing = {"type": "\x1b]0;own\x07", "x": 0, "y": 0, "width": 0, "height": 0, "id": 9}
    document["layers"][2]["objects"].append(thing)
    path.write_text(json.dumps(document))
    said = levelgen("check", path)
    assert "\\x1b]0;own\\x07 at tile 0,0" in said.stderr
    assert "\x1b" not in said.stderr + said.stdout


def test_an_addon_behind_a_link_is_not_even_named(project: Path, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "plugin.cfg").write_text(
        '[plugin]\nname="f"\nscript="plugin.py"\n[levelgen.passes]\nflood="flood"\n'
    )
    (tmp_path / "far" / "plugin.py").write_text("raise SystemExit('ran')\n")
    (project / "addons").mkdir()
    (project / "addons" / "far").symlink_to(tmp_path / "far")
    (project / "hall.yaml").write_text(GRID.format(2, 3) + "passes: [flood]\n")
    said = levelgen("build", "hall.yaml", cwd=project).stderr
    assert "no pass 'flood'" in said
    assert "far" not in said.replace(str(tmp_path), "")
