"""Gates: the ranges that a recipe's `require` asks of the measures of each level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from levelgen.bounds import number
from levelgen.contract import checked_measure
from levelgen.level import Level
from levelgen.recipe import Gate, Step, blame
from levelgen.tilemap import TileMap


@dataclass(frozen=True)
class Miss:
    """A gate that a level does not hold, what was measured instead, and in which attempt."""

    gate: Gate
    value: float
    attempt: int

    @property
    def short(self) -> float:
        """How far outside its bounds the value is."""
        return self.gate.wanted.short_of(self.value)


def measured(step: Step, level: Level[Any], tilemap: TileMap | None) -> float:
    """What a measure gives for a level; GenerationError or PluginError with the step's place."""
    with blame(step):
        return checked_measure(step(*(level, tilemap)[: step.plugin.arity]))


def missed(gates: Iterable[Gate], level: Level[Any], tilemap: TileMap | None, attempt: int) -> list[Miss]:
    """The gates that a level does not hold: without a tile map those of levels alone, else those of tile maps."""
    measure = [gate for gate in gates if needs_tiles(gate.step) is (tilemap is not None)]
    found = [Miss(gate, measured(gate.step, level, tilemap), attempt) for gate in measure]
    return [miss for miss in found if miss.short]


def needs_tiles(step: Step) -> bool:
    """Is the measure one of the tile map, too?"""
    return step.plugin.arity > 1


def outside(misses: Iterable[Miss], attempts: int) -> str:
    """The gates that were missed, in words: measure, value, wanted; over several attempts the nearest value."""
    return "; ".join(_sentences(misses, attempts))


def _sentences(misses: Iterable[Miss], attempts: int) -> Iterator[str]:
    by_gate: dict[Gate, list[Miss]] = {}
    for miss in misses:
        by_gate.setdefault(miss.gate, []).append(miss)
    for gate, all_of_it in by_gate.items():
        nearest = min(all_of_it, key=lambda miss: miss.short)
        when = f" in attempt {nearest.attempt}, the nearest" if attempts > 1 else ""
        found = f"{gate.name} is {number(nearest.value)}{when}, wanted {gate.wanted} ({gate.step.place})"
        yield f"{found}; {_of(len(all_of_it), attempts)}" if attempts > 1 else found


def _of(count: int, attempts: int) -> str:
    return f"missed in {'all' if count == attempts else count} of {attempts}"
