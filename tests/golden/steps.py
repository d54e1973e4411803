"""What every step and version makes: `python -m tests.golden.steps > tests/golden/steps.json`, and only when a version is raised."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from levelgen import kernels
from levelgen.pipeline import generate
from levelgen.plugins import registry
from levelgen.reading import parse_recipe
from levelgen.trace import trace

GRID = "{grid: {rows: 9, columns: 11}}"
ISLES = "{islands: {count: 24, width: 60, height: 40}}"
PLACES = "{edges: {nodes: {a: [0, 0], b: [6, 1], c: [3, 7], d: [9, 9]}, edges: [[a, b], [b, c], [a, c], [c, d]]}}"
RECIPES = {
    "edges": f"graph: {PLACES}\nspanning_tree: {{kruskal: {{order: length}}}}\n",
    "islands": f"graph: {ISLES}\nspanning_tree: {{prim: {{order: length}}}}\npasses: [shortcut_bridges: {{count: 4}}, treasure: {{count: 50%}}]\n",
    "rooms": f"graph: {GRID}\nspanning_tree: wilson\npasses: [braid: {{share: 40%}}, start_exit, place: {{kind: key, where: anywhere, count: 3}}]\n"
    "tiles: rooms\n",
    "loops": f"graph: {GRID}\nspanning_tree: kruskal\npasses: [extra_loops: {{count: 8}}, treasure: {{count: 4, prefer: far}}]\n"
    "tiles: {blocks: {corridor: 2}}\n",
}
for tree in registry().names("spanning_trees"):
    RECIPES[tree] = f"graph: {GRID}\nspanning_tree: {tree}\n"
for strategy in ("oldest", "random", "mixed"):
    RECIPES[f"growing_tree {strategy}"] = f"graph: {GRID}\nspanning_tree: {{growing_tree: {{strategy: {strategy}}}}}\n"


def digests() -> dict[str, str]:
    """`recipe, step, algorithm` → digest, for two seeds of each recipe."""
    found = {}
    for name, text in RECIPES.items():
        recipe = parse_recipe(f"levelgen: 1\n{text}", Path("golden.yaml"))
        for seed in (5, "five"):
            for step in trace(generate(recipe, seed)):
                found[f"{name} {seed}, {step.step}, {step.algorithm}"] = step.digest
    return found


if __name__ == "__main__":
    if "--compiled" in sys.argv:
        kernels._WORTH_COMPILING = 0
    json.dump(digests(), sys.stdout, indent=1)
    print()
