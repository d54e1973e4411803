"""The pictures of the tutorial: the dungeon of a new project, and what its two edits make of it."""

from __future__ import annotations

import re
from pathlib import Path

from levelgen import generate
from levelgen.pipeline import files_of
from levelgen.reading import parse_recipe
from levelgen.scaffold import project_files

TUTORIAL = Path(__file__).parent.parent / "pages" / "tutorial.md"


def tutorial_pictures() -> dict[str, bytes]:
    """Path → content: the first recipe as `levelgen new project` writes it, the last as the tutorial has it."""
    last = re.findall(
        r'^```yaml title="levels/dungeon.yaml"[^\n]*\n(.*?)^```', TUTORIAL.read_text("utf-8"), re.M | re.S
    )[-1]
    recipes = {"dungeon": project_files("game")["levels/dungeon.yaml"], "dungeon-edited": last}
    return {f"pictures/{name}.png": _picture(text) for name, text in recipes.items()}


def _picture(text: str | bytes) -> bytes:
    built = generate(parse_recipe(text, Path("dungeon.yaml")))
    return files_of(built)[f"{built.stem}.png"]
