"""Saving: never over what somebody else wrote meanwhile, and with the file's own line ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from levelgen.studio.project import ChangedOnDiskError, Project, RefusedError

TEXT = "levelgen: 1\n# a comment\nseed: 3\n"


def test_what_is_saved_is_what_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEXT)
    project = Project(tmp_path)
    seen = project.save("a.yaml", TEXT + "name: b\n", project.read("a.yaml").seen)
    assert project.read("a.yaml") == type(project.read("a.yaml"))(TEXT + "name: b\n", seen)
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


def test_a_file_that_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(TEXT)
    project = Project(tmp_path)
    seen = project.read("a.yaml").seen
    file.write_text("somebody else's")
    with pytest.raises(ChangedOnDiskError) as caught:
        project.save("a.yaml", "mine", seen)
    assert file.read_text() == "somebody else's"
    project.save("a.yaml", "mine", caught.value.seen)
    assert file.read_text() == "mine"


def test_a_file_that_is_gone_or_is_new_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEXT)
    project = Project(tmp_path)
    seen = project.read("a.yaml").seen
    (tmp_path / "a.yaml").unlink()
    with pytest.raises(ChangedOnDiskError) as caught:
        project.save("a.yaml", TEXT, seen)
    assert caught.value.seen == ""
    project.save("a.yaml", TEXT, "")
    with pytest.raises(ChangedOnDiskError):
        project.save("a.yaml", TEXT, "")


def test_line_ends_and_byte_order_marks_stay(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    project = Project(tmp_path)
    read = project.read("a.yaml")
    assert read.text == TEXT
    project.save("a.yaml", TEXT + "name: b\n", read.seen)
    assert file.read_bytes() == b"\xef\xbb\xbf" + (TEXT + "name: b\n").replace("\n", "\r\n").encode()


def test_a_link_inside_the_project_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEXT)
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    project = Project(tmp_path)
    project.save("b.yaml", "levelgen: 1\n", project.read("b.yaml").seen)
    assert (tmp_path / "b.yaml").is_symlink()
    assert (tmp_path / "a.yaml").read_text() == "levelgen: 1\n"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"levelgen: \xff\n")
    with pytest.raises(RefusedError, match="not in UTF-8"):
        Project(tmp_path).read("a.yaml")
