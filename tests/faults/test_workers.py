"""Workers that die or hang, a disk that fills up, a clock set back: said in a line, and mended by the next build."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from levelgen.manifest import FILE, LOG
from tests.conftest import Command

pytestmark = pytest.mark.faults

RECIPE = (
    "levelgen: 1\nseed: {seed}\ngraph: {{grid: {{rows: 6, columns: 10}}}}\nspanning_tree: kruskal\npasses: [{name}]\n"
)
CODE = """
import os, signal, time
from pathlib import Path

def calm(level, rng):
    return level

def deadly(level, rng):
    if Path("armed").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    return level

def stuck(level, rng):
    if Path("armed").exists():
        Path("hangs").touch()
        time.sleep(1000)
    return level
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "addons/faults").mkdir(parents=True)
    (folder / "levelgen.toml").write_text('[addons]\nenabled = ["faults"]\n')
    (folder / "addons/faults/plugin.py").write_text(CODE)
    names = "".join(f"{name} = {name}\n" for name in ("calm", "deadly", "stuck"))
    (folder / "addons/faults/plugin.cfg").write_text(f"[plugin]\nscript=plugin.py\n[levelgen.passes]\n{names}")
    return folder


def recipes(project: Path, *names: str) -> None:
    for number, name in enumerate(names):
        (project / f"{number}_{name}.yaml").write_text(RECIPE.format(seed=number, name=name))
    (project / "armed").touch()


def visible(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("[!.]*"))}


def mended(project: Path, levelgen: Command) -> None:
    """The next build makes all, as an unbroken one would."""
    (project / "armed").unlink()
    assert levelgen("build", ".", cwd=project).returncode == 0
    assert levelgen("build", ".", "--out", "whole", cwd=project).returncode == 0
    assert visible(project / "build") == visible(project / "whole")
    assert not list((project / "build").rglob("*.tmp"))
    assert not (project / "build" / LOG).exists()


def test_a_worker_that_dies_is_said_and_mended(project: Path, levelgen: Command) -> None:
    recipes(project, "calm", "deadly", "calm", "calm")
    done = levelgen("build", ".", "--jobs", "2", cwd=project, timeout=120)
    assert done.returncode == 1
    assert "died" in done.stderr and "Traceback" not in done.stderr
    mended(project, levelgen)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_that_hangs_ends_with_its_build(sign: signal.Signals, project: Path, levelgen: Command) -> None:
    recipes(project, "calm", "stuck", "calm")
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from levelgen.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "build", ".", "--jobs", "2"]
    process = subprocess.Popen(
        command, cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not (project / "hangs").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(sign)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, "interrupted; every file written so far is whole\n")
    assert not subprocess.run(["pgrep", "-s", str(process.pid)], capture_output=True).stdout, "a worker outlived it"
    mended(project, levelgen)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 64 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("needs leave to mount a tmpfs")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("free", [0, 4096, 8192, 20480])
def test_a_disk_that_fills_up_is_said_and_mended(free: int, disk: Path, project: Path, levelgen: Command) -> None:
    recipes(project, "calm", "calm", "calm")
    (disk / "ballast").write_bytes(b"x" * (65536 - 4096 - free))
    done = levelgen("build", ".", "--out", disk, cwd=project)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr and "Traceback" not in done.stderr
    (disk / "ballast").unlink()
    subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
    assert levelgen("build", ".", "--out", disk, cwd=project).returncode == 0
    assert levelgen("build", ".", "--out", "whole", cwd=project).returncode == 0
    assert visible(disk) == visible(project / "whole")


def test_a_clock_that_is_set_back_makes_nothing_old(project: Path, levelgen: Command) -> None:
    recipes(project, "calm")
    assert levelgen("build", ".", cwd=project).returncode == 0
    recipe = project / "0_calm.yaml"
    recipe.write_text(recipe.read_text().replace("rows: 6", "rows: 7"))
    for path in (recipe, *(project / "build").rglob("*")):
        os.utime(path, (0, 0) if path == recipe else (4e9, 4e9))
    done = levelgen("build", ".", cwd=project)
    assert done.stdout.startswith("0_calm (seed 0): rooms: 70 ")
    assert levelgen("build", ".", cwd=project).stdout == "unchanged: 1 level\n"


def test_read_only_outputs_that_are_up_to_date_are_kept(disk: Path, project: Path, levelgen: Command) -> None:
    recipes(project, "calm")
    assert levelgen("build", ".", "--out", disk, cwd=project).returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    done = levelgen("build", ".", "--out", disk, cwd=project)
    assert (done.returncode, done.stdout) == (0, "unchanged: 1 level\n")


@pytest.mark.parametrize("half", [b"", b"\x00" * 300, b'{"levelgen_manifest": 1, "lev'])
def test_a_manifest_and_a_lock_file_of_rubbish_stop_no_build(half: bytes, project: Path, levelgen: Command) -> None:
    recipes(project, "calm", "calm")
    assert levelgen("build", ".", cwd=project).returncode == 0
    before = visible(project / "build")
    for name in (FILE, LOG, ".levelgen-busy.lock"):
        (project / "build" / name).write_bytes(half)
    assert levelgen("build", ".", cwd=project).returncode == 0
    assert visible(project / "build") == before
    assert len(json.loads((project / "build" / FILE).read_bytes())["levels"]) == 2
    assert levelgen("build", ".", cwd=project).stdout == "unchanged: 2 levels\n"
