"""`levelgen check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.cli.console import complain, mistake, say
from levelgen.errors import PluginError, RecipeError
from levelgen.files import write_all
from levelgen.reread import Reread, read_map, reread
from levelgen.world_file import Tally, world_problems


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Map files, such as build/caves.tmj.")],
    recipe: Annotated[
        Path | None, typer.Option("--recipe", metavar="RECIPE", help="Tell edits against this recipe's level.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="PNG", help="Draw the map: cut-off tiles red, edits framed.")
    ] = None,
) -> None:
    """Read maps back and prove them again, also after they were edited by hand.

    All walkable tiles must hang together (with the start, where there is one), the border must be closed, and every
    object must stand on walkable ground. Which tiles are walkable comes from the classes of the tileset's tiles.
    Of a NAME.world all maps are proved together, in the memory of a row of them.
    Edits are told against the map as it was built, which `levelgen build` keeps in .levelgen-base/ beside it.
    """
    if picture is not None and len(files) > 1:
        raise mistake("--picture", f"draws one map, and {len(files)} are given")
    worst = 0
    for file in files:
        try:
            if file.suffix == ".world":
                worst = max(worst, _check_world(file))
                continue
            read = reread(file, recipe)
        except RecipeError as error:
            complain(str(error))
            worst = 2
            continue
        except PluginError as error:
            complain(f"{file}: {error}")
            worst = max(worst, 1)
            continue
        worst = max(worst, 1 if read.wrong else 0)
        _report(file, read)
        if picture is not None:
            write_all({picture.name: read.picture()}, picture.parent)
    if worst:
        raise typer.Exit(worst)


def _report(file: Path, read: Reread) -> None:
    for problem in read.wrong:
        complain(f"{file}: {problem}")
    edits = read.edits
    if not read.wrong:
        say(f"{file}: {figures(read)} | holds")
    for line in edits.said if edits else filter(None, [read.unknown]):
        say(f"  {line}")


def figures(read: Reread) -> str:
    """What there is on a map, and how many edits, in one line."""
    size = f"{read.tilemap.width} × {read.tilemap.height} tiles"
    walkable, objects = int(read.tilemap.walkable.sum()), len(read.tilemap.objects)
    known = f" | edits: {len(read.edits.said)}" if read.edits else ""
    return f"{size} | walkable: {walkable} | regions: 1 | objects: {objects}{known}"


def _check_world(file: Path) -> int:
    tally = Tally()
    wrong = list(world_problems(file, read_map, tally))
    for problem in wrong:
        complain(f"{file}: {problem}")
    if not wrong:
        counts = f"walkable: {tally.walkable} | regions: 1 | objects: {tally.objects}"
        say(f"{file}: {tally.maps} maps | {counts} | holds")
    return 1 if wrong else 0
