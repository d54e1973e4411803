"""Reading what the keys of a recipe hold where that is no step."""

from __future__ import annotations

import re

from levelgen.complaint import did_you_mean, spelled
from levelgen.errors import RecipeError
from levelgen.reading.context import Key, Reading
from levelgen.reading.table import FORMAT, KEYS, NAME
from levelgen.recipe import is_seed
from levelgen.rng import Seed
from levelgen.tileset import BUILT_IN, TileSet
from levelgen.yaml_nodes import Node

_SEED = "a whole number of at least 0 or a quoted text of one line"


def check_keys(reading: Reading) -> None:
    """All keys are known, those that must be there are, and the format is ours."""
    for key in reading.root.value:
        if key not in KEYS:
            reading.say((key,), f"unknown key{did_you_mean(key, list(KEYS))}", at_key=True)
    for name, key in KEYS.items():
        if key.needed and name not in reading.root.value:
            reading.say((), f"key '{name}' is missing")
    version = reading.root.value.get("levelgen")
    if version is not None and (version.value != FORMAT or version.value is True):
        reading.say(("levelgen",), f"must be {FORMAT}, the recipe format that this levelgen reads")


def read_seeds(reading: Reading) -> tuple[Seed, ...]:
    """The seed, or the list of several; empty where both are left out."""
    one, several = reading.node(("seed",)), reading.node(("seeds",))
    if several is None:
        return () if one is None else _seeds(reading, [(("seed",), one)])
    if one is not None:
        reading.say(("seeds",), "there is a 'seed' too; keep one of them", at_key=True)
    if not isinstance(several.value, list) or not several.value:
        reading.say(("seeds",), f"must be a list of seeds, such as [1, 5, 9], not {spelled(several.plain())}")
        return ()
    return _seeds(reading, [(("seeds", number), node) for number, node in enumerate(several.value)])


def _seeds(reading: Reading, nodes: list[tuple[Key, Node]]) -> tuple[Seed, ...]:
    seen: set[str] = set()
    for path, node in nodes:
        if not is_seed(node.value):
            reading.say(path, f"must be {_SEED}, not {spelled(node.plain())}")
        elif str(node.value) in seen:
            reading.say(path, f"seed {spelled(node.value)} is there twice; take one out")
        seen.add(str(node.value))
    return tuple(node.value for _, node in nodes)


def read_name(reading: Reading, suffix: str = "") -> str:
    """The name that begins the names of its files: as given, else the file's own; the matrix's values behind it."""
    node = reading.root.value.get("name")
    name = reading.path.stem if node is None else node.value
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
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
