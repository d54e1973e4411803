"""Kernels compiled by numba give the same levels, to the bit, as the same functions in plain Python."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from levelgen import generate, kernels
from levelgen.pipeline import files_of
from levelgen.reading import parse_recipe

pytest.importorskip("numba", reason="numba is not installed; get it by pip install 'levelgen[fast]'")
pytestmark = pytest.mark.large

GRID = "{grid: {rows: 12, columns: 13}}"
SCATTERED = "{islands: {count: 25, width: 70, height: 60, min_distance: 4, candidates: octants}}"
PASSES = (
    "[extra_loops: {count: 3}, braid: {share: 30%}, start_exit: {}, place: {kind: key, count: 10%, min_separation: 3}]"
)
TREES = ["kruskal", "{prim: {order: random}}", "{prim: {order: length}}", "wilson", "aldous_broder", "hunt_and_kill"]
TREES += [f"{{growing_tree: {{strategy: {s}}}}}" for s in ("latest", "oldest", "random", "mixed")]
TREES += ["{growing_tree: {weights: {latest: 3, random: 1, oldest: 1}}}"]
RECIPES = [(GRID, tree, PASSES, "blocks") for tree in TREES] + [
    (GRID, "kruskal", PASSES, "{rooms: {width: [2, 6], height: [1, 7], gap: 3}}"),
    (SCATTERED, "wilson", "[extra_loops: {count: 3}]", "archipelago"),
    (SCATTERED, "{growing_tree: {strategy: mixed}}", "[braid: {share: 30%}]", "archipelago"),
    (SCATTERED, "kruskal", "[shortcut_bridges: {max_detour: 2}, start_exit: {}]", "archipelago"),
    (SCATTERED, "hunt_and_kill", "[shortcut_bridges: {count: 4}, treasure: {count: 50%}]", "archipelago"),
]
PLAIN_ONLY = {"soak", "is_clear", "detour", "root"}
"""Kernels that take a list, or run on single tiles or rooms."""


def files(graph: str, tree: str, passes: str, tiles: str) -> dict[str, bytes]:
    text = f"levelgen: 1\nseed: 11\ngraph: {graph}\nspanning_tree: {tree}\npasses: {passes}\ntiles: {tiles}\n"
    return files_of(generate(parse_recipe(text, Path("made-up.yaml"))))


def test_every_kernel_gives_the_same_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_WORTH_COMPILING", 1 << 62)
    plain = [files(*recipe) for recipe in RECIPES]
    ran: set[str] = set()
    original = kernels.compiled

    def noted(kernel: Callable[..., Any]) -> Any:
        ran.add(kernel.__name__)
        return original(kernel)

    noted.__wrapped__ = original  # type: ignore[attr-defined]
    monkeypatch.setattr(kernels, "compiled", noted)
    monkeypatch.setattr(kernels, "_WORTH_COMPILING", 0)
    assert [files(*recipe) for recipe in RECIPES] == plain
    called = {name for name in all_kernels() if name not in PLAIN_ONLY}
    assert called - ran - helpers() == set()


def all_kernels() -> dict[str, Callable[..., Any]]:
    found = {}
    for module in pkgutil.iter_modules(kernels.__path__):
        if module.name == "machine":
            continue
        for name, function in vars(importlib.import_module(f"levelgen.kernels.{module.name}")).items():
            if inspect.isfunction(function) and function.__module__ == f"levelgen.kernels.{module.name}":
                found[name] = function
    return found


def helpers() -> set[str]:
    """Kernels that other kernels call, and the two that work on whole arrays."""
    functions = all_kernels()
    return {name for f in functions.values() for name in f.__code__.co_names if name in functions} | {"components"}


def test_a_cache_that_cannot_be_written_breaks_nothing(tmp_path: Path) -> None:
    code = (
        "from levelgen import kernels; kernels._WORTH_COMPILING = 0\n"
        "import numpy as np\nfrom levelgen.graphs.grid import grid\nfrom levelgen.rng import Stream\n"
        "from levelgen.spanning_trees.kruskal import kruskal\n"
        "print(kruskal(grid(Stream(0), rows=6, columns=10), Stream(14)).sum())"
    )
    (tmp_path / "file").write_text("")
    settings = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file" / "below"), "HOME": str(tmp_path / "file")}
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    from levelgen.graphs.grid import grid
    from levelgen.rng import Stream
    from levelgen.spanning_trees.kruskal import kruskal

    assert int(done.stdout) == int(np.sum(kruskal(grid(Stream(0), rows=6, columns=10), Stream(14))))
