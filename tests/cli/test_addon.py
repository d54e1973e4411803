"""`levelgen addon`: the Godot addon copied into a project, whole or not at all."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import pytest

from levelgen.errors import OutputError
from levelgen.files import replace_folder
from levelgen.version import __version__
from tests.conftest import Command

ADDON = Path(str(files("levelgen_exporters") / "godot/addons/levelgen"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir()
    (tmp_path / "game/project.godot").write_text("config_version=5\n")
    return tmp_path / "game"


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_copies_every_file_and_nothing_else(levelgen: Command, game: Path) -> None:
    done = levelgen("addon", "godot", game)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"levelgen {__version__}; enable it in" in done.stdout
    assert content(game / "addons/levelgen") == content(ADDON)
    assert [path.name for path in (game / "addons").iterdir()] == ["levelgen"]


def test_its_version_is_levelgens() -> None:
    assert f'version="{__version__}"' in (ADDON / "plugin.cfg").read_text()


def test_it_takes_the_place_of_an_older_one(levelgen: Command, game: Path) -> None:
    levelgen("addon", "godot", game)
    manifest = game / "addons/levelgen/plugin.cfg"
    manifest.write_text(manifest.read_text().replace(__version__, "0.0.1"))
    (game / "addons/levelgen/gone.gd").touch()
    done = levelgen("addon", "godot", game)
    assert (done.returncode, ", was 0.0.1;" in done.stdout) == (0, True)
    assert content(game / "addons/levelgen") == content(ADDON)


@pytest.mark.parametrize("manifest", [None, '[plugin]\nname="other"\nversion="1"\n', b"\xff\xfe"])
def test_it_leaves_what_is_somebody_elses(levelgen: Command, game: Path, manifest: str | bytes | None) -> None:
    folder = game / "addons/levelgen"
    folder.mkdir(parents=True)
    (folder / "mine.gd").touch()
    if manifest is not None:
        (folder / "plugin.cfg").write_bytes(manifest if isinstance(manifest, bytes) else manifest.encode())
    before = content(game)
    done = levelgen("addon", "godot", game)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith("is there and is not this addon; move it away first")
    assert content(game) == before


def test_it_needs_a_project(levelgen: Command, tmp_path: Path) -> None:
    done = levelgen("addon", "godot", tmp_path)
    assert (done.returncode, done.stderr) == (2, f"{tmp_path}: no godot project: there is no project.godot in it\n")
    assert not list(tmp_path.iterdir())


def test_it_names_the_engines_it_knows(levelgen: Command, game: Path) -> None:
    done = levelgen("addon", "goddot", game)
    assert done.returncode == 2
    assert "goddot: no addon for this engine; did you mean 'godot'?" in done.stderr


def test_a_folder_that_cannot_take_its_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "addon"
    old.mkdir()
    (old / "a").write_text("old")
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if self.name.endswith("-new.tmp"):
            raise OSError(28, os.strerror(28))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OutputError, match="No space left"):
        replace_folder({"a": b"new", "b/c": b"new"}, old)
    assert content(tmp_path) == {"addon/a": b"old"}
    monkeypatch.undo()
    replace_folder({"a": b"new", "b/c": b"new"}, old)
    assert content(tmp_path) == {"addon/a": b"new", "addon/b/c": b"new"}
