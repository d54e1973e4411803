"""Maps read back from their files, proved again, and compared with what was built."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from levelgen.addons import project_of
from levelgen.bases import base_of, other_origin
from levelgen.complaint import listed
from levelgen.contract import checked_map
from levelgen.edits import Edits, edits
from levelgen.errors import Place, Problem, RecipeError
from levelgen.files import scratch
from levelgen.pipeline import files_of, generate
from levelgen.plugins import Plugin, registry
from levelgen.reading import load_recipes
from levelgen.regions import cut_off, map_problems
from levelgen.rng import seed_of
from levelgen.settings import limits_of
from levelgen.survey import survey
from levelgen.tilemap import TileMap
from levelgen.world import chunk_of


@dataclass(frozen=True, eq=False)
class Reread:
    """A map as it is now: what does not hold, and its edits where the map as built is known.

    unknown: why no edits are told, where that may surprise.
    """

    tilemap: TileMap
    wrong: tuple[str, ...]
    edits: Edits | None = None
    unknown: str = ""

    def picture(self) -> bytes:
        """A PNG with what is cut off and what was edited marked."""
        none = np.zeros(self.tilemap.owner.shape, np.bool_)
        return survey(self.tilemap, cut_off(self.tilemap) > 0, self.edits.cells if self.edits else none)


def reread(file: Path, recipe: Path | None = None) -> Reread:
    """Read a map back, prove it and tell its edits: against its recipe's level, else against the base that is kept.

    RecipeError where the file or the recipe cannot be read, or the map comes from another state of the recipe.
    """
    now = read_map(file)
    wrong = tuple(map_problems(now))
    if recipe is not None:
        with rebuilt(file, now, recipe) as path:
            return Reread(now, wrong, edits(read_map(path), now))
    base = base_of(file)
    if base is None:
        return Reread(now, wrong)
    built = read_map(base)
    other = other_origin(built.properties, now.properties)
    unknown = f"edits: unknown, as {base} is of another build: {other}" if other else ""
    return Reread(now, wrong, None if other else edits(built, now), unknown)


def read_map(file: Path) -> TileMap:
    """The tile map of a file, by the reader for its ending; RecipeError where there is none or it is no such map."""
    if not file.is_file():
        raise _mistake(file, "no such file")
    reader, most = reader_of(file), limits_of(project_of(file)).file_size
    if file.stat().st_size > most << 20:
        mend = "raise 'file_size' under [limits] in levelgen.toml"
        raise _mistake(file, f"larger than {most} MiB, which is all that is read; {mend}")
    with reader.named():
        return checked_map(reader(file))


def reader_of(file: Path) -> Plugin:
    """The reader for a file's ending."""
    plugins = registry(project_of(file))
    kind, names = file.suffix.lstrip("."), plugins.names("readers")
    if kind not in names:
        raise _mistake(file, f"cannot be read back; there is a reader for {listed([f'.{name}' for name in names])}")
    return plugins.find("readers", kind)


@contextmanager
def rebuilt(file: Path, now: TileMap, path: Path) -> Iterator[Path]:
    """The map `file` as its recipe makes it, in a folder that is there as long as the context lasts."""
    digest, seed = (now.properties.get(name) for name in ("recipe_sha256", "seed"))
    recipes = {recipe.digest: recipe for recipe in load_recipes(path)}
    if digest not in recipes:
        digests = f"recipe_sha256 {min(recipes)[:8]}…, not {str(digest)[:8]}…"
        mend = "take the state of it that was built"
        raise _mistake(path, f"is not the recipe that {file} was made by ({digests}); {mend}")
    recipe = recipes[str(digest)]
    attempt = now.properties.get("attempt", 0)
    own = recipe.seed if str(recipe.seed) == seed else seed_of(str(seed))
    built = generate(recipe, own, attempt=attempt if isinstance(attempt, int) else 0, chunk=chunk_of(now.properties))
    files = files_of(built)
    name = built.stem + file.suffix
    if name not in files:
        raise _mistake(path, f"exports no {file.suffix} file")
    with scratch(files) as folder:
        yield folder / name


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
