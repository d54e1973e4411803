"""`levelgen compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.cli.completion import recipes
from levelgen.cli.console import SeedOption, SetOption, as_seed, as_settings, say, table
from levelgen.comparison import compare as compare_ways
from levelgen.pipeline import chosen_seed
from levelgen.reading import load_recipe


def compare(
    recipe: Annotated[
        Path, typer.Argument(metavar="RECIPE", autocompletion=recipes, help="The recipe whose graph is joined.")
    ],
    seed: SeedOption = None,
    sets: SetOption = None,
) -> None:
    """Join a recipe's graph in four ways and compare what they leave.

    Each wall open with chance 1/2 and each room joined to its nearest look right and are not safe: they can leave
    groups of rooms that no walk reaches. The spanning trees are connected by construction.
    """
    loaded = load_recipe(recipe, as_settings(sets))
    used = chosen_seed(loaded, as_seed(seed))
    ways = compare_ways(loaded, used)
    head = ("", "length", "bridges", "groups", "walled in", "")
    rows = [(w.name, w.length, w.bridges, w.groups, w.walled_in, "UNSAFE" if w.unsafe else "") for w in ways]
    say(table([head, *rows], right=range(1, 5)))
    say(f"seed: {used}")
