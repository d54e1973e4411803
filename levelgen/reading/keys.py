"""The keys of a recipe, and what they hold where that is no step."""

from __future__ import annotations

import re

from levelgen.complaint import did_you_mean, spelled
from levelgen.errors import RecipeError
from levelgen.reading.context import Reading
from levelgen.recipe import is_seed
from levelgen.rng import Seed
from levelgen.tileset import BUILT_IN, TileSet

FORMAT = 1
KEYS = (
    "levelgen", "extends", "parameters", "matrix", "name", "seed",
    "graph", "spanning_tree", "passes", "tiles", "tileset", "export", "target",
)  # fmt: skip


def check_keys(reading: Reading) -> None:
    """All keys are known, those that must be there are, and the format is ours."""
    for key in reading.root.value:
        if key not in KEYS:
            reading.say((key,), f"unknown key{did_you_mean(key, KEYS)}", at_key=True)
    for key in ("levelgen", "graph", "spanning_tree"):
        if key not in reading.root.value:
            reading.say((), f"key '{key}' is missing")
    version = reading.root.value.get("levelgen")
    if version is not None and (version.value != FORMAT or version.value is True):
        reading.say(("levelgen",), f"must be {FORMAT}, the recipe format that this levelgen reads")


def read_seed(reading: Reading) -> Seed | None:
    """The seed; None where it is left out."""
    node = reading.root.value.get("seed")
    if node is None:
        return None
    if not is_seed(node.value):
        kinds = "a whole number of at least 0 or a quoted text of one line"
        reading.say(("seed",), f"must be {kinds}, not {spelled(node.plain())}")
        return None
    seed: Seed = node.value
    return seed


def read_name(reading: Reading, suffix: str = "") -> str:
    """The name that begins the names of its files: as given, else the file's own; the matrix's values behind it."""
    node = reading.root.value.get("name")
    name = reading.path.stem if node is None else node.value
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}", name):
        letters = "letters, digits, '_', '.' and '-' (the last two not in front), 100 at the most"
        if node and not isinstance(name, str | dict | list | None):
            reading.say(("name",), f'must be a text; put it in quotes: "{spelled(name)}"')
        elif node:
            reading.say(("name",), f"must be of {letters}, not {spelled(node.plain())}")
        else:
            reading.say((), f"the file's name cannot name its output; give the recipe a 'name:' of {letters}")
    whole = f"{name}{suffix}"
    if suffix and len(whole) > 100:
        reading.say((), f"{spelled(whole)}, named by the values of its matrix, is longer than 100 characters")
    return whole


def read_tileset(reading: Reading) -> TileSet:
    """The tileset of the team's own, else the built-in one."""
    node = reading.root.value.get("tileset")
    if node is None:
        return BUILT_IN
    from levelgen.tileset_file import load_tileset

    try:
        return load_tileset(node, reading.project or reading.path.resolve().parent)
    except RecipeError as error:
        reading.problems += error.problems
        return BUILT_IN
