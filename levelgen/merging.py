"""A hand-edited map and a changed recipe made into one map, which is proved before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from levelgen.addons import project_of
from levelgen.bases import FOLDER, base_of, bases, other_origin
from levelgen.edits import edits
from levelgen.errors import GenerationError, Place, Problem, RecipeError
from levelgen.files import locked, scratch, write_all
from levelgen.level import Scalar
from levelgen.pipeline import BuiltLevel, files_of, generate
from levelgen.plugins import registry
from levelgen.reading import load_recipes
from levelgen.recipe import Recipe
from levelgen.regions import map_problems
from levelgen.reread import Reread, read_map
from levelgen.rng import Seed, seed_of
from levelgen.tiled_tileset import ENDINGS, LARGEST_FILE
from levelgen.verify import verify
from levelgen.world import chunk_of


@dataclass(frozen=True, eq=False)
class Merging:
    """What became of a merge: the map read back, with what the team's edits are against the recipe's level.

    conflicts: what both changed; the team's is kept. files: what is to be written, the map and its base among it.
    """

    name: str
    folder: Path
    reread: Reread
    conflicts: tuple[str, ...]
    files: Mapping[str, bytes]

    def write(self, tell: Callable[[str], None] = lambda message: None) -> list[Path]:
        """Write the map, if it holds; where the edited one stood, that stays under another name. Returns all paths.

        Waits for a build that is busy in the folder; `tell` gets such news, in words.
        """
        if self.reread.wrong:
            raise GenerationError(f"{self.folder / self.name} does not hold: {'; '.join(self.reread.wrong)}")
        there = self.folder / self.name
        with locked(self.folder, tell):
            kept = {_free_name(there): there.read_bytes()} if there.is_file() else {}
            write_all(kept, self.folder)
            return write_all(self.files, self.folder) + [self.folder / name for name in kept]


def merge(path: Path, edited: Path, base: Path | None, out: Path | None, seed: Seed | None = None) -> Merging:
    """The level of a recipe with the edits that a map has against its base; nothing is written yet.

    base: the map as built, else the one that the build kept. out: where the result goes, else where the map lies.
    seed: else the recipe's own where the map is called as the recipe, else the map's.
    RecipeError where the files do not belong together, GenerationError where the maps cannot be merged.
    """
    now, folder = read_map(edited), out or edited.parent
    origin = base or base_of(edited) or base_of(folder / edited.name)
    if origin is None:
        raise _mistake(edited, f"no map as built is kept in {edited.parent / FOLDER}; name one by --base")
    if other := other_origin(read_map(origin).properties, now.properties):
        raise _mistake(origin, f"is of another build than {edited}: {other}")
    built = _rebuilt(path, edited.stem, now.properties, seed)
    files = files_of(built)
    if edited.name not in files:
        raise _mistake(path, f"exports no {edited.suffix} file, which {edited} is")
    merger = registry(project_of(path))
    if edited.suffix[1:] not in merger.names("mergers"):
        raise _mistake(edited, f"maps of this kind cannot be merged; save it as .{merger.names('mergers')[0]}")
    plugin = merger.find("mergers", edited.suffix[1:])
    try:
        with plugin.named():
            merged = plugin(origin.read_bytes(), edited.read_bytes(), files[edited.name])
    except GenerationError as error:
        raise GenerationError(f"{edited}: {error}") from error
    shared = {name: data for name, data in files.items() if not name.startswith(built.stem)}
    mine = _own_tilesets(shared, folder)
    conflicts = (*merged.conflicts, *(f"{name} was edited by hand; it is kept" for name in mine))
    rebuilt = {edited.name: merged.base, **shared}
    written = {edited.name: merged.data, **{name: data for name, data in shared.items() if name not in mine},
               **bases(rebuilt, [edited.suffix[1:]])}  # fmt: skip
    return Merging(edited.name, folder, _proved(rebuilt, written, edited), conflicts, written)


def _rebuilt(path: Path, stem: str, properties: Mapping[str, Scalar], seed: Seed | None) -> BuiltLevel:
    """The recipe's level, proved: by the seed asked for, by its own, or, of a map with another name, by the map's."""
    recipe = _recipe(path, properties)
    if seed is None and (recipe.seed is None or stem != recipe.name) and "seed" in properties:
        seed = seed_of(str(properties["seed"]))
    built = generate(recipe, seed, stem, chunk=chunk_of(properties))
    verify(built)
    return built


def _recipe(path: Path, properties: Mapping[str, Scalar]) -> Recipe:
    recipes = load_recipes(path)
    named = [recipe for recipe in recipes if recipe.name == properties.get("name")] or recipes
    if len(named) > 1:
        raise _mistake(path, f"makes {len(recipes)} levels, and none is called {properties.get('name')!r} as the map")
    return named[0]


def _own_tilesets(shared: Mapping[str, bytes], folder: Path) -> list[str]:
    """The tileset files in the output that are neither as they were built nor as they would be now."""
    mine = []
    for name, data in shared.items():
        there, kept = folder / name, base_of(folder / name)
        if name.endswith(ENDINGS) and there.is_file() and kept is not None:
            mine += [name] if there.read_bytes() not in (data, kept.read_bytes()) else []
    return mine


def _proved(rebuilt: Mapping[str, bytes], written: Mapping[str, bytes], edited: Path) -> Reread:
    """The merged map read back from a folder that lies as the edited one's does, with the tilesets that lie there."""
    tilesets = dict(_tilesets_beside(edited))
    with scratch({**tilesets, **rebuilt}, edited.parent) as folder:
        built = read_map(folder / edited.name)
    with scratch(
        {**tilesets, **{name: data for name, data in written.items() if "/" not in name}}, edited.parent
    ) as folder:
        now = read_map(folder / edited.name)
    return Reread(now, tuple(map_problems(now)), edits(built, now))


def _tilesets_beside(edited: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(edited.parent.iterdir()):
        if file.suffix in ENDINGS and file.is_file() and file.stat().st_size <= LARGEST_FILE:
            yield file.name, file.read_bytes()


def _free_name(path: Path) -> str:
    """`caves.edited.tmj`, or `caves.edited-2.tmj` … where that is taken."""
    names = (f"{path.stem}.edited{f'-{number}' if number > 1 else ''}{path.suffix}" for number in range(1, 1_000_000))
    return next(name for name in names if not (path.parent / name).exists())


def _mistake(path: Path, message: str) -> RecipeError:
    return RecipeError([Problem(Place(str(path)), message)])
