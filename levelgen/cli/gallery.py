"""`levelgen gallery`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.build import find_recipes, load_all
from levelgen.cli.build import seeds_of
from levelgen.cli.console import SetOption, as_settings, complain, say
from levelgen.files import write_all
from levelgen.gallery import page, pictured


def gallery(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Recipes, or folders of recipes.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page.")] = Path("gallery.html"),
    seeds: Annotated[
        str, typer.Option("--seeds", metavar="A..B", help="A picture for each seed from A to B, both included.")
    ] = "1..6",
    sets: SetOption = None,
) -> None:
    """Draw levels of recipes on one page, for a pull request or a wall: an HTML file that needs nothing else.

    A level that cannot be made stands there with the reason, and the exit code is 1.
    """
    wanted, settings = seeds_of(None, seeds), as_settings(sets)
    recipes = load_all(find_recipes(paths)[0], settings)
    sections = [(recipe, [pictured(recipe, seed) for seed in wanted]) for recipe in recipes]
    write_all({out.name: page(sections)}, out.parent)
    say(f"{out}: {len(wanted) * len(recipes)} levels of {len(recipes)} recipes")
    if failed := [picture for _, pictures in sections for picture in pictures if picture.proof is None]:
        complain(f"{len(failed)} of {len(wanted) * len(recipes)} levels failed")
        raise typer.Exit(1)
