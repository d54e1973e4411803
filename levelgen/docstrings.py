"""Docstrings read for people who never see the code: a plug-in's summary, and what it says of each parameter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_ENDS = re.compile(r"\n\s*\n|(?<=[.;])\s+(?:Cost|Source|Layers): |(?<=[.;])\s+(?:Returns|Draws nothing)\b")


def summary(text: str) -> str:
    """The first paragraph, in one line."""
    return paragraphs(text).partition("\n")[0]


def paragraphs(text: str) -> str:
    """The text with each paragraph in one line."""
    return "\n\n".join(map(_in_a_line, text.strip().split("\n\n")))


def told_of(text: str, names: Collection[str]) -> dict[str, str]:
    """What a docstring tells of parameters, as far as it does: name → its sentences.

    Read is `name: sentences` or `name, name: sentences`, at the beginning of a line or a sentence; it goes on up to
    the next of these names, a blank line, or the words Cost, Source, Layers, Returns and Draws nothing.
    """
    return {name: said for group, said in _passages(text, names) for name in group}


def untold(text: str, names: Collection[str]) -> str:
    """The docstring without what it tells of parameters, each paragraph in one line."""
    marker = _marker(names)
    kept = [_without(block, marker) for block in text.strip().split("\n\n")]
    return "\n\n".join(block for block in map(_in_a_line, kept) if block)


def _without(block: str, marker: re.Pattern[str] | None) -> str:
    found = marker.search(block) if marker else None
    if found is None:
        return block
    rest = re.search(r"(?<=[.;])\s+((?:Cost|Source|Layers): |Returns\b|Draws nothing\b)", block[found.end() :])
    return block[: found.start()] + (block[found.end() :][rest.start() :] if rest else "")


def _marker(names: Collection[str]) -> re.Pattern[str] | None:
    word = "|".join(map(re.escape, names))
    return re.compile(rf"(?:^[ \t]*|(?<=[.;])\s+)((?:{word})(?:, (?:{word}))*): ", re.MULTILINE) if names else None


def _passages(text: str, names: Collection[str]) -> Iterator[tuple[list[str], str]]:
    marker = _marker(names)
    found = list(marker.finditer(text)) if marker else []
    for at, match in enumerate(found):
        rest = text[match.end() : found[at + 1].start() if at + 1 < len(found) else None]
        said = _in_a_line(_ENDS.split(rest, maxsplit=1)[0])
        yield match[1].split(", "), said[:1].upper() + said[1:]


def _in_a_line(text: str) -> str:
    return " ".join(text.split())
