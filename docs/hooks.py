"""What mkdocs makes at build time: the reference, from schema and docstrings, and the gallery, drawn by levelgen."""

from __future__ import annotations

from typing import Any

from made.commands import commands_page
from made.gallery import gallery_files
from made.pictures import tutorial_pictures
from made.reference import reference_pages
from mkdocs.structure.files import File, Files


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Add the files that are made."""
    made: dict[str, str | bytes] = {
        **reference_pages(),
        **gallery_files(),
        **tutorial_pictures(),
        "reference/commands.md": commands_page(),
    }
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files
