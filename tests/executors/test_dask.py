"""Builds on real Dask clusters: the same bytes, whatever happens to workers, and one line where there is none to use."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from levelgen.version import __version__
from tests.conftest import ROOT, Command

pytest.importorskip("distributed")

RECIPE = "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 60, columns: 60}}\nspanning_tree: wilson\n"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")
            if path.is_file() and not path.name.startswith(".")}  # fmt: skip


def until(true: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def start(*words: str, cwd: Path = ROOT, **environment: str) -> subprocess.Popen[str]:
    """A Python process of its own group, which Ctrl-C reaches though the tests may run in the background."""
    code = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); sys.argv[0:1] = []; "
    code += "from runpy import run_module; run_module(sys.argv[0], run_name='__main__')"
    return subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            text=True, start_new_session=True, cwd=cwd, env=os.environ | environment)  # fmt: skip


@pytest.fixture
def plain(tmp_path: Path, levelgen: Command) -> dict[str, bytes]:
    """The files of a build without Dask."""
    (tmp_path / "a.yaml").write_text(RECIPE)
    assert levelgen("build", "a.yaml", "--seeds", "1..40", "--out", "plain", "--jobs", "1").returncode == 0
    return files(tmp_path / "plain")


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def scheduler(port: int) -> Iterator[subprocess.Popen[str]]:
    words = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    process = start("distributed.cli.dask_scheduler", *words)
    yield process
    end(process)


def worker(port: int, cwd: Path = ROOT, **environment: str) -> subprocess.Popen[str]:
    words = ["--nworkers", "1", "--nthreads", "3", "--no-dashboard"]
    return start("distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", *words, cwd=cwd, **environment)


def end(process: subprocess.Popen[str]) -> None:
    """End it with its own children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stderr.close()  # type: ignore[union-attr]


