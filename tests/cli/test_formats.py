"""What `build` says in each format: events for programs, annotations for GitHub."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Command

GOOD = "levelgen: 1\nseed: 4\ngraph: {grid: {rows: 3, columns: 4}}\nspanning_tree: kruskal\n"


def write(folder: Path, **recipes: str) -> None:
    for name, text in recipes.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")


def test_json_says_each_event_in_a_line(tmp_path: Path, levelgen: Command) -> None:
    write(tmp_path, a=GOOD, b=GOOD + "passes:\n  - treasure: {count: 100}\n", c="colour: red\n")
    done = levelgen("build", ".", "--format", "json")
    skipped, made, failed, end = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr, skipped) == (1, "", {"event": "skipped", "file": "c.yaml"})
    assert (made["event"], made["recipe"], made["name"], made["seed"]) == ("made", "a.yaml", "a", 4)
    assert made["files"] == ["build/levelgen_tiles.png", "build/a.tmj"]
    assert (made["because"], made["proof"]["rooms"], made["proof"]["components"]) == (["new"], 12, 1)
    assert (failed["event"], failed["file"], failed["line"], failed["column"]) == ("failed", "b.yaml", 6, 5)
    assert failed["message"].startswith("passes[0].treasure: 100 of 'treasure' asked for")
    assert end == {"event": "end", "made": 1, "unchanged": 0, "failed": 1}
    again = [json.loads(line) for line in levelgen("build", "a.yaml", "--format", "json").stdout.splitlines()]
    assert [event["event"] for event in again] == ["unchanged", "end"]


def test_json_says_mistakes_where_they_are(tmp_path: Path, levelgen: Command) -> None:
    write(tmp_path, a=GOOD.replace("kruskal", "kruskel"), b=GOOD + "colour: red\n")
    done = levelgen("build", ".", "--format", "json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (2, "")
    assert [(event["event"], event["file"], event["line"]) for event in events] == [
        ("mistake", "a.yaml", 4),
        ("mistake", "b.yaml", 5),
    ]
    wrong = levelgen("build", ".", "--seeds", "x", "--format", "json")
    assert (wrong.returncode, json.loads(wrong.stdout)["file"]) == (2, "--seeds")


def test_github_shows_mistakes_at_their_lines(tmp_path: Path, levelgen: Command) -> None:
    (tmp_path / "50%, or so").mkdir()
    write(tmp_path / "50%, or so", a=GOOD + "name: 50%\n")
    write(tmp_path, b=GOOD + "passes:\n  - treasure: {count: 100}\n", c=GOOD)
    done = levelgen("build", "50%, or so", "--format", "github")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("::error file=50%25%2C or so/a.yaml,line=5,col=7,title=levelgen::name: must be of ")
    assert "not '50%25'" in done.stdout
    done = levelgen("build", "b.yaml", "c.yaml", "--format", "github")
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first.startswith("::error file=b.yaml,line=6,col=5,title=levelgen::passes[0].treasure: 100 of 'treasure' ")
    assert second.startswith("c (seed 4): rooms: 12 | ")
