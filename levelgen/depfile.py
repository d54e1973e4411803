"""Dependency files for Make and Ninja: what each level's files are made from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

Rule = tuple[Iterable[Path], Iterable[Path]]
"""Outputs, and the files that they are made from."""


def depfile(rules: Iterable[Rule]) -> bytes:
    """The text of a dependency file: a rule for each level, then one without commands for each file it is made from.

    So a recipe that is gone makes a new build, not an error. (The syntax is that of GCC's `-MMD -MP`: GNU Make's,
    with `\\ `, `\\#` and `$$`; Ninja reads it too.)
    """
    lines, sources = [], []
    for outputs, inputs in rules:
        made, read = ([_escaped(path) for path in paths] for paths in (outputs, inputs))
        lines.append(f"{' '.join(made)}: {' '.join(read)}\n")
        sources += read
    lines += [f"\n{source}:\n" for source in dict.fromkeys(sources)]
    return "".join(lines).encode("utf-8", "surrogateescape")


def _escaped(path: Path) -> str:
    return re.sub(r"(\\*)([ #])", r"\1\1\\\2", path.as_posix()).replace("$", "$$")
