"""A survey as data, for programs."""

from __future__ import annotations

from typing import Any

from levelgen.populations.gating import verdicts
from levelgen.populations.spread import SHOWN, bin_edges, counts, statistic
from levelgen.populations.survey import Survey
from levelgen.version import __version__


def document(survey: Survey) -> dict[str, Any]:
    """All of a survey in plain lists and mappings: statistics and histogram of each measure, gates, and all values."""
    return {
        "recipe": survey.recipe.name,
        "recipe_sha256": survey.recipe.digest,
        "levelgen_version": __version__,
        "levels": len(survey.seeds),
        "failed": [{"seed": seed, "error": error} for seed, error in survey.failed],
        "measures": {name: _measure(survey, name) for name in survey.names} if survey.seeds else {},
        "gates": [
            {"measure": each.gate.name, "statistic": each.gate.statistic, "value": each.value,
             "min": each.gate.wanted.low, "max": each.gate.wanted.high, "holds": each.holds}
            for each in verdicts(survey)
        ],
        "values": {"seed": list(survey.seeds), "attempt": list(survey.attempts),
                   **{name: _plain(survey, name) for name in survey.names}},
    }  # fmt: skip


def _measure(survey: Survey, name: str) -> dict[str, Any]:
    values, number = survey.of(name), survey.names.index(name)
    edges = bin_edges(values, survey.whole[number])
    statistics = {key: statistic(key, values) for key in (*SHOWN, "mean")}
    histogram = {"edges": edges.tolist(), "counts": counts(values, edges)}
    return {"unit": survey.units[number], **statistics, "histogram": histogram}


def _plain(survey: Survey, name: str) -> list[float]:
    values: list[float] = survey.of(name).tolist()
    return [int(value) for value in values] if survey.whole[survey.names.index(name)] else values
