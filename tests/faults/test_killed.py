"""Builds that die at any moment: `pytest -m faults --kills 200`. What they leave is whole, and the next build mends all."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import Command

pytestmark = pytest.mark.faults

RECIPE = """levelgen: 1
graph: {{grid: {{rows: {rows}, columns: 30}}}}
spanning_tree: {tree}
passes: [{{extra_loops: {{count: 5%}}}}, start_exit, {{treasure: {{count: 4}}}}]
export: [tiled, csv, picture]
"""
TREES = ["kruskal", "wilson", "prim", "growing_tree"]


def project(folder: Path) -> Path:
    folder.mkdir()
    for number in range(12):
        text = RECIPE.format(rows=20 + number, tree=TREES[number % len(TREES)])
        (folder / f"r{number:02}.yaml").write_text(f"{text}seed: {number}\n", "utf-8")
    return folder


def visible(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("[!.]*"))}


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.glob(".*.tmp")]


def build(folder: Path, out: Path, jobs: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "levelgen", "build", str(folder), "--out", str(out), "--jobs", str(jobs)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def running(session: int) -> bool:
    return bool(subprocess.run(["pgrep", "-s", str(session)], capture_output=True).stdout)


@pytest.mark.parametrize(("sign", "share"), [(signal.SIGKILL, 1.0), (signal.SIGTERM, 0.25)])
def test_a_build_killed_at_any_moment_leaves_whole_files_and_is_mended(
    sign: signal.Signals, share: float, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = project(tmp_path / "recipes")
    begun = time.monotonic()
    assert build(folder, tmp_path / "whole", jobs=1).wait() == 0
    lasted = time.monotonic() - begun
    whole = visible(tmp_path / "whole")
    moments = random.Random(2026)
    for kill in range(int(request.config.getoption("--kills") * share)):
        out = tmp_path / f"out{kill}"
        process = build(folder, out, jobs=1 + kill % 2)
        time.sleep(moments.uniform(0, lasted))
        process.send_signal(sign)
        code = process.wait(timeout=60)
        assert code in {0, -sign} | ({130} if sign == signal.SIGTERM else set())
        left = visible(out) if out.exists() else {}
        assert left.items() <= whole.items(), f"kill {kill} left half a file"
        deadline = time.monotonic() + 30
        while running(process.pid):
            assert time.monotonic() < deadline, "workers outlived their build"
            time.sleep(0.05)
        assert build(folder, out, jobs=1).wait() == 0
        assert visible(out) == whole
        assert not leftovers(out)
        shutil.rmtree(out)


def test_a_recipe_that_changes_while_it_is_built_is_one_or_the_other(tmp_path: Path) -> None:
    folder = tmp_path / "recipes"
    folder.mkdir()
    texts = [RECIPE.format(rows=rows, tree="kruskal") + "seed: 1\n" for rows in (20, 24)]
    made = set()
    for number, text in enumerate(texts):
        (folder / "r.yaml").write_text(text, "utf-8")
        assert build(folder, tmp_path / f"whole{number}", jobs=1).wait() == 0
        made.add((tmp_path / f"whole{number}" / "r.tmj").read_bytes())
    for turn in range(6):
        process = build(folder, tmp_path / "out", jobs=1 + turn % 2)
        while process.poll() is None:
            for text in texts:
                new = folder / "r.new"
                new.write_text(text, "utf-8")
                new.replace(folder / "r.yaml")
                time.sleep(0.002)
        assert process.returncode == 0
        assert (tmp_path / "out" / "r.tmj").read_bytes() in made


def test_a_link_in_the_output_is_replaced_and_what_it_leads_to_is_left_alone(tmp_path: Path, levelgen: Command) -> None:
    folder = project(tmp_path / "recipes")
    outside = tmp_path / "outside.txt"
    outside.write_text("mine", "utf-8")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "r00.tmj").symlink_to(outside)
    assert levelgen("build", folder / "r00.yaml").returncode == 0
    assert outside.read_text("utf-8") == "mine"
    assert not (tmp_path / "build" / "r00.tmj").is_symlink()
