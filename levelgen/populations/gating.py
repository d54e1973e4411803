"""Gates over a population: what a recipe's `gates` ask of the spread of each measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from levelgen.bounds import number
from levelgen.populations.spread import statistic
from levelgen.populations.survey import Survey
from levelgen.recipe import SpreadGate


@dataclass(frozen=True)
class Verdict:
    """A gate and the value that it found."""

    gate: SpreadGate
    value: float
    seeds: int

    @property
    def holds(self) -> bool:
        """Is the value inside?"""
        return self.gate.wanted.hold(self.value)

    def __str__(self) -> str:
        found = f"{self.gate.name} has {self.gate.statistic} {number(self.value)} over {self.seeds} seeds"
        return f"{self.gate.step.place}: {found}, wanted {self.gate.wanted}"


def verdicts(survey: Survey) -> Iterator[Verdict]:
    """What each gate of the recipe finds; nothing where no level could be made."""
    for gate in survey.recipe.gates if survey.seeds else ():
        yield Verdict(gate, statistic(gate.statistic, survey.of(gate.name)), len(survey.seeds))
