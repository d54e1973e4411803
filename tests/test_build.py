"""The build: which recipes and names, what fails alone, and files that are whole or not there."""

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

from levelgen import OutputError, load_recipe
from levelgen.bases import FOLDER as BASES
from levelgen.build import Failed, Job, Made, find_recipes, plan, run
from levelgen.files import LOCK, remove_stale, write_all
from levelgen.manifest import FILE, LOG
from tests.conftest import Command

HIDDEN = (BASES, LOCK, FILE, LOG)
GOOD = "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\n"


def recipe(folder: Path, name: str, text: str = GOOD) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def names(folder: Path) -> list[str]:
    """What lies in a folder, the maps as built left out."""
    return sorted(path.name for path in folder.iterdir() if path.name not in HIDDEN)


def test_a_folder_is_every_yaml_below_it(tmp_path: Path, levelgen: Command) -> None:
    for name in ("b.yaml", "a.yml", "deep/c.yaml", ".hidden/d.yaml", "e.txt"):
        recipe(tmp_path, name)
    recipe(tmp_path, "settings.yaml", "colour: red\n")
    found, passed_over = find_recipes([tmp_path])
    assert [path.name for path in found] == ["a.yml", "b.yaml", "c.yaml"]
    assert [path.name for path in passed_over] == ["settings.yaml"]
    done = levelgen("build", ".")
    assert done.returncode == 0
    assert "skipped settings.yaml: no key 'levelgen', so it is no recipe" in done.stdout
    assert names(tmp_path / "build") == ["a.tmj", "b.tmj", "c.tmj", "levelgen_tiles.png"]
    named = levelgen("build", "settings.yaml")
    assert (named.returncode, named.stderr.splitlines()[0]) == (2, "settings.yaml:1:1: colour: unknown key")


def test_recipes_in_any_spelling_are_found_in_a_folder(tmp_path: Path) -> None:
    recipe(tmp_path, "bom.yaml").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    recipe(tmp_path, "flow.yaml", "{levelgen: 1}")
    recipe(tmp_path, "indented.yaml", "  levelgen: 1\n")
    recipe(tmp_path, "other.yaml", "tools:\n  levelgen: 1\n")
    found, passed_over = find_recipes([tmp_path])
    assert [path.name for path in found] == ["bom.yaml", "flow.yaml", "indented.yaml"]
    assert [path.name for path in passed_over] == ["other.yaml"]


