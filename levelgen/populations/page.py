"""A survey, or two side by side, as a page of its own: no script, no network, light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from levelgen.bounds import number
from levelgen.populations.gating import verdicts
from levelgen.populations.plots import heat_map, histogram
from levelgen.populations.ranges import ExpressiveRange, expressive_range
from levelgen.populations.spread import SHOWN, bin_edges, counts, distance, statistic
from levelgen.populations.survey import Survey
from levelgen.version import __version__

_STYLE = """
:root { color-scheme: light dark; --paper: #fcfcfb; --ink: #1d1d1b; --soft: #62625e; --line: #dcdbd6; --a: #2a6fc9;
  --b: #d9730d; --bad: #b3261e; --good: #1a7f37 }
@media (prefers-color-scheme: dark) { :root { --paper: #191918; --ink: #ecebe6; --soft: #a3a29b; --line: #3a3a37;
  --a: #5b9bea; --b: #f0933a; --bad: #ff8a80; --good: #66d17a } }
body { margin: 0 auto; max-width: 1080px; padding: 24px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 24px; margin: 0 } h2 { font-size: 17px; margin: 36px 0 8px }
p { margin: 4px 0; overflow-wrap: anywhere } .soft { color: var(--soft) } code { font-size: 13px }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px }
th, td { text-align: right; padding: 3px 10px; border-bottom: 1px solid var(--line); white-space: nowrap }
th { color: var(--soft); font-weight: 500 } th:first-child, td:first-child { text-align: left; padding-left: 0 }
.bad { color: var(--bad); font-weight: 600 } .good { color: var(--good); font-weight: 600 }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 20px 28px }
.plots h3 { font-size: 14px; font-weight: 600; margin: 0 0 4px } h3 span { color: var(--soft); font-weight: 400 }
svg { width: 100%; height: auto; display: block } svg text { font-size: 11px; fill: var(--ink) }
.axis { stroke: var(--line) } svg text.axis { stroke: none; fill: var(--soft) }
rect.a, .of-a rect { fill: var(--a) } rect.b, .of-b rect { fill: var(--b) }
.of-a .deep text { fill: #fff } .heat .name { font-size: 13px }
.key-a, .key-b { font-weight: 600 } .key-a::before, .key-b::before { content: ""; display: inline-block; width: 11px;
  height: 11px; border-radius: 3px; margin-right: 6px; background: var(--a) } .key-b::before { background: var(--b) }
@media (prefers-color-scheme: dark) { .heat .mid text, .heat .deep text { fill: #191918 } }
"""


def page(surveys: Sequence[Survey], title: str, axes: tuple[str, str]) -> bytes:
    """HTML of one survey, or of two over the same measures; `axes` are the measures of the expressive range."""
    body = "".join([*_head(surveys, title), *_gates(surveys), _table(surveys), *_histograms(surveys),
                    *_ranges(surveys, axes)])  # fmt: skip
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    ).encode()


def _head(surveys: Sequence[Survey], title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>\n"
    for survey, key in zip(surveys, ("key-a", "key-b"), strict=False):
        named = f'<span class="{key}">{escape(survey.recipe.name)}</span>' if len(surveys) > 1 else "Recipe"
        failed = f', <span class="bad">{len(survey.failed)} could not be made</span>' if survey.failed else ""
        yield (f'<p>{named} <code class="soft">{survey.recipe.digest[:12]}</code>: {len(survey.seeds)} levels{failed}'
               f"</p>\n{_failures(survey)}")  # fmt: skip
    yield f'<p class="soft">levelgen {__version__}</p>\n'


def _failures(survey: Survey) -> str:
    shown = "".join(f"<li>seed {escape(str(seed))}: {escape(error)}</li>\n" for seed, error in survey.failed[:10])
    more = f"<li>and {len(survey.failed) - 10} more</li>\n" if len(survey.failed) > 10 else ""
    return f"<ul>\n{shown}{more}</ul>\n" if shown else ""


def _gates(surveys: Sequence[Survey]) -> Iterator[str]:
    found = [verdict for survey in surveys for verdict in verdicts(survey)]
    if not found:
        return
    yield '<h2>Gates</h2>\n<div class="scroll"><table>\n'
    for verdict in found:
        held = '<td class="good">holds</td>' if verdict.holds else '<td class="bad">does not hold</td>'
        yield (f"<tr><td>{escape(verdict.gate.name)} {verdict.gate.statistic}</td><td>{number(verdict.value)}</td>"
               f"<td>wanted {escape(str(verdict.gate.wanted))}</td>{held}</tr>\n")  # fmt: skip
    yield "</table></div>\n"


def _table(surveys: Sequence[Survey]) -> str:
    versus = len(surveys) > 1
    shown = ("p05", "median", "p95") if versus else SHOWN
    keys = ["a", "b"][: len(surveys)]
    head = "".join(f"<th>{name}</th>" for _ in surveys for name in shown)
    above = "".join(f'<th colspan="{len(shown)}"><span class="key-{k}">{escape(s.recipe.name)}</span></th>'
                    for k, s in zip(keys, surveys, strict=True))  # fmt: skip
    top = f"<tr><th></th>{above}<th></th></tr>\n" if versus else ""
    last = "<th>distance</th>" if versus else "<th>lowest</th><th>highest</th>"
    rows = "".join(f"<tr>{_row(surveys, name, shown)}</tr>\n" for name in surveys[0].names)
    told = (
        "Distance: 0 where both spread alike, 1 where they do not overlap (Smirnov 1939)."
        if versus
        else "Lowest and highest: a seed whose level has the least and the most."
    )
    table = f"<table>\n{top}<tr><th></th>{head}{last}</tr>\n{rows}</table>"
    return f'<h2>Measures</h2>\n<div class="scroll">{table}</div>\n<p class="soft">{told}</p>\n'


def _row(surveys: Sequence[Survey], name: str, shown: Sequence[str]) -> str:
    cells = "".join(f"<td>{number(statistic(key, survey.of(name)))}</td>" for survey in surveys for key in shown)
    first = surveys[0]
    if len(surveys) > 1:
        last = f"<td>{distance(first.of(name), surveys[1].of(name)):.2f}</td>"
    else:
        seeds = [str(first.seeds[int(place)]) for place in (np.argmin(first.of(name)), np.argmax(first.of(name)))]
        last = "".join(f"<td>{escape(seed) if name in first.varying else ''}</td>" for seed in seeds)
    return f"<td>{escape(name)}</td>{cells}{last}"


def _histograms(surveys: Sequence[Survey]) -> Iterator[str]:
    first = surveys[0]
    yield '<h2>Histograms</h2>\n<div class="plots">\n'
    for name, unit, whole in zip(first.names, first.units, first.whole, strict=True):
        each = [survey.of(name) for survey in surveys]
        every = np.concatenate(each)
        if np.ptp(every) > 0:
            edges = bin_edges(every, whole)
            series = [counts(values, edges) for values in each]
            plot = histogram(edges, series, whole, (float(every.min()), float(every.max())))
            yield f"<div><h3>{escape(name)} <span>{escape(unit)}</span></h3>{plot}</div>\n"
    yield "</div>\n"


def _ranges(surveys: Sequence[Survey], axes: tuple[str, str]) -> Iterator[str]:
    found = [expressive_range(survey, *axes, surveys) for survey in surveys]
    whole = tuple(surveys[0].whole[surveys[0].names.index(name)] for name in axes)
    yield "<h2>Expressive range</h2>\n"
    yield ('<p class="soft">Where the levels lie between two measures (Smith and Whitehead 2010). '
           "The number in a cell is a seed: <code>levelgen show RECIPE --seed N</code>.</p>\n")  # fmt: skip
    for survey, range_, key in zip(surveys, found, "ab", strict=False):
        named = f'<p class="key-{key}">{escape(survey.recipe.name)}</p>' if len(surveys) > 1 else ""
        plot = heat_map(range_, (whole[0], whole[1]), _most(found))
        yield f'{named}<div class="scroll of-{key}">{plot}</div>\n'


def _most(ranges: Sequence[ExpressiveRange]) -> int:
    return max(cell.count for range_ in ranges for cell in range_.cells)
