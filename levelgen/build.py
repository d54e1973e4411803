"""Many levels: which recipes and seeds, under which names, and each one generated, proved and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from levelgen.errors import GenerationError, LevelgenError, Place, Problem, RecipeError
from levelgen.executors import HERE, LostError, Workers
from levelgen.files import Content, locked, remove_stale
from levelgen.gathering import Gathering, WorldMade, with_worlds
from levelgen.lock import Entry, Locks, entry_of, entry_told
from levelgen.parcel import packed, unpacked
from levelgen.pipeline import chosen_seed, contents_of, generate, own_files
from levelgen.reading import is_recipe, load_recipes
from levelgen.reading.extending import contents
from levelgen.recipe import Recipe, Setting
from levelgen.rng import Seed
from levelgen.verify import Proof, verify
from levelgen.world import Chunk, chunks_of, stem_of
from levelgen.writer import Writer


@dataclass(frozen=True)
class Job:
    """One level to make: a recipe by a seed, under a name; by one attempt of it, or by the first that is inside.

    traced: whether an entry for a lock is made. chunk: which one of the recipe's world; of such a level `stem` says
    it too.
    """

    recipe: Recipe
    seed: Seed
    stem: str
    attempt: int | None = None
    traced: bool = False
    chunk: Chunk | None = None

    @property
    def made_by(self) -> dict[str, Any]:
        """All that makes its files what they are, but its recipe."""
        return {name: value for name, value in vars(self).items() if name not in ("recipe", "traced")}


@dataclass(frozen=True)
class Finished:
    """A level that was made and proved: its attempt, its proof, the notes of its steps, and its files by name."""

    attempt: int
    proof: Proof
    notes: tuple[str, ...]
    files: Mapping[str, Content]
    entry: Entry | None = None


@dataclass(frozen=True)
class Made:
    """A level that was made, proved and written.

    files: paths, or URLs. because: what it was made anew for, such as `recipe` or `missing`.
    """

    job: Job
    attempt: int
    proof: Proof
    notes: tuple[str, ...]
    files: tuple[Path | str, ...]
    because: tuple[str, ...]
    entry: Entry | None = None


@dataclass(frozen=True)
class Kept:
    """A level whose files are as a build left them, and which nothing asks to make anew."""

    job: Job
    files: tuple[Path, ...]
    entry: Entry | None = None


@dataclass(frozen=True)
class Failed:
    """A level that was not, and why."""

    job: Job
    error: LevelgenError


def find_recipes(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """The recipe files among `paths` and in folders among them, and the YAML files that are none.

    A folder stands for every .yaml and .yml file below it, what is hidden left out, in order of name;
    there a file without the key `levelgen` is passed over. Raises RecipeError for what does not exist
    or cannot be read.
    """
    found: list[Path] = []
    passed_over: list[Path] = []
    problems: list[Problem] = []
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - Path's own raises where a name is too long
            before = len(problems)
            files = list(_yaml_files(path, problems))
            for file in files:
                try:
                    (found if _is_recipe_file(file) else passed_over).append(file)
                except RecipeError as error:
                    problems += error.problems
            if not files and len(problems) == before:
                problems.append(Problem(Place(str(path)), "no .yaml or .yml file in this folder"))
        elif os.path.exists(path):  # noqa: PTH110 - as above
            found.append(path)
        else:
            problems.append(Problem(Place(str(path)), "no such file or folder"))
    if problems:
        raise RecipeError(problems)
    return list(dict.fromkeys(found)), passed_over


def load_all(paths: Iterable[Path], settings: Sequence[Setting] = ()) -> list[Recipe]:
    """The recipes of these files, set as `settings` says; RecipeError with the mistakes of all of them."""
    recipes: list[Recipe] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            recipes += load_recipes(path, settings)
        except RecipeError as error:
            problems += error.problems
    if problems:
        raise RecipeError(problems)
    return recipes


def plan(
    recipes: Iterable[Recipe],
    seeds: Sequence[Seed] = (),
    attempt: int | None = None,
    traced: bool = False,
    chunk: Chunk | None = None,
) -> list[Job]:
    """A job for each recipe and seed, of a world for each chunk or the one asked for.

    Without seeds, by the recipe's own or one drawn now. Several seeds make names NAME-SEED, chunks NAME_ROW_COLUMN.
    RecipeError where two outputs would have one name, in any case, and where there is no such chunk.
    """
    jobs: list[Job] = []
    first: dict[str, Job] = {}
    problems: list[Problem] = []
    for recipe in recipes:
        try:
            chunks = chunks_of(recipe, chunk)
            made = _jobs(recipe, seeds or recipe.seeds, chunks)
            jobs += [replace(job, attempt=attempt, traced=traced) for job in made]
        except RecipeError as error:
            problems += error.problems
    for job in jobs:
        other = first.setdefault(job.stem.casefold(), job)
        if other is not job:
            message = f"writes '{job.stem}', as {other.recipe.path} does; give one of them another 'name:'"
            problems.append(Problem(Place(str(job.recipe.path)), message))
    if problems:
        raise RecipeError(problems)
    return jobs


def _jobs(recipe: Recipe, seeds: Sequence[Seed], chunks: Sequence[Chunk | None]) -> Iterator[Job]:
    for seed in seeds or [chosen_seed(recipe)]:
        stem = f"{recipe.name}-{seed}" if len(seeds) > 1 else recipe.name
        for chunk in chunks:
            yield Job(recipe, seed, stem_of(stem, chunk), chunk=chunk)


def run(
    jobs: Sequence[Job],
    out: Path,
    durable: bool = False,
    workers: Workers = HERE,
    locks: Locks | None = None,
    force: bool = False,
    tell: Callable[[str], None] = lambda message: None,
) -> Iterator[Made | Kept | WorldMade | Failed]:
    """Make, prove and write the levels that changed, in the order of the jobs; one that fails does not stop the others.

    Workers make levels side by side; they are written here. What a level was made from is kept in the folder's
    manifest: one that would be made from the same, and whose files are as they were written, is Kept; one whose files
    were edited since is Failed, unless `force` makes all anew. A level that differs from its lock fails and is not
    written. Behind the last chunk of a whole world comes the world. While another build is busy in the folder this one
    waits, if it has anything to do; `tell` gets such news, in words.
    """
    if not force and (idle := _idle(jobs, out, locks)):
        yield from idle
        return
    with locked(out, tell):
        remove_stale(out)
        writer = Writer(out, durable)
        if writer.manifest.damage:
            tell(writer.manifest.damage)
        found = with_worlds(jobs, [_looked_at(job, writer, locks, force) for job in jobs], writer)
        results = _results([job for job, why in zip(jobs, found, strict=True) if isinstance(why, tuple)], workers)
        with Gathering(writer) as worlds:
            for job, why in zip(jobs, found, strict=True):
                if not isinstance(why, tuple):
                    yield why
                    continue
                level = next(results)
                yield (made := _written(job, level, writer, locks, why))
                if isinstance(made, Made) and isinstance(level, Finished):
                    yield from worlds.add(job, level)
        writer.manifest.save(durable)


def _idle(jobs: Sequence[Job], out: Path, locks: Locks | None) -> list[Kept]:
    """All levels, where each is as it was and nothing must be written; else none. It only reads, and needs no lock."""
    writer = Writer(out)
    if writer.manifest.changed:
        return []
    kept: list[Kept] = []
    for job in jobs:
        result = _looked_at(job, writer, locks, force=False)
        if not isinstance(result, Kept):
            return []
        kept.append(result)
    return kept if all(isinstance(why, Kept) for why in with_worlds(jobs, kept, writer)) else []


def _looked_at(job: Job, writer: Writer, locks: Locks | None, force: bool) -> Kept | Failed | tuple[str, ...]:
    """Why a level must be made, or what else becomes of it."""
    if force:
        return ("forced",)
    try:
        if why := writer.why(job.recipe, **job.made_by):
            return why
        told = writer.manifest.entries[job.stem].trace
        if job.traced and told is None:
            return ("lock",)
        entry = entry_told(told) if job.traced and told else None
        if locks and entry:
            locks.hold(job.recipe, job.stem, entry)
        return Kept(job, writer.files(job.stem), entry)
    except LevelgenError as error:
        return Failed(job, error)


def _written(
    job: Job, level: Finished | LevelgenError, writer: Writer, locks: Locks | None, why: tuple[str, ...]
) -> Made | Failed:
    try:
        if isinstance(level, LostError):
            raise GenerationError(f"{job.recipe.path}: {job.stem}: {level}")
        if isinstance(level, LevelgenError):
            raise level
        if locks and level.entry:
            locks.hold(job.recipe, job.stem, level.entry)
        trace = asdict(level.entry) if level.entry else None
        paths = writer.write(own_files(level.files), trace, job.recipe, **job.made_by)
    except LevelgenError as error:
        return Failed(job, error)
    return Made(job, level.attempt, level.proof, level.notes, paths, why, level.entry)


def make(job: Job) -> Finished | LevelgenError:
    """Generate and prove a level and spell its files; an error is given back, so that it can cross processes."""
    try:
        built = generate(job.recipe, job.seed, job.stem, job.attempt, job.chunk)
        proof, files = verify(built), contents_of(built)
        entry = entry_of(built, own_files(files)) if job.traced else None
        return Finished(built.attempt, proof, built.notes, files, entry)
    except LevelgenError as error:
        return error


def _results(jobs: Sequence[Job], workers: Workers) -> Iterator[Finished | LevelgenError]:
    if workers.needed(len(jobs)):
        return workers.stream(_make_elsewhere, map(_order, jobs), len(jobs))
    return map(make, jobs)


def _order(job: Job) -> tuple[bytes, Mapping[str, Any]]:
    """The job as it is sent: its recipe as bytes, and its other fields."""
    return packed(job.recipe), {name: value for name, value in vars(job).items() if name != "recipe"}


def _make_elsewhere(order: tuple[bytes, Mapping[str, Any]]) -> Finished | LevelgenError:
    """`make` in a worker."""
    recipe, fields = order
    try:
        return make(Job(unpacked(recipe), **fields))
    except LevelgenError as error:
        return error


def _yaml_files(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        problems.append(Problem(Place(str(error.filename)), f"cannot be read: {error.strerror}"))

    for parent, folders, files in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        names = sorted(name for name in files if name.endswith((".yaml", ".yml")) and not name.startswith("."))
        yield from (Path(parent) / name for name in names)


def _is_recipe_file(file: Path) -> bool:
    """Is it a recipe? Pipes and devices, which may never end, are not even opened; a link to nothing is an error."""
    return (file.is_file() or not file.exists()) and is_recipe(contents(file))
