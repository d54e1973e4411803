"""Wheels of levelgen and of other people's packages, installed for real: `pytest -m plugins`.

One virtual environment without anything of this one; the packages come and go in it.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.test_readme_plugin import BLOCKS

pytestmark = pytest.mark.plugins

EXAMPLE = Path(__file__).parent / "example"
EIGHT = [
    ("graph builder", "ring"),
    ("spanning tree", "breadth_first"),
    ("pass", "open_longest"),
    ("pass", "lamps"),
    ("tile style", "lava"),
    ("measure", "lit_rooms"),
    ("exporter", "sketch"),
    ("reader", "txt"),
]
RECIPES = {
    "atoll.yaml": """\
levelgen: 1
seed: 3
graph: {ring: {rooms: 12, spacing: 9}}
spanning_tree: breadth_first
passes: [start_exit]
tiles: {archipelago: {radius: 2}}
export: [sketch, tiled]
""",
    "crater.yaml": """\
levelgen: 1
seed: 3
graph: {grid: {rows: 5, columns: 7}}
spanning_tree: breadth_first
passes:
  - open_longest: {count: 20%}
  - start_exit
  - lamps: {share: 0.5}
require: {lit_rooms: 1..}
tiles: {lava: {moat: 3}}
export: [sketch, tiled]
""",
}


class Environment:
    """A virtual environment that knows nothing of this one, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        venv.create(folder / "venv", with_pip=True)

    def pip(self, *arguments: object) -> None:
        command = [str(self.bin / "python"), "-m", "pip", "--disable-pip-version-check", "-q", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=self.folder)
        assert done.returncode == 0, done.stderr

    def run(self, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin / program), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=self.folder)

    def levelgen(self, *arguments: object) -> str:
        done = self.run("levelgen", *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def package(self, name: str, entry_points: str, module: str) -> Path:
        """A wheel of a package of one module."""
        source = self.folder / name
        source.mkdir()
        (source / f"{name}.py").write_text(module, "utf-8")
        (source / "pyproject.toml").write_text(
            '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
            f'[project]\nname = "{name}"\nversion = "0.1"\n{entry_points}\n', "utf-8",
        )  # fmt: skip
        return self.wheel(source)

    def wheel(self, source: Path) -> Path:
        self.pip("wheel", "--no-deps", "--wheel-dir", self.folder / "wheels" / source.name, source)
        (wheel,) = (self.folder / "wheels" / source.name).glob("*.whl")
        return wheel


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """levelgen, from its wheel, and nothing else."""
    environment = Environment(tmp_path_factory.mktemp("installed"))
    environment.pip("install", environment.wheel(ROOT))
    for name, text in RECIPES.items():
        (environment.folder / name).write_text(text, "utf-8")
    return environment


@pytest.fixture(scope="module")
def example_wheel(bare: Environment) -> Path:
    return bare.wheel(EXAMPLE)


@pytest.fixture
def environment(bare: Environment, example_wheel: Path) -> Iterator[Environment]:
    """levelgen and the example."""
    bare.pip("install", "--no-deps", example_wheel)
    yield bare
    bare.pip("uninstall", "-y", "levelgen-example")


def test_the_built_ins_work_from_the_wheel(bare: Environment) -> None:
    bare.levelgen("build", ROOT / "configs", "--out", "maps")
    image = (bare.folder / "maps" / "levelgen_tiles.png").read_bytes()
    assert image.startswith(b"\x89PNG")
    assert image == (ROOT / "levelgen" / "assets" / "levelgen_tiles.png").read_bytes()
    assert "holds" in bare.levelgen("check", "maps/caves.tmj")
    where = "import levelgen, levelgen_exporters as e; print(levelgen.__file__); print(e.__file__)"
    for module in bare.run("python", "-c", where).stdout.splitlines():
        assert Path(module).is_relative_to(bare.folder)
        assert Path(module).with_name("py.typed").is_file()


def test_all_seven_are_listed_with_their_origin(environment: Environment) -> None:
    listed = [line.split("  ") for line in environment.levelgen("plugins", "list").splitlines()]
    columns = [[cell.strip() for cell in line if cell.strip()] for line in listed]
    ours = [(kind, name) for kind, name, origin, *_ in columns if origin == "levelgen-example 1.2"]
    assert sorted(ours) == sorted(EIGHT)
    assert all(len(line) == 4 for line in columns[1:]), "a plug-in without a first line of help"


def test_a_plugin_is_shown_with_its_ranges(environment: Environment) -> None:
    shown = environment.levelgen("plugins", "show", "ring")
    assert "graph builder 'ring' of levelgen-example 1.2" in shown
    assert "rooms      whole number from 3 to 1000  required" in shown
    assert "count      whole number from 0 or 0% to 100%  1" in environment.levelgen("plugins", "show", "open_longest")


def test_levels_of_the_example_hold_and_are_read_back(environment: Environment) -> None:
    built = environment.levelgen("build", *RECIPES, "--out", "ours")
    assert "atoll (seed 3): rooms: 12 | walls: 12 | opened: 11 | components: 1 | loops: 0" in built
    assert "crater (seed 3): rooms: 35 | walls: 58 | opened: 39 | components: 1 | loops: 5" in built
    text = (environment.folder / "ours" / "crater.txt").read_text("utf-8").splitlines()
    assert (len(text), {len(line) for line in text}) == (5 * 2 + 1 + 6, {7 * 2 + 1 + 6})
    assert "l" in "".join(text)
    for name in ("atoll", "crater"):
        by_text, by_tiled = environment.levelgen("check", f"ours/{name}.txt", f"ours/{name}.tmj").splitlines()
        assert by_text.partition(": ")[2] == by_tiled.partition(": ")[2]
        assert by_text.endswith("holds")


def test_a_text_that_was_damaged_does_not_hold(environment: Environment) -> None:
    environment.levelgen("build", "crater.yaml", "--out", "damaged")
    file = environment.folder / "damaged" / "crater.txt"
    file.write_text(file.read_text("utf-8").replace("#", ".", 1), "utf-8")
    done = environment.run("levelgen", "check", "damaged/crater.txt")
    assert (done.returncode, done.stdout) == (1, "  1 × wall → floor at 0,0\n")
    assert "the border is open at tile 0,0" in done.stderr


def test_without_the_package_the_recipe_says_what_is_missing(bare: Environment) -> None:
    done = bare.run("levelgen", "build", "crater.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.partition("; ")[0] for line in done.stderr.splitlines()] == [
        "crater.yaml:4:16: spanning_tree.breadth_first: no spanning tree 'breadth_first'",
        "crater.yaml:6:5: passes[0].open_longest: no pass 'open_longest'",
        "crater.yaml:8:5: passes[2].lamps: no pass 'lamps'",
        "crater.yaml:9:11: require.lit_rooms: no measure 'lit_rooms'",
        "crater.yaml:10:9: tiles.lava: no tile style 'lava'",
        "crater.yaml:11:10: export[0].sketch: no exporter 'sketch'",
    ]
    assert not (bare.folder / "build").exists()


OTHERS = {
    "shadow": (
        '[project.entry-points."levelgen.spanning_trees"]\nkruskal = "shadow:kruskal"',
        "def kruskal(graph, rng):\n    return []\n",
        "spanning tree 'kruskal' comes from levelgen 0.1.0 and from shadow 0.1; rename one",
    ),
    "twin": (
        '[project.entry-points."levelgen.tiles"]\nlava = "twin:lava"',
        "def lava(level, rng):\n    return None\n",
        "tile style 'lava' comes from levelgen-example 1.2 and from twin 0.1; rename one",
    ),
    "broken": (
        '[project.entry-points."levelgen.passes"]\nflood = "broken:flood"',
        "raise RuntimeError('no water')\n",
        "pass 'flood' of broken 0.1 cannot be loaded: RuntimeError: no water",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_packages_that_do_not_get_on(name: str, environment: Environment) -> None:
    entry_points, module, message = OTHERS[name]
    environment.pip("install", environment.package(name, entry_points, module))
    try:
        done = environment.run("levelgen", "plugins", "list")
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        first, second = message.partition(" comes from ")[::2]
        for part in (first, *second.removesuffix("; rename one").split(" and from ")):
            assert part in done.stderr
    finally:
        environment.pip("uninstall", "-y", name)


def test_a_plugin_that_cannot_be_imported_harms_only_who_names_it(environment: Environment) -> None:
    module = "import a_package_that_is_not_there\n"
    environment.pip("install", environment.package(
        "lost", '[project.entry-points."levelgen.passes"]\nlost = "lost:lost"', module))  # fmt: skip
    try:
        environment.levelgen("build", "crater.yaml", "--out", "unharmed")
        (environment.folder / "lost.yaml").write_text(RECIPES["crater.yaml"].replace("start_exit", "lost"), "utf-8")
        done = environment.run("levelgen", "build", "lost.yaml", "--out", "harmed")
        assert done.returncode == 1
        assert done.stderr == (
            "lost.yaml:7:5: passes[1].lost: pass 'lost' of lost 0.1 cannot be loaded: "
            "ModuleNotFoundError: No module named 'a_package_that_is_not_there'\n"
        )
    finally:
        environment.pip("uninstall", "-y", "lost")


@pytest.mark.skipif(not BLOCKS, reason="the README has no section on plug-ins yet")
def test_the_package_of_the_readme_installs(bare: Environment) -> None:
    source = bare.folder / "readme"
    source.mkdir()
    (source / "pyproject.toml").write_text(BLOCKS["pyproject.toml"], "utf-8")
    (source / "ladders.py").write_text(BLOCKS["addons/ladders/plugin.py"], "utf-8")
    (bare.folder / "tower.yaml").write_text(BLOCKS["tower.yaml"], "utf-8")
    bare.pip("install", "--no-deps", bare.wheel(source))
    try:
        assert "tower (seed 7): rooms: 64" in bare.levelgen("build", "tower.yaml", "--out", "tower")
    finally:
        bare.pip("uninstall", "-y", "ladders")


def test_a_new_plugin_package_installs_and_is_green(bare: Environment) -> None:
    bare.levelgen("new", "plugin", "torches", "--package")
    bare.pip("install", "-e", "./torches[test]")
    try:
        assert "pass 'torches' of torches 0.1.0" in bare.levelgen("plugins", "show", "torches")
        tried = bare.run("python", "-m", "pytest", "-q", "torches")
        assert "2 passed" in tried.stdout, tried.stdout + tried.stderr
    finally:
        bare.pip("uninstall", "-y", "torches")
