"""Level recipes in YAML in, levels that are connected by construction out, as tile maps."""

from __future__ import annotations

from levelgen.errors import GenerationError, LevelgenError, OutputError, PluginError, RecipeError
from levelgen.graph import Graph, GridGraph
from levelgen.level import Level, Mark
from levelgen.pipeline import BuiltLevel, export, generate
from levelgen.reading import load_recipe
from levelgen.recipe import Recipe
from levelgen.tilemap import MapObject, Role, TileMap
from levelgen.verify import Proof, verify
from levelgen.version import __version__

__all__ = [
    "BuiltLevel",
    "GenerationError",
    "Graph",
    "GridGraph",
    "Level",
    "LevelgenError",
    "MapObject",
    "Mark",
    "OutputError",
    "PluginError",
    "Proof",
    "Recipe",
    "RecipeError",
    "Role",
    "TileMap",
    "__version__",
    "export",
    "generate",
    "load_recipe",
    "verify",
]
