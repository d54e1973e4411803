"""The page of all commands, from their own help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from levelgen.cli import command_line


def commands_page() -> str:
    """Every command with its arguments and options."""
    root = typer.main.get_command(command_line())
    lines = [line for name, command in _commands(root, "levelgen") for line in _command(name, command)]
    return "# Commands\n\n" + "\n".join(lines)


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    inside = getattr(command, "commands", {})
    if not inside:
        yield name, command
    for word in sorted(inside):
        yield from _commands(inside[word], f"{name} {word}")


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
    words = " ".join(str(p.metavar or p.name.upper()) for p in arguments)
    yield f"## `{' '.join(filter(None, (name, words)))}` {{ #{name.replace(' ', '-')} }}\n"
    yield f"{' '.join((command.help or '').split())}\n"
    rows = [(p.metavar or p.name.upper(), p.help) for p in arguments]
    rows += [(" ".join(filter(None, (", ".join(p.opts), p.metavar))), p.help) for p in options]
    if rows:
        yield "| argument, option | is |\n|---|---|"
        yield from (f"| `{left}` | {right or ''} |".replace("A..B|", "A..B\\|") for left, right in rows)
        yield ""
