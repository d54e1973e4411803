"""Does a plug-in make the same in another process, in which sets and dicts of objects have another order?"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from levelgen.errors import LevelgenError
from levelgen.pipeline import generate
from levelgen.plugins import Plugin, registry
from levelgen.suite.cases import cases
from levelgen.suite.levels import digest

HASH_SEEDS = ("1", "4711")


def elsewhere(plugin: Plugin, project: Path | None) -> tuple[str, list[str]]:
    """The same levels in two processes of different hash seeds."""
    if plugin.kind.key == "readers":
        return "readers make no levels", []
    with ExitStack() as pools:
        answers = [_asked(pools, seed, plugin, project) for seed in HASH_SEEDS]
        first, second = (answer.result() for answer in answers)
    other = [told for told in first if first[told] != second.get(told)]
    said = f"{len(first)} levels in two processes"
    return said, [f"{told}: another level under another PYTHONHASHSEED; go by no set's order" for told in other[:3]]


def digests(kind: str, name: str, project: Path | None) -> dict[str, str]:
    """What each case is, and the digest of its level; those that cannot be made are left out."""
    found = {}
    for case in cases(registry(project).find(kind, name), project):
        try:
            found[f"{case.told}, seed {case.seed}"] = digest(generate(case.recipe, case.seed))
        except LevelgenError:
            continue
    return found


def _asked(pools: ExitStack, hash_seed: str, plugin: Plugin, project: Path | None) -> Future[dict[str, str]]:
    pool = pools.enter_context(ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")))
    with _environment("PYTHONHASHSEED", hash_seed):
        return pool.submit(digests, plugin.kind.key, plugin.name, project)


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """Processes that are started meanwhile see this value."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before