def test_what_a_folder_holds_but_cannot_be_read_is_said(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml")
    (tmp_path / "b.yaml").symlink_to("nothing")
    (tmp_path / ".#a.yaml").symlink_to("an editor's lock")
    os.mkfifo(tmp_path / "pipe.yaml")
    done = levelgen("build", ".", timeout=30)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "b.yaml: cannot be read: No such file or directory\n"
    assert not (tmp_path / "build").exists()


def test_names_too_long_for_the_disk_are_one_line(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml")
    unread = levelgen("build", "x" * 300)
    assert (unread.returncode, unread.stderr) == (2, "x" * 300 + ": no such file or folder\n")
    unwritten = levelgen("build", "a.yaml", "--out", "x" * 300)
    assert unwritten.returncode == 1
    assert unwritten.stderr.splitlines()[0].endswith("cannot be written: File name too long")


def test_a_device_without_end_is_read_to_the_bound(levelgen: Command) -> None:
    done = levelgen("build", "/dev/zero", timeout=30)
    assert (done.returncode, done.stderr) == (2, "/dev/zero: larger than 1024 KiB; a recipe is a short text\n")


def test_an_answer_that_cannot_be_printed_is_said(tmp_path: Path) -> None:
    command = f"{sys.executable} -m levelgen show {recipe(tmp_path, 'a.yaml')} > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "standard output: No space left on device\n")


def test_what_is_not_there_is_said(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "nothing").mkdir()
    done = levelgen("build", "none.yaml", "nothing")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "none.yaml: no such file or folder",
        "nothing: no .yaml or .yml file in this folder",
    ]


def test_two_outputs_of_one_name_are_refused_in_any_case(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "one.yaml", GOOD + "name: Caves\n")
    recipe(tmp_path, "two.yaml", GOOD + "name: caves\n")
    done = levelgen("build", ".")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "two.yaml: writes 'caves', as one.yaml does; give one of them another 'name:'\n"


@pytest.mark.parametrize(("seeds", "made"), [
    (["--seed", "9"], ["a.tmj"]),
    (["--seeds", "3..5"], ["a-3.tmj", "a-4.tmj", "a-5.tmj"]),
    (["--seeds", "3..3"], ["a.tmj"]),
    (["--seed", "a text"], ["a.tmj"]),
])  # fmt: skip
def test_seeds_name_the_files(seeds: list[str], made: list[str], tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml")
    assert levelgen("build", "a.yaml", *seeds).returncode == 0
    assert names(tmp_path / "build") == sorted([*made, "levelgen_tiles.png"])


@pytest.mark.parametrize(
    "options",
    [
        ["--seed", "9" * 5000],
        ["--seeds", "1.." + "9" * 5000],
        ["--seeds", "1..99999999999"],
        ["--seed", "a\nb"],
        ["--seeds", "5..3"],
        ["--seeds", "x"],
        ["--seeds", "1.."],
        ["--seed", "1", "--seeds", "1..2"],
        ["--sed", "1"],
    ],
)
def test_wrong_seeds_are_one_line(options: list[str], tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml")
    done = levelgen("build", "a.yaml", *options)
    assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")


def test_a_seed_left_out_is_drawn_printed_and_written(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml", GOOD.replace("seed: 4\n", ""))
    lines = [levelgen("build", "a.yaml").stdout for _ in range(2)]
    assert lines[0] != lines[1]
    properties = json.loads((tmp_path / "build/a.tmj").read_bytes())["properties"]
    assert f"(seed {next(p['value'] for p in properties if p['name'] == 'seed')})" in lines[1]


def test_a_level_that_fails_leaves_nothing_and_stops_no_other(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml", GOOD + "passes:\n  - treasure: {count: 100}\n")
    recipe(tmp_path, "b.yaml")
    done = levelgen("build", ".")
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].startswith("a.yaml:6:5: passes[0].treasure: 100 of 'treasure' asked for, but ")
    assert done.stderr.splitlines()[1] == "1 of 2 levels failed"
    assert done.stdout.startswith(
        "b (seed 4): rooms: 12 | walls: 17 | opened: 11 | components: 1 | loops: 0 | dead ends: "
    )
    assert names(tmp_path / "build") == ["b.tmj", "levelgen_tiles.png"]


def test_shared_files_are_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    original = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda self, target: (written.append(Path(target).name), original(self, target))[1]
    )
    jobs = plan([load_recipe(recipe(tmp_path, name)) for name in ("a.yaml", "b.yaml")])
    results = list(run(jobs, tmp_path / "out"))
    assert all(isinstance(result, Made) for result in results)
    written = [name for name in written if name != FILE]
    assert sorted(written) == ["a.tmj", "a.tmj", "b.tmj", "b.tmj", "levelgen_tiles.png"]  # and each map's base


def test_a_file_that_another_level_wrote_is_not_overwritten(tmp_path: Path) -> None:
    one, two = (load_recipe(recipe(tmp_path, name, GOOD + "export: [csv]\n")) for name in ("a.yaml", "b.yaml"))
    first, second = run([Job(one, 1, "a"), Job(two, 2, "A")], tmp_path / "out")
    assert isinstance(first, Made)
    assert isinstance(second, Failed)
    assert str(second.error).endswith("a.yaml wrote another a_ground.csv; rename one")


def test_an_output_folder_that_is_a_file(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml")
    (tmp_path / "out").write_text("mine")
    done = levelgen("build", "a.yaml", "--out", "out")
    assert done.returncode == 1
    assert "out: cannot be written: File exists" in done.stderr
    assert (tmp_path / "out").read_text() == "mine"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 64 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    done = (
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True)
        if shutil.which("mount")
        else None
    )
    if done is None or done.returncode:
        pytest.skip("needs leave to mount a tmpfs")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_leaves_earlier_files_and_no_temporary_ones(
    small_disk: Path, tmp_path: Path, levelgen: Command
) -> None:
    path = recipe(tmp_path, "a.yaml")
    assert levelgen("build", path, "--out", small_disk).returncode == 0
    before = {name: (small_disk / name).read_bytes() for name in names(small_disk)}
    path.write_text(GOOD.replace("rows: 3", "rows: 3000"))
    done = levelgen("build", path, "--out", small_disk)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith("cannot be written: No space left on device")
    assert {name: (small_disk / name).read_bytes() for name in names(small_disk)} == before


def test_a_read_only_folder_is_said(small_disk: Path, tmp_path: Path, levelgen: Command) -> None:
    path = recipe(tmp_path, "a.yaml")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = levelgen("build", path, "--out", small_disk)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith("cannot be written: Read-only file system")


def test_a_failed_write_leaves_no_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "kept").write_text("x")
    with pytest.raises(OutputError, match="cannot be written"):
        write_all({"a": b"1", "b": b"2"}, tmp_path)
    assert "b" in names(tmp_path)
    assert not [name for name in names(tmp_path) if name.startswith(".")]


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_build_cut_off_leaves_only_whole_files(sign: signal.Signals, tmp_path: Path) -> None:
    path = recipe(tmp_path, "a.yaml", GOOD.replace("rows: 3", "rows: 40").replace("columns: 4", "columns: 40"))
    # Background jobs of a shell ignore Ctrl-C, and hand that down: listen to it again.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from levelgen.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "build", str(path), "--seeds", "0..5000", "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not (tmp_path / "out").is_dir() or len(names(tmp_path / "out")) < 8):
        time.sleep(0.01)
    process.send_signal(sign)
    _, errors = process.communicate(timeout=30)
    for file in (tmp_path / "out").glob("*.tmj"):
        json.loads(file.read_bytes())
    if sign == signal.SIGINT:
        assert process.returncode == 130
        assert errors == "interrupted; every file written so far is whole\n"
        assert not list((tmp_path / "out").rglob("*.tmp"))


def test_what_a_killed_build_left_is_removed_and_a_running_one_is_left_alone(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (tmp_path / BASES).mkdir()
    for pid in (ended.pid, os.getpid(), os.getppid()):
        (tmp_path / f".levelgen-{pid}-a.tmj.tmp").write_text("half")
        (tmp_path / BASES / f".levelgen-{pid}-a.tmj.tmp").write_text("half")
    (tmp_path / ".levelgen-notes").write_text("somebody's own")
    remove_stale(tmp_path)
    assert len(names(tmp_path / BASES)) == 2
    assert names(tmp_path) == sorted(
        [f".levelgen-{pid}-a.tmj.tmp" for pid in (os.getpid(), os.getppid())] + [".levelgen-notes"]
    )


def test_durable_writes_the_same_files(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml")
    assert levelgen("build", "a.yaml", "--durable", "--out", "one").returncode == 0
    assert levelgen("build", "a.yaml", "--out", "two").returncode == 0
    assert (tmp_path / "one/a.tmj").read_bytes() == (tmp_path / "two/a.tmj").read_bytes()


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    path = recipe(tmp_path, "a.yaml", GOOD.replace("rows: 3", "rows: 900"))
    done = subprocess.run(
        f"{sys.executable} -m levelgen show {path} | head -1", shell=True, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("jobs", ["2", "3"])
def test_more_jobs_make_the_same_files_in_the_same_order(jobs: str, tmp_path: Path, levelgen: Command) -> None:
    for name in ("a.yaml", "b.yaml"):
        recipe(tmp_path, name)
    recipe(tmp_path, "bad.yaml", GOOD + "passes:\n  - treasure: {count: 100}\n")
    one = levelgen("build", ".", "--seeds", "1..9", "--jobs", "1", "--out", "one")
    many = levelgen("build", ".", "--seeds", "1..9", "--jobs", jobs, "--out", "many")
    assert (one.returncode, one.stdout, one.stderr) == (many.returncode, many.stdout, many.stderr)
    assert one.returncode == 1
    assert names(tmp_path / "one") == names(tmp_path / "many")
    for name in names(tmp_path / "one"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "many" / name).read_bytes()


def test_fail_fast_stops_at_the_first_failure(tmp_path: Path, levelgen: Command) -> None:
    recipe(tmp_path, "a.yaml", GOOD + "passes:\n  - treasure: {count: 100}\n")
    recipe(tmp_path, "b.yaml")
    done = levelgen("build", ".", "--fail-fast", "--jobs", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert not names(tmp_path / "build")


def test_addons_work_in_workers(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["marks"]\n')
    recipe(
        tmp_path,
        "addons/marks/plugin.cfg",
        "[plugin]\nname=marks\nversion=1\nscript=plugin.py\n[levelgen.passes]\nlamp=lamp\n",
    )
    recipe(tmp_path, "addons/marks/plugin.py", "from levelgen import Mark\nfrom levelgen.level import Marked\n"
           "def lamp(level, rng) -> Marked:\n    return level.with_marks([Mark('lamp', rng.below(level.graph.rooms))])\n")  # fmt: skip
    recipe(tmp_path, "a.yaml", GOOD + "passes: [lamp]\n")
    assert levelgen("build", "a.yaml", "--seeds", "1..4", "--jobs", "2").returncode == 0


def test_errors_can_cross_processes() -> None:
    import pickle

    from levelgen.errors import Place, Problem, RecipeError

    error = RecipeError([Problem(Place("a.yaml", 1, 2), "wrong")])
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def test_maps_as_built_are_kept_for_later_edits(tmp_path: Path, levelgen: Command) -> None:
    exports = "export: [csv, tmx, tiled: {tileset: external}]\n"
    path = recipe(tmp_path, "a.yaml", GOOD.partition("export")[0] + exports)
    assert levelgen("build", path).returncode == 0
    kept = tmp_path / "build" / BASES
    assert names(kept) == ["a.tmj", "a.tmx", "levelgen.tsj"]
    assert all((kept / name).read_bytes() == (tmp_path / "build" / name).read_bytes() for name in names(kept))


def test_what_stands_at_a_temporary_name_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / f".levelgen-{os.getpid()}-a.tmp").symlink_to(tmp_path / "secret")
    write_all({"a": b"1"}, tmp_path / "out")
    assert ((tmp_path / "secret").read_text(), (tmp_path / "out" / "a").read_bytes()) == ("x", b"1")
