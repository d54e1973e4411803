"""A lane: the latest order wins, whatever the others are doing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from levelgen.studio.lane import Lane

SLOW = "levelgen: 1\ngraph: {grid: {rows: 1500, columns: 1500}}\nspanning_tree: prim\n"
QUICK = "levelgen: 1\ngraph: {grid: {rows: 3, columns: 3}}\nspanning_tree: prim\n"


def order(number: int, text: str) -> dict[str, Any]:
    return {"op": "view", "id": number, "path": "a.yaml", "text": text, "drawn": "", "variant": 0, "tileset": ""}


def header(message: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(message[4 : 4 + int.from_bytes(message[:4], "little")])
    return found


async def answered(folder: Path, *orders: dict[str, Any], pause: float = 0.5) -> list[dict[str, Any]]:
    """All answers, until the level of the last order has come."""
    found: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def deliver(message: bytes) -> None:
        found.put_nowait(header(message))

    lane = Lane(folder, deliver, spares=1)
    working = asyncio.create_task(lane.run())
    try:
        for each in orders:
            lane.submit(each)
            await asyncio.sleep(pause)
        answers = [await found.get()]
        while answers[-1].get("id") != orders[-1]["id"] or answers[-1]["kind"] == "analysis":
            answers.append(await found.get())
        return answers
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


def test_a_slow_level_is_given_up_for_the_next_change(tmp_path: Path) -> None:
    began = monotonic()
    answers = asyncio.run(asyncio.wait_for(answered(tmp_path, order(1, SLOW), order(2, QUICK), pause=2), 60))
    assert {answer.get("id") for answer in answers} == {2, None}
    print(f"after {monotonic() - began - 4:.1f} s")


def test_of_many_changes_at_once_the_last_is_shown(tmp_path: Path) -> None:
    orders = [order(number, QUICK) for number in range(1, 30)]
    answers = asyncio.run(asyncio.wait_for(answered(tmp_path, *orders, pause=0), 60))
    assert {answer["id"] for answer in answers if "id" in answer} == {29}


@pytest.mark.parametrize("dies", ["import os; os._exit(3)", "import ctypes; ctypes.string_at(0)"])
def test_a_worker_that_dies_is_said_and_followed_by_another(dies: str, tmp_path: Path) -> None:
    (tmp_path / "addons" / "bad").mkdir(parents=True)
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["bad"]\n')
    manifest = '[plugin]\nname="Bad"\nversion="1"\nscript="plugin.py"\n[levelgen.passes]\nbad="bad"\n'
    (tmp_path / "addons" / "bad" / "plugin.cfg").write_text(manifest)
    (tmp_path / "addons" / "bad" / "plugin.py").write_text(f"def bad(level, rng):\n    {dies}\n")

    answers = asyncio.run(asyncio.wait_for(answered(tmp_path, order(1, QUICK + "passes: [bad]\n")), 60))
    assert [answer["kind"] for answer in answers if answer.get("id")] == ["problems"]
    assert "died" in answers[-1]["problems"][0]["message"]
    both = asyncio.run(
        asyncio.wait_for(answered(tmp_path, order(1, QUICK + "passes: [bad]\n"), order(2, QUICK), pause=4), 60)
    )
    assert [answer["kind"] for answer in both if answer.get("id") == 2] == ["level"]


def test_a_size_typed_a_digit_too_long_is_said_and_not_the_end(tmp_path: Path) -> None:
    text = "levelgen: 1\nseed: 1\ngraph: {grid: {rows: 99999, columns: 99999}}\nspanning_tree: prim\n"
    answers = asyncio.run(asyncio.wait_for(answered(tmp_path, order(1, text), order(2, QUICK), pause=4), 60))
    said = [problem["message"] for answer in answers for problem in answer.get("problems", [])]
    assert [answer["kind"] for answer in answers if answer.get("id") == 2] == ["level"]
    assert len(said) == 1
    assert "make it smaller" in said[0]


def test_what_a_plugin_prints_is_not_taken_for_an_answer(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "addons" / "loud").mkdir(parents=True)
    (tmp_path / "levelgen.toml").write_text('[addons]\nenabled = ["loud"]\n')
    manifest = '[plugin]\nname="Loud"\nversion="1"\nscript="plugin.py"\n[levelgen.passes]\nloud="loud"\n'
    (tmp_path / "addons" / "loud" / "plugin.cfg").write_text(manifest)
    (tmp_path / "addons" / "loud" / "plugin.py").write_text(
        "def loud(level, rng):\n    print('here', flush=True)\n    return level\n"
    )
    answers = asyncio.run(asyncio.wait_for(answered(tmp_path, order(1, QUICK + "passes: [loud]\n")), 60))
    assert answers[-1]["kind"] == "level"
    assert "here" in capfd.readouterr().err
