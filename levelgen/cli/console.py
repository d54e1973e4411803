"""What all commands share: printing, and the options that mean the same everywhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from levelgen.complaint import spelled
from levelgen.errors import Place, Problem, RecipeError, printable
from levelgen.recipe import Setting, is_seed
from levelgen.rng import Seed
from levelgen.yaml_nodes import MOST_DIGITS

SeedOption = Annotated[str | None, typer.Option("--seed", metavar="N", help="Use this seed instead of the recipe's.")]

SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set a parameter, or a value by its path: graph.grid.rows=12."),
]
AttemptOption = Annotated[
    int | None,
    typer.Option("--attempt", min=0, metavar="K", help="Use this attempt of the seed, from 0, not the first inside."),
]


ChunkOption = Annotated[
    str | None,
    typer.Option("--chunk", metavar="ROW,COLUMN", help="Only this chunk of a world, such as 3,17 or -2,5."),
]


def say(text: str) -> None:
    """A line of the command's answer, on standard output."""
    typer.echo(printable(text, kept="\n\t"), file=_above_a_bar(sys.stdout))


def say_in_colours(text: str) -> None:
    """Lines of the command's own making, their colours kept, on standard output."""
    typer.echo(text, color=True)


def complain(text: str) -> None:
    """A line about what is wrong, on standard error; red where a person reads it."""
    red = typer.colors.RED if sys.stderr.isatty() else None
    typer.secho(printable(text, kept="\n"), _above_a_bar(sys.stderr), err=True, fg=red)


def _above_a_bar(stream: Any) -> Any:
    """The stream that rich puts in the place of one while it draws a bar, which typer would write past; else None."""
    return stream if hasattr(stream, "rich_proxied_file") else None


def as_seed(text: str | None) -> Seed | None:
    """A seed as typed: digits are a number, all else is a text."""
    if text is None:
        return None
    if not is_seed(text):
        raise mistake("--seed", f"must be one line without control characters, not {spelled(text)}")
    return as_number("--seed", text) if text.isascii() and text.isdigit() else text


def as_chunk(text: str | None) -> tuple[int, int] | None:
    """A chunk as typed: row and column."""
    if text is None:
        return None
    match = re.fullmatch(r" *(-?)([0-9]+) *, *(-?)([0-9]+) *", text)
    if not match:
        raise mistake("--chunk", f"must be ROW,COLUMN, such as 3,17, not {spelled(text)}")
    row, column = as_number("--chunk", match[2]), as_number("--chunk", match[4])
    return -row if match[1] else row, -column if match[3] else column


def as_settings(texts: Iterable[str] | None) -> tuple[Setting, ...]:
    """What `--set` says: each KEY=VALUE in two, the value in YAML."""
    pairs = [(text, text.partition("=")) for text in texts or ()]
    for text, (key, sign, _) in pairs:
        if not key.strip() or not sign:
            raise mistake("--set", f"must be KEY=VALUE, such as graph.grid.rows=12, not {spelled(text)}")
    return tuple((key.strip(), value) for _, (key, _, value) in pairs)


def as_number(option: str, digits: str) -> int:
    """A whole number as typed, as long as a recipe may have it."""
    if len(digits) > MOST_DIGITS:
        raise mistake(option, f"a number of more than {MOST_DIGITS} digits")
    return int(digits)


def mistake(option: str, message: str) -> RecipeError:
    """A mistake in a command's options."""
    return RecipeError([Problem(Place(option), message)])


def table(rows: Iterable[Sequence[object]], right: Iterable[int] = ()) -> str:
    """Rows in columns, the columns numbered in `right` flush right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    flush = set(right)
    return "\n".join(
        "  ".join(
            c.rjust(w) if i in flush else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )
