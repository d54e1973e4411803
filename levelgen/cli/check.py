"""`levelgen check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.addons import project_of
from levelgen.cli.console import complain, say
from levelgen.complaint import listed
from levelgen.contract import checked_map
from levelgen.errors import Place, PluginError, Problem, RecipeError
from levelgen.plugins import registry
from levelgen.regions import map_problems
from levelgen.tilemap import TileMap


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Map files, such as build/caves.tmj.")],
) -> None:
    """Read maps back and prove them again, also after they were edited by hand.

    All walkable tiles must hang together (with the start, where there is one), the border must be closed, and every
    object must stand on walkable ground. Which tiles are walkable comes from the classes of the tileset's tiles.
    """
    worst = 0
    for file in files:
        try:
            wrong = list(map_problems(tilemap := _read(file)))
        except RecipeError as error:
            complain(str(error))
            worst = 2
            continue
        except PluginError as error:
            complain(f"{file}: {error}")
            worst = max(worst, 1)
            continue
        for problem in wrong:
            complain(f"{file}: {problem}")
        worst = max(worst, 1 if wrong else 0)
        if not wrong:
            free = int(tilemap.walkable.sum())
            size = f"{tilemap.width} × {tilemap.height}"
            say(f"{file}: {size} tiles | walkable: {free} | regions: 1 | objects: {len(tilemap.objects)} | holds")
    if worst:
        raise typer.Exit(worst)


def _read(file: Path) -> TileMap:
    plugins = registry(project_of(file))
    kind = file.suffix.lstrip(".")
    names = plugins.names("readers")
    if not file.is_file():
        raise RecipeError([Problem(Place(str(file)), "no such file")])
    if kind not in names:
        message = f"cannot be read back; there is a reader for {listed([f'.{name}' for name in names])}"
        raise RecipeError([Problem(Place(str(file)), message)])
    reader = plugins.find("readers", kind)
    with reader.named():
        return checked_map(reader(file))
