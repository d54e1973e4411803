"""`levelgen merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.cli.check import figures
from levelgen.cli.console import SeedOption, as_seed, complain, say
from levelgen.files import write_all
from levelgen.merging import merge as merged


def merge(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="The recipe, as it is now.")],
    edited: Annotated[Path, typer.Argument(metavar="EDITED", help="The map that was edited, such as build/caves.tmj.")],
    base: Annotated[
        Path | None, typer.Option("--base", metavar="FILE", help="The map as built, if it is not in .levelgen-base/.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where the result goes (default: where the map lies).")
    ] = None,
    seed: SeedOption = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="PNG", help="Draw the result: cut-off tiles red, edits framed.")
    ] = None,
) -> None:
    """Rebuild a map by a changed recipe and keep what was edited by hand.

    What only one side changed since the build is taken from it: tiles by layer and place, marks by kind and room. Where
    both changed the same, the edit is kept, a line says so, and the exit code is 1. Objects, layers and properties of
    your own stay. The result is proved before it is written; the edited map stays beside it as NAME.edited.tmj.
    """
    result = merged(recipe, edited, base, out, as_seed(seed))
    if picture is not None:
        write_all({picture.name: result.reread.picture()}, picture.parent)
    paths = result.write(complain)
    say(f"{paths[0]}: {figures(result.reread)} | conflicts: {len(result.conflicts)} | holds")
    for line in result.reread.edits.said if result.reread.edits else ():
        say(f"  {line}")
    for conflict in result.conflicts:
        complain(f"{paths[0]}: {conflict}")
    if paths[-1].stem.startswith(f"{edited.stem}.edited"):
        say(f"  as it was edited: {paths[-1]}")
    if result.conflicts:
        raise typer.Exit(1)