def dask_workers(parent: int) -> list[int]:
    """The worker processes of a local cluster: those whose command says so."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            ppid = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if ppid == parent and b"multiprocessing.spawn" in words:
            found.append(int(folder.name))
    return found


@pytest.mark.remote
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers in /proc")
def test_a_worker_killed_in_mid_build_loses_nothing(plain: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start("levelgen", "build", str(tmp_path / "a.yaml"), "--seeds", "1..40", "--out", str(out),
                    "--executor", "dask://local", "--jobs", "2")  # fmt: skip
    until(lambda: out.is_dir() and len(files(out)) > 4)
    victim = dask_workers(process.pid)[0]
    os.kill(victim, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{victim}").exists() or process.poll() is not None)
    written = len(list(out.glob("*.tmj")))
    _, errors = process.communicate(timeout=100)
    assert written < 40
    assert (process.returncode, errors) == (0, "")
    assert files(out) == plain


@pytest.mark.remote
def test_ctrl_c_leaves_only_whole_files_and_no_noise(plain: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start("levelgen", "build", str(tmp_path / "a.yaml"), "--seeds", "1..400", "--out", str(out),
                    "--executor", "dask://local", "--jobs", "2")  # fmt: skip
    until(lambda: out.is_dir() and len(files(out)) > 4)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "interrupted; every file written so far is whole\n")
    assert {name: data for name, data in files(out).items() if name in plain}.items() <= plain.items()
    assert not list(out.rglob("*.tmp"))


@pytest.mark.remote
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs a system with signals")
def test_a_level_that_kills_its_workers_fails_alone(tmp_path: Path, levelgen: Command) -> None:
    addon = tmp_path / "addons/deadly"
    addon.mkdir(parents=True)
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["deadly"]\n')
    (addon / "plugin.cfg").write_text("[plugin]\nname=d\nversion=1\nscript=plugin.py\n[levelgen.passes]\ndie=die\n")
    (addon / "plugin.py").write_text(
        "import os\nfrom levelgen.level import Marked\ndef die(level, rng) -> Marked:\n    os._exit(1)\n"
    )
    small = RECIPE.replace("60", "6")
    (tmp_path / "a.yaml").write_text(small + "passes: [die]\n")
    (tmp_path / "b.yaml").write_text(small)
    done = levelgen("build", "a.yaml", "b.yaml", "--executor", "dask://local", "--jobs", "1")
    assert (done.returncode, done.stderr) == (1, "a.yaml: a: one worker after the other died while making it, "
                                              "perhaps for want of memory\n1 of 2 levels failed\n")  # fmt: skip
    assert (tmp_path / "build/b.tmj").exists()


@pytest.mark.remote
def test_the_workers_of_a_scheduler(
    plain: dict[str, bytes], scheduler: subprocess.Popen[str], port: int, tmp_path: Path, levelgen: Command
) -> None:
    """Workers of several threads, too; then one that is of another version; then the scheduler goes away."""
    there = worker(port)
    try:
        done = levelgen("build", "a.yaml", "--seeds", "1..40", "--out", "out", "--executor", f"dask://127.0.0.1:{port}")
        assert (done.returncode, done.stderr) == (0, "")
        assert files(tmp_path / "out") == plain
        process = start("levelgen", "build", str(tmp_path / "a.yaml"), "--seeds", "1..4000", "--out",
                        str(tmp_path / "cut"), "--executor", f"dask://127.0.0.1:{port}")  # fmt: skip
        until(lambda: list((tmp_path / "cut").glob("*.tmj")))
        end(scheduler)
        _, errors = process.communicate(timeout=60)
        gone = "the scheduler or the last worker is gone; every file written so far is whole; build again\n"
        assert (process.returncode, errors) == (1, gone)
    finally:
        end(there)


@pytest.mark.remote
@pytest.mark.parametrize("version", ["0.0.9", None])
def test_another_levelgen_on_a_worker_is_refused(
    version: str | None, scheduler: subprocess.Popen[str], port: int, tmp_path: Path, levelgen: Command
) -> None:
    other = tmp_path / "other/levelgen"
    if version:
        shutil.copytree(ROOT / "levelgen", other)
        (other / "version.py").write_text(f'__version__ = "{version}"\n')
    else:
        other.mkdir(parents=True)
        (other / "__init__.py").write_text("raise ImportError")
    there = worker(port, tmp_path, PYTHONPATH=os.pathsep.join([str(other.parent), str(ROOT / "exporters")]))
    try:
        (tmp_path / "a.yaml").write_text(RECIPE)
        done = levelgen("build", "a.yaml", "--executor", f"dask://127.0.0.1:{port}")
    finally:
        end(there)
    has = f"levelgen {version}" if version else "no levelgen"
    assert done.stderr.startswith(f"dask://127.0.0.1:{port}: tcp://127.0.0.1:")
    assert done.stderr.endswith(f" has {has}, here it is {__version__}; install the same there\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert not list((tmp_path / "build").glob("*.*j"))


@pytest.mark.parametrize(
    ("executor", "message"),
    [
        pytest.param(
            "dask://127.0.0.1:9",
            "dask://127.0.0.1:9: no Dask scheduler answers there: Timed out",
            marks=pytest.mark.remote,
        ),
        ("dask://host", "--executor: must be dask://HOST:PORT or dask://local, not 'dask://host'"),
        ("ray://host:1", "--executor: must be dask://HOST:PORT or dask://local, not 'ray://host:1'"),
    ],
)
def test_what_cannot_be_used_is_one_line(executor: str, message: str, tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "a.yaml").write_text(RECIPE)
    done = levelgen("build", "a.yaml", "--executor", executor)
    assert done.stderr.startswith(message)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_the_extra_left_out_is_named(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "a.yaml").write_text(RECIPE)
    (tmp_path / "distributed.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = levelgen("build", "a.yaml", "--executor", "dask://local", env=os.environ | {"PYTHONPATH": path})
    assert done.stderr == "dask://local: needs the package distributed: pip install 'levelgen[dask]'\n"
    assert done.returncode == 2
