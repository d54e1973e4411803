"""What shells offer at the Tab key (`levelgen --install-completion`): recipes, and names of plug-ins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from levelgen.addons import project_of
from levelgen.errors import LevelgenError
from levelgen.plugins import KINDS, registry
from levelgen.reading import is_recipe
from levelgen.reading.extending import contents


def recipes(incomplete: str) -> Iterator[str]:
    """Recipes and folders that a path may go on to; other YAML files are none."""
    typed = incomplete.rpartition("/")
    folder = Path(typed[0] + typed[1] or ".")
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = typed[0] + typed[1] + path.name
        if not name.startswith(incomplete) or path.name.startswith("."):
            continue
        if path.is_dir():
            yield f"{name}/"
        elif path.suffix in (".yaml", ".yml") and path.is_file() and _is_recipe(path):
            yield name


def plugin_names(incomplete: str) -> Iterator[tuple[str, str]]:
    """Names of plug-ins, each with its kind; those of the folder's add-ons too."""
    for entry in registry(project_of(Path.cwd() / "recipe.yaml")):
        if entry.name.startswith(incomplete):
            yield entry.name, KINDS[entry.kind].noun


def _is_recipe(path: Path) -> bool:
    try:
        return is_recipe(contents(path))
    except LevelgenError:
        return False
