"""The keys of a recipe: the one place where a key is declared, with its help, its form and examples.

To add a key, add an entry to KEYS. From it come the list of known keys and `did you mean`, the JSON Schema that
editors complete and check by (`levelgen schema`), the commented recipe of `levelgen new recipe`, and the recipe
reference of the documentation. `form` is a JSON Schema (2020-12) of what may stand there; a step of a kind of
plug-in is `step("passes")`, a list of them `steps("passes")`, and `{"$ref": "#/$defs/tileset"}` a tileset. What one
form cannot say is left to the reader, whose word counts: a form must take all that the reader takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Form = Mapping[str, Any]

FORMAT = 1
MOST_ATTEMPTS = 1000
STATISTICS = ("min", "max", "mean", "median", *(f"p{share:02}" for share in range(1, 100)))
NAME = r"^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$"
SEED: Form = {"type": ["integer", "string"], "minimum": 0, "pattern": r"^[^\x00-\x1f]*$"}


@dataclass(frozen=True)
class RecipeKey:
    """A key of a recipe.

    help: what it is for, in a sentence or two for a designer. form: the JSON Schema of its value. examples: values
    that it may have, the first the one that a person would begin with. needed: always, or in every recipe that does
    not stand on another one (PARTIAL), or not at all. may_be_set: whether `$name`, the recipe's own parameters, may
    stand in it.
    """

    name: str
    help: str
    form: Form
    examples: tuple[Any, ...]
    needed: Literal["always", "alone", ""] = ""
    may_be_set: bool = True


def step(kind: str) -> Form:
    """The form of a step: the name of a plug-in of this kind, or {name: {parameters}}."""
    return {"$ref": f"#/$defs/{kind}"}


def steps(kind: str, at_least: int = 0) -> Form:
    """The form of a list of steps."""
    return {"type": "array", "items": step(kind), **({"minItems": at_least} if at_least else {})}


PARTIAL = ("extends", "matrix")
"""With one of these keys a recipe need not be whole: what it leaves out comes from there."""

KEYS: Mapping[str, RecipeKey] = {
    key.name: key
    for key in (
        RecipeKey(
            "levelgen",
            "The recipe format. This key makes a YAML file a recipe.",
            {"type": "integer", "const": FORMAT},
            (FORMAT,),
            "always",
            may_be_set=False,
        ),
        RecipeKey(
            "extends",
            "Another recipe, by its path from this one's folder: all that is not said here is as there, but for the "
            "name. Mappings are merged key by key, all else is replaced; `passes+` adds to the list of `passes`.",
            {"type": "string", "pattern": r"\.ya?ml$", "patternErrorMessage": "must be the path of a .yaml file"},
            ("crypt.yaml",),
            may_be_set=False,
        ),
        RecipeKey(
            "parameters",
            "Values to play with, each with its default: `$size` stands for the one called size. They are set from "
            "outside by `--set size=12`.",
            {
                "type": "object",
                "propertyNames": {"pattern": r"^[A-Za-z_]\w*$"},
                "additionalProperties": {"$ref": "#/$defs/parameter"},
            },
            ({"size": {"default": 8, "min": 4, "max": 40, "help": "Rooms along each side"}}, {"tree": "wilson"}),
            may_be_set=False,
        ),
        RecipeKey(
            "matrix",
            "A level for each combination, named by its values: parameters, or any value by its path, and its list.",
            {"type": "object", "minProperties": 1, "additionalProperties": {"type": "array", "minItems": 1}},
            ({"size": [8, 16], "spanning_tree": ["kruskal", "wilson"]}, {"tiles.blocks.corridor": [1, 2]}),
            may_be_set=False,
        ),
        RecipeKey(
            "name",
            "What the level's files are called: letters, digits, `_`, `.`, `-`. Left out, as the recipe file itself.",
            {
                "type": "string",
                "pattern": NAME,
                "patternErrorMessage": "must be of letters, digits, '_', '.' and '-' (the last two not in front)",
            },
            ("crypt",),
        ),
        RecipeKey(
            "seed",
            "A whole number or a quoted text: another seed, another level; the same seed, the same level, always. "
            "Left out, one is drawn, printed and written into the map.",
            SEED,
            (14, "by the old mill"),
        ),
        RecipeKey(
            "seeds",
            "Several seeds instead of one: a level for each, called NAME-SEED.",
            {"type": "array", "minItems": 1, "uniqueItems": True, "items": SEED},
            ([3, 8, 21],),
        ),
        RecipeKey(
            "graph",
            "The rooms, and the walls between them that may be opened.",
            step("graphs"),
            ({"grid": {"rows": 8, "columns": 12}},),
            "alone",
        ),
        RecipeKey(
            "spanning_tree",
            "Which walls are opened so that every room can be reached, without a single loop.",
            step("spanning_trees"),
            ("kruskal", {"growing_tree": {"strategy": "mixed"}}),
            "alone",
        ),
        RecipeKey(
            "passes",
            "What is done to the level then, in this order: first what opens walls, then start and exit, then all "
            "that puts things into rooms.",
            steps("passes"),
            ([{"extra_loops": {"count": "10%"}}, "start_exit", {"treasure": {"count": "40%"}}],),
        ),
        RecipeKey(
            "tiles",
            "How the level is laid out in tiles. Left out, `blocks` for grids and `archipelago` for all else.",
            step("tiles"),
            ("blocks", {"rooms": {"width": [4, 9]}}),
        ),
        RecipeKey(
            "tileset",
            "Your own tiles instead of the built-in ones: a file (.tsx and .tsj of Tiled's, .yaml), or a mapping.",
            {"$ref": "#/$defs/tileset"},
            ("art/dungeon.tsx", {"image": "art/dungeon.png", "roles": {"floor": 1, "wall": 2}}),
        ),
        RecipeKey(
            "export",
            "The files that are written for each level. Left out, `tiled`.",
            steps("exporters", at_least=1),
            (["tiled", "csv"], [{"godot": {"folder": "res://levels"}}]),
        ),
        RecipeKey(
            "target",
            "Engines that must be able to read the export: what they cannot read is a mistake before anything is made.",
            {"$ref": "#/$defs/target"},
            (["godot", "phaser"],),
        ),
        RecipeKey(
            "require",
            "Measures of the level, and the range in which each must lie.",
            {"$ref": "#/$defs/require"},
            ({"dead_ends": "5..20", "start_to_exit": "14..", "dead_end_share": {"min": "10%", "max": "25%"}},),
        ),
        RecipeKey(
            "attempts",
            "How many levels of the seed are tried until one lies within `require`. Left out, one.",
            {"type": "integer", "minimum": 1, "maximum": MOST_ATTEMPTS},
            (40,),
        ),
        RecipeKey(
            "world",
            "Makes the level a chunk of a world: so many rows and columns of chunks, joined as rooms are by a spanning "
            "tree and passes of their own, with `seams` ways over each border that is open; or `endless: true`.",
            {
                "type": "object",
                "properties": {
                    "rows": {"type": "integer", "minimum": 1},
                    "columns": {"type": "integer", "minimum": 1},
                    "spanning_tree": step("spanning_trees"),
                    "passes": steps("passes"),
                    "seams": {"type": "integer", "minimum": 1},
                    "endless": {"type": "boolean"},
                },
                "additionalProperties": False,
            },
            ({"rows": 3, "columns": 4, "passes": ["start_exit"]}, {"endless": True}),
        ),
        RecipeKey(
            "gates",
            "Ranges for how measures spread over many seeds, which `levelgen stats` checks: min, max, mean, median and "
            "p01 to p99, the value that so many of a hundred levels do not exceed.",
            {"$ref": "#/$defs/gates"},
            ({"dead_end_share": {"p05": "8%..", "p95": "..30%"}},),
        ),
    )
}
"""All keys by name, in the order in which a recipe has them."""
