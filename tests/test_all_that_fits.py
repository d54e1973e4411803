"""Every graph builder, tree, pass, tile style and exporter that fit together make levels that hold.

What fits what is asserted as a table: a plug-in that is registered and missing here fails the test,
so nothing is left out in silence.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import RecipeError, generate, verify
from levelgen.pipeline import files_of
from levelgen.plugins import KINDS, registry
from levelgen.reading import parse_recipe
from levelgen.suite.cases import Case
from levelgen.suite.levels import unlike

ANY_TREE = ["aldous_broder", "growing_tree", "hunt_and_kill", "kruskal", "prim", "wilson"]
GRID_TREE = ["binary_tree", "eller", "recursive_division", "sidewinder"]

FITS = {
    "grid": {"trees": sorted(ANY_TREE + GRID_TREE), "tiles": ["archipelago", "blocks", "rooms"]},
    "islands": {"trees": ANY_TREE, "tiles": ["archipelago"]},
    "edges": {"trees": ANY_TREE, "tiles": ["archipelago"]},
}
OPENING = {
    "extra_loops": {"count": "30%"},
    "braid": {"share": "50%"},
    "shortcut_bridges": {"max_detour": 2.5},
}
MARKING = {
    "start_exit": {},
    "treasure": {"count": "40%"},
    "place": {"kind": "key", "where": "anywhere", "count": "20%"},
}
EXPORTERS: dict[str, dict[str, Any]] = {
    "csv": {"godot_keep": True},
    "godot": {},
    "graph": {},
    "npz": {},
    "occupancy": {},
    "picture": {},
    "text": {},
    "tiled": {},
    "tmx": {},
}

COMBINATIONS = [
    (graph, tree, tiles) for graph, fits in FITS.items() for tree, tiles in product(fits["trees"], fits["tiles"])
]


def test_the_table_names_every_registered_plugin() -> None:
    plugins = registry()
    assert sorted(FITS) == plugins.names("graphs")
    assert sorted(ANY_TREE + GRID_TREE) == plugins.names("spanning_trees")
    assert sorted({*OPENING, *MARKING}) == plugins.names("passes")
    assert sorted({name for fits in FITS.values() for name in fits["tiles"]}) == plugins.names("tiles")
    assert sorted(EXPORTERS) == plugins.names("exporters")


def test_what_fits_is_what_the_annotations_say() -> None:
    plugins = registry()
    for graph, fits in FITS.items():
        made = plugins.find("graphs", graph).graph_type
        for kind, key in (("spanning_trees", "trees"), ("tiles", "tiles")):
            found = [n for n in plugins.names(kind) if issubclass(made, plugins.find(kind, n).graph_type)]
            print(f"{graph} takes {KINDS[kind].noun}s: {', '.join(found)}")
            assert found == sorted(fits[key])


@pytest.mark.parametrize("graph", ["islands", "edges"])
@pytest.mark.parametrize("name", GRID_TREE)
def test_what_does_not_fit_is_said_before_anything_is_made(graph: str, name: str) -> None:
    with pytest.raises(RecipeError, match=f"{name}: works on grids only, and graph builder '{graph}'"):
        recipe_of({graph: parameters_of(graph, 3, 3)}, name, [], "archipelago")


def recipe_of(graph: Any, tree: Any, passes: list[Any], tiles: Any, seed: int = 1) -> Any:
    document = {"levelgen": 1, "seed": seed, "graph": graph, "spanning_tree": tree, "passes": passes, "tiles": tiles,
                "export": [{name: options} for name, options in EXPORTERS.items()]}  # fmt: skip
    return parse_recipe(json.dumps(document), Path("made-up.yaml"))


def parameters_of(graph: str, rows: int, columns: int) -> dict[str, Any]:
    """A builder's parameters for about rows × columns rooms."""
    if graph == "grid":
        return {"rows": rows, "columns": columns}
    if graph == "islands":
        return {"count": rows * columns, "width": 5 * columns, "height": 5 * rows}
    nodes = {f"n{v}": [7 * (v % columns), 9 * (v // columns)] for v in range(rows * columns)}
    names = list(nodes)
    pairs = [[names[v], names[v + 1]] for v in range(len(names) - 1)]
    pairs += [[names[v], names[v + columns], 5] for v in range(len(names) - columns) if columns > 1]
    return {"nodes": nodes, "edges": pairs}


SIZES = st.sampled_from([(1, 1), (1, 2), (1, 6), (5, 1), (2, 2), (3, 4), (4, 3), (6, 6)])


@pytest.mark.parametrize(("graph", "tree", "tiles"), COMBINATIONS, ids=map("-".join, COMBINATIONS))
@settings(max_examples=8, deadline=None)
@given(size=SIZES, seed=st.integers(0, 2**40), opening=st.lists(st.sampled_from(sorted(OPENING)), max_size=2),
       marking=st.lists(st.sampled_from(sorted(MARKING)), max_size=3, unique=True))  # fmt: skip
def test_levels_hold(graph: str, tree: str, tiles: str, size: tuple[int, int], seed: int,
                     opening: list[str], marking: list[str]) -> None:  # fmt: skip
    marks = sorted(marking, key=lambda name: name != "start_exit")
    passes: list[Any] = [{name: OPENING[name]} for name in opening] + [{name: MARKING[name]} for name in marks]
    recipe = recipe_of({graph: parameters_of(graph, *size)}, tree, passes, {tiles: scale(graph, tiles)}, seed)
    built = generate(recipe)
    proof = verify(built)
    rooms = size[0] * size[1]
    assert (proof.rooms, proof.components, proof.loops) == (rooms, 1, proof.opened - rooms + 1)
    if not opening:
        assert proof.loops == 0
    files = files_of(built)
    assert {f"{built.stem}.tmj", f"{built.stem}.graph.json", "levelgen_tiles.png"} < set(files)
    assert unlike(Case(recipe, seed, "again")) == ""


def scale(graph: str, tiles: str) -> dict[str, Any]:
    """Grids have their rooms one apart: islands need more sea between them."""
    return {"scale": 6, "radius": 2} if (graph, tiles) == ("grid", "archipelago") else {}
