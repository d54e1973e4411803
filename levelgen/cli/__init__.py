"""The command `levelgen`. The only package that prints."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module

import typer

from levelgen.cli.console import complain
from levelgen.errors import LevelgenError
from levelgen.version import __version__

INTERRUPTED = 130

OBJECTS_TO_COLLECT = 100_000
"""New objects that Python waits for before it looks for cycles; a level has many, and no cycle. Its 700 cost a third
of a build's time."""

EXAMPLES = """\
Examples:

  levelgen build configs                      every recipe of a folder, into build/

  levelgen build caves.yaml --seeds 1..20     twenty levels of one recipe

  levelgen show caves.yaml --path start exit  the level as text, with a walk

  levelgen stats caves.yaml --seeds 1..1000   how its levels spread, by every measure

  levelgen studio                             write recipes in the browser and see them change

  levelgen check build/caves.tmj              prove a map again, after editing it in Tiled
"""

_COMMANDS = ("build", "show", "compare", "gallery", "check", "schema", "merge", "stats", "search", "addon", "studio")
"""Each is the function of its name in the module of its name."""
_GROUPS = ("plugins", "new")


def command_line(only: str = "") -> typer.Typer:
    """The whole command line; with `only` no other command's module is loaded, which would take longer than a level."""
    app = typer.Typer(
        name="levelgen",
        help="Level recipes in YAML in, levels that are connected by construction out, as tile maps.",
        epilog=EXAMPLES,
        no_args_is_help=True,
        rich_markup_mode="rich" if sys.stdout.isatty() else None,
        pretty_exceptions_enable=False,
        add_completion=True,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_options)
    for name in [only] if only in _COMMANDS else _COMMANDS:
        app.command(name)(getattr(import_module(f"levelgen.cli.{name}"), name))
    for name in () if only in _COMMANDS else _GROUPS:
        app.add_typer(import_module(f"levelgen.cli.{name}").app, name=name)
    return app


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"levelgen {__version__}")
        raise typer.Exit


def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Level recipes in YAML in, levels that are connected by construction out, as tile maps."""


def main() -> None:
    """Run the command and end with its exit code: 0 done, 1 failed, 2 a mistake in the input, 130 interrupted."""
    gc.set_threshold(OBJECTS_TO_COLLECT, 50, 100)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a build server's stop is a person's Ctrl-C
    try:
        code = command_line(*sys.argv[1:2])(standalone_mode=False)
    except LevelgenError as error:
        complain(str(error))
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except OSError as error:
        complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
        code = 1
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        message = error.format_message()
        complain(message if message.startswith("Usage") else f"levelgen: {message} (see 'levelgen --help')")
        code = 2
    if code == INTERRUPTED:
        complain("interrupted; every file written so far is whole")
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)  # a tidy end would wait for a kernel that still computes
    sys.exit(code)
