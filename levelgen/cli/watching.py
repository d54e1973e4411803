"""`levelgen build --watch`: build again whenever a file of the project is saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from levelgen import plugins
from levelgen.addons import project_of
from levelgen.cli.console import mistake
from levelgen.settings import SETTINGS

_QUIET = 20
_LONGEST = 200
"""Milliseconds: a build begins when nothing was saved for so long, or saving does not stop for so long."""


def keep_building(once: Callable[[], int], paths: Iterable[Path], out: Path, tell: Callable[[str], None]) -> None:
    """Build once, then whenever a file below the recipes' projects is saved, till Ctrl-C, which is a KeyboardInterrupt.

    Hidden files and the outputs' folder are not watched. RecipeError where the package for it is missing.
    """
    try:
        from watchfiles import watch
    except ImportError:
        raise mistake("--watch", "needs the package watchfiles: pip install 'levelgen[watch]'") from None
    once()
    roots = _roots(paths)
    tell(f"watching {', '.join(map(str, roots))}; Ctrl-C ends it")
    outputs = out.resolve()

    def counts(_: object, name: str) -> bool:
        path = Path(name)
        inside = next((path.relative_to(root) for root in roots if path.is_relative_to(root)), path)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
        return not hidden and not path.is_relative_to(outputs)

    for changes in watch(*roots, watch_filter=counts, debounce=_LONGEST, step=_QUIET, raise_interrupt=True):
        if any("addons" in Path(name).parts or Path(name).name == SETTINGS for _, name in changes):
            plugins.forget()
        once()


def _roots(paths: Iterable[Path]) -> list[Path]:
    """The folders to watch: of each recipe the project's, else its own; none that lies in another."""
    own = [path.resolve() if path.is_dir() else path.resolve().parent for path in paths]
    folders = list(dict.fromkeys(folder for at in own for folder in (project_of(at / "recipe") or at, at)))
    return [
        at for at in folders if at.is_dir() and not any(at != other and at.is_relative_to(other) for other in folders)
    ]
