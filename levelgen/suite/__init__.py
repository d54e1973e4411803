"""The property suite: what levelgen promises of every plug-in, tried on one of them.

`levelgen plugins test NAME` prints it, a plug-in's own tests call `problems_of`, and levelgen's tests run it over
all that is built in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from levelgen.addons import project_of
from levelgen.errors import PluginError
from levelgen.plugins import Plugin, registry
from levelgen.suite.elsewhere import elsewhere
from levelgen.suite.explained import explained
from levelgen.suite.growth import growth
from levelgen.suite.levels import levels


@dataclass(frozen=True)
class Verdict:
    """What one question of the suite found: what was tried, in words, and what is wrong."""

    question: str
    tried: str
    problems: tuple[str, ...]


QUESTIONS = {"explained": explained, "levels": levels, "hash seed": elsewhere, "growth": growth}
"""In the order in which they are asked: plug-in, project → what was tried, and what is wrong.

explained: its help and every parameter's, types, defaults and choices. levels: many small levels hold, on the
graphs and with every value it takes, and come out the same twice. hash seed: the same in another process, in which
sets have another order. growth: time by rooms, up to 14,400 of them.
"""


def tried(plugin: Plugin, project: Path | None) -> Iterator[Verdict]:
    """The suite over a plug-in that a project (the folder of its levelgen.toml) sees, question by question."""
    for question, ask in QUESTIONS.items():
        try:
            said, problems = ask(plugin, project)
        except PluginError as error:
            said, problems = "stopped", [str(error)]
        yield Verdict(question, said, tuple(problems))


def problems_of(name: str, beside: str | Path) -> list[str]:
    """All that is wrong with the plug-ins of this name: none, if they keep what levelgen promises.

    beside: a file of the project whose add-ons count, such as the test's own `__file__`.
    """
    path = Path(beside)
    return [
        f"{plugin}: {problem}"
        for plugin in registry(project_of(path)).called(name)
        for verdict in tried(plugin, project_of(path))
        for problem in verdict.problems
    ]
