"""What a worker is asked for: a level to show, neighbouring seeds, files to download; and the answers to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from levelgen.addons import project_of
from levelgen.complaint import reason
from levelgen.errors import LevelgenError, Place, Problem, RecipeError
from levelgen.growth import growth_of
from levelgen.pipeline import BuiltLevel, files_of, generate
from levelgen.plugins import registry
from levelgen.reading import parse_recipes
from levelgen.recipe import Recipe, Step
from levelgen.rng import Seed
from levelgen.studio import views
from levelgen.studio.downloads import as_one_file
from levelgen.studio.messages import packed
from levelgen.tileset import TileSet
from levelgen.verify import Proof, verify
from levelgen.world import Chunk, chunks_of, stem_of

Order = dict[str, Any]
MOST_SHOWN = 1000
"""Levels of one file that can be chosen from."""

MOST_MEASURED = 100_000
"""Rooms: a larger level shows the figures of its proof alone, for some measures take long."""

_AT = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<message>.*)", re.DOTALL)


def answers(order: Order) -> Iterator[bytes]:
    """All that is to be said to an order; whatever goes wrong is an answer too."""
    do = {"view": view, "thumbnails": thumbnails, "export": export}[order["op"]]
    try:
        yield from do(order)
    except LevelgenError as error:
        yield packed({"kind": "problems", "id": order["id"], "problems": problems(error)})
    except Exception as error:
        said = [{"file": "", "line": 0, "column": 0, "message": reason(error)}]
        yield packed({"kind": "problems", "id": order["id"], "problems": said})
    if order.get("schema"):
        yield from _schema(order)


def view(order: Order) -> Iterator[bytes]:
    """The level of a recipe's text, its tileset if the page has another, then what its layers show."""
    began = perf_counter()
    recipe, chunk, names = _shown(order)
    key = _key(recipe.tileset)
    if order["tileset"] != key:
        yield views.tileset_view(recipe.tileset, key)
    built = generate(recipe, _seed(recipe, order), chunk=chunk)
    proof = _proof(built)
    more = {
        "id": order["id"],
        "tileset": key,
        "variants": names,
        "exports": [step.plugin.name for step in recipe.export],
        "exporters": registry(project_of(recipe.path)).names("exporters"),
        "milliseconds": round(1000 * (perf_counter() - began), 1),
    }
    yield views.level_view(built, growth_of(built), proof, more)
    yield views.analysis_view(built.level, {"id": order["id"]})
    if not isinstance(proof, str) and built.level.graph.rooms <= MOST_MEASURED:
        yield views.measures_view(built, {"id": order["id"]})


def thumbnails(order: Order) -> Iterator[bytes]:
    """The level by each of the seeds, small; a seed that has none says why."""
    recipe, chunk, _ = _shown(order)
    for seed in order["seeds"]:
        more = {"id": order["id"]}
        try:
            yield views.thumbnail(generate(recipe, json.loads(seed), chunk=chunk), more)
        except LevelgenError as error:
            yield packed({"kind": "thumbnail", "seed": seed, "fault": str(error), **more})


def export(order: Order) -> Iterator[bytes]:
    """The files of one exporter, or of all that the recipe names: a file as it is, several in a .zip."""
    recipe, chunk, _ = _shown(order)
    name = order["exporter"]
    if name:
        named = [step for step in recipe.export if step.plugin.name == name]
        recipe = replace(recipe, export=tuple(named) or (_plain(recipe, name),))
    built = generate(recipe, _seed(recipe, order), chunk=chunk)
    verify(built)
    name, data = as_one_file(built.stem, files_of(built))
    yield packed({"kind": "export", "id": order["id"], "name": name}, {"data": data})


def problems(error: LevelgenError) -> list[dict[str, Any]]:
    """Each mistake with its place; an error that names a place at its beginning stands there."""
    if isinstance(error, RecipeError):
        return [_said(problem.place, problem.message) for problem in error.problems]
    at = _AT.fullmatch(str(error))
    place = Place(at["file"], int(at["line"]), int(at["column"])) if at else Place("")
    return [_said(place, at["message"] if at else str(error))]


def _said(place: Place, message: str) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column, "message": message}


def _shown(order: Order) -> tuple[Recipe, Chunk | None, list[str]]:
    """The recipe, of a matrix the one that is shown, of a world the chunk, and the names of all there are."""
    recipes = parse_recipes(order["text"], Path(order["path"]))
    every = [(recipe, chunk) for recipe in recipes for chunk in _chunks(recipe)][:MOST_SHOWN]
    names = [stem_of(recipe.name, chunk) for recipe, chunk in every]
    return *every[min(order["variant"], len(every) - 1)], names


def _chunks(recipe: Recipe) -> list[Chunk | None]:
    """All chunks of a world, of an endless one those round the first; None for a level that stands alone."""
    if recipe.world and recipe.world.endless:
        return [(0, 0), *((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0))]
    return chunks_of(recipe, None)


def _seed(recipe: Recipe, order: Order) -> Seed | None:
    """The recipe's own, else the one that was drawn for it before."""
    drawn: Seed | None = json.loads(order["drawn"]) if order["drawn"] else None
    return drawn if recipe.seed is None else recipe.seed


def _proof(built: BuiltLevel) -> Proof | str:
    try:
        return verify(built)
    except LevelgenError as error:
        return str(error)


def _plain(recipe: Recipe, name: str) -> Step:
    """A step of an exporter that the recipe does not name, with all of its defaults."""
    plugin = registry(project_of(recipe.path)).find("exporters", name)
    values, wrong = plugin.read({})
    if wrong:
        raise RecipeError([Problem(Place(str(recipe.path)), f"{plugin} needs parameters; name it under 'export'")])
    return Step(plugin, values, Place(str(recipe.path)), f"export.{name}")


def _schema(order: Order) -> Iterator[bytes]:
    from levelgen.schema import recipe_schema

    try:
        yield packed({"kind": "schema", "schema": recipe_schema(registry(project_of(Path(order["path"]))))})
    except LevelgenError as error:
        yield packed({"kind": "refused", "message": str(error)})


def _key(tileset: TileSet) -> str:
    stat = tileset.image.stat()
    return f"{tileset.name}-{tileset.tile_size}-{tileset.margin}-{tileset.spacing}-{stat.st_size}-{stat.st_mtime_ns}"
