"""`levelgen studio`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.cli.console import mistake, say


def studio(
    folder: Annotated[Path, typer.Argument(metavar="[FOLDER]", help="The folder of the recipes.")] = Path(),
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Use this port; 0: any free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Write recipes in the browser and see the level change as you type.

    Opens a page on this machine: the recipes of the folder, an editor that knows them, the level with layers that
    explain it, sliders, neighbouring seeds and a replay of how it grew. Ctrl-C ends it. Nobody else can reach it:
    it listens on 127.0.0.1 alone, and its address holds a secret.
    """
    if not folder.is_dir():
        raise mistake(str(folder), "no such folder")
    try:
        from levelgen.studio.app import serve
    except ModuleNotFoundError as error:
        raise mistake("studio", f"needs {error.name}; install it by: pip install 'levelgen[studio]'") from None

    def opened(address: str) -> None:
        say(f"the studio of {folder.resolve().name} is at {address} (Ctrl-C ends it)")
        if browser:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(folder, port, opened)
    except KeyboardInterrupt:
        say("")
