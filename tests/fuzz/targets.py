"""What is fuzzed: each reader of strangers' files takes any bytes, and answers or raises a LevelgenError in whole lines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from levelgen_exporters.merging import tmj as tmj_merger
from levelgen_exporters.tmj import tmj
from levelgen_exporters.tmx_reader import tmx

from levelgen.contract import checked_map
from levelgen.edits import edits
from levelgen.errors import LevelgenError, RecipeError
from levelgen.reading import parse_recipes
from levelgen.regions import cut_off, map_problems
from levelgen.survey import survey
from levelgen.tiled_tileset import read_tiled_tileset
from levelgen.tilemap import TileMap

_FOLDER = Path(tempfile.mkdtemp(prefix="levelgen-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
_CORPUS = Path(__file__).parent / "corpus"
_BASE, _REBUILT = ((_CORPUS / "merge" / f"{name}.tmj").read_bytes() for name in ("base", "rebuilt"))


def recipe(data: bytes) -> None:
    """The reader of recipes, tilesets in them included."""
    parse_recipes(data, _FOLDER / "fuzzed.yaml")


def tmj_map(data: bytes) -> None:
    """The reader of .tmj files, the proof of what it reads, and its picture."""
    tilemap = tmj(_file("fuzzed.tmj", data))
    _prove(tilemap)
    edits(tilemap, tilemap)
    survey(tilemap, cut_off(tilemap) > 0, tilemap.walkable)


def tmx_map(data: bytes) -> None:
    """The reader of .tmx files, and the proof of what it reads."""
    _prove(tmx(_file("fuzzed.tmx", data)))


def merge(data: bytes) -> None:
    """The merger, fed with any edited map; what it makes of it is what the reader reads."""
    merged = tmj_merger(_BASE, data, _REBUILT)
    tmj(_file("merged.tmj", merged.data))


def tileset(data: bytes) -> None:
    """The readers of .tsj and .tsx files, told apart by the first byte."""
    read_tiled_tileset(_file("fuzzed.tsx" if data[:1] == b"<" else "fuzzed.tsj", data))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "recipe": recipe,
    "tmj": tmj_map,
    "tmx": tmx_map,
    "tileset": tileset,
    "merge": merge,
}


def feed(target: Callable[[bytes], None], data: bytes) -> None:
    """Run a target; anything but an answer or an error for people is a find."""
    try:
        target(data)
    except RecipeError as error:
        for problem in error.problems:
            assert str(problem).isprintable(), repr(str(problem))
    except LevelgenError as error:
        assert "\n" not in str(error), repr(str(error))


def _prove(tilemap: TileMap) -> None:
    list(map_problems(checked_map(tilemap)))


def _file(name: str, data: bytes) -> Path:
    path = _FOLDER / name
    path.write_bytes(data)
    return path
