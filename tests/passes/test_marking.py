"""Passes that mark: things stand where they belong, each on its own, or the error says both numbers."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen import GenerationError, Graph, Level, Mark
from levelgen.parameters import Amount
from levelgen.passes.place import place
from levelgen.passes.start_exit import start_exit
from levelgen.passes.treasure import treasure
from levelgen.plugins import registry
from levelgen.rng import Stream
from levelgen.walks import distances
from levelgen.where import BELONGS
from tests.passes.levels import as_networkx, grid_level, levels, points_level

PREFER = st.sampled_from(["far", "near", "random"])


@given(levels(), st.integers(0, 99), PREFER, st.booleans(), st.data())
def test_treasure_lies_only_in_free_dead_ends(
    level: Level[Any], seed: int, prefer: Any, with_start: bool, data: st.DataObject
) -> None:
    level = start_exit(level, Stream(1)) if with_start else level
    taken = {mark.node for mark in level.marks}
    free = [v for v in level.dead_ends.tolist() if v not in taken]
    count = data.draw(st.integers(0, len(free) + 2))
    if count > len(free):
        with pytest.raises(
            GenerationError, match=rf"{count} of 'treasure' asked for, but {len(free)} rooms are free \(dead_end\)"
        ):
            treasure(level, Stream(seed), count=Amount(count=count), prefer=prefer)
        return
    after = treasure(level, Stream(seed), count=Amount(count=count), prefer=prefer)
    rooms = after.marked("treasure")
    assert len(set(rooms)) == count
    assert set(rooms) <= set(free)
    assert after.marks == treasure(level, Stream(seed), count=Amount(count=count), prefer=prefer).marks


def test_a_number_is_a_demand_and_a_share_is_not() -> None:
    ring = grid_level(2, 2).with_open(range(4))
    with pytest.raises(GenerationError, match=r"1 of 'treasure' asked for, but 0 rooms are free \(dead_end\)"):
        treasure(ring, Stream(1), count=Amount(count=1))
    after = treasure(ring, Stream(1), count=Amount.read("50%"))
    assert (after.marks, after.notes) == ((), ("treasure: 0 placed of 50% asked for, as 0 rooms are free (dead_end)",))


def test_what_is_too_few_is_said_and_nothing_else() -> None:
    level = grid_level(1, 10)
    with pytest.raises(
        GenerationError, match=r"12 of 'key' asked for, but 10 rooms are free \(anywhere\); ask for fewer"
    ):
        place(level, Stream(4), kind="key", count=Amount(count=12))


def test_a_share_takes_as_many_as_fit_apart() -> None:
    after = place(grid_level(1, 10), Stream(4), kind="key", count=Amount.read("100%"), min_separation=9, prefer="near")
    assert after.marked("key") == [0, 9]
    assert after.notes == (
        "key: 2 placed of 100% asked for, as 10 rooms are free (anywhere) and only 2 of them fit 9 steps apart",
    )


def test_far_and_near_are_seen_from_the_start() -> None:
    level = start_exit(grid_level(8, 8), Stream(1))
    away = distances(level, level.marked("start")[0])
    free = sorted(away[v] for v in level.dead_ends if v not in {m.node for m in level.marks})
    far = treasure(level, Stream(1), count=Amount(count=3), prefer="far").marked("treasure")
    near = treasure(level, Stream(1), count=Amount(count=3), prefer="near").marked("treasure")
    assert sorted(away[far]) == free[-3:]
    assert sorted(away[near]) == free[:3]


@given(levels(), st.integers(0, 99), st.integers(0, 6), st.integers(1, 4))
def test_a_separation_is_kept_in_steps_along_the_level(level: Level[Any], seed: int, steps: int, count: int) -> None:
    walks = dict(nx.all_pairs_shortest_path_length(as_networkx(level)))
    try:
        rooms = place(level, Stream(seed), kind="key", count=Amount(count=count), min_separation=steps).marked("key")
    except GenerationError as error:
        assert f"{count} of 'key' asked for" in str(error)
        return
    assert len(set(rooms)) == count
    assert all(walks[a][b] >= steps for a in rooms for b in rooms if a != b)


def test_a_separation_that_does_not_fit_says_both_numbers() -> None:
    with pytest.raises(
        GenerationError, match=r"3 of 'key' asked for, but 10 rooms .* only 2 of them fit 9 steps apart"
    ):
        place(grid_level(1, 10), Stream(4), kind="key", count=Amount(count=3), min_separation=9, prefer="near")


@given(levels(), st.integers(0, 99), st.sampled_from(sorted(BELONGS)))
def test_things_stand_where_they_belong(level: Level[Any], seed: int, where: Any) -> None:
    room = BELONGS[where](level)
    if not room.any():
        with pytest.raises(GenerationError, match=rf"1 of 'boss' asked for, but 0 rooms are free \({where}\)"):
            place(level, Stream(seed), kind="boss", where=where)
        return
    (mark,) = place(level, Stream(seed), kind="boss", where=where).marks
    assert room[mark.node]
    assert (mark.kind, mark.belongs) == ("boss", where)


def test_the_places_by_name_are_what_they_say() -> None:
    level = start_exit(grid_level(1, 9), Stream(1))
    assert BELONGS["on_path"](level).all()
    assert BELONGS["far"](level).nonzero()[0].tolist() == [4, 5, 6, 7, 8]
    assert BELONGS["dead_end"](level).nonzero()[0].tolist() == [0, 8]
    assert not BELONGS["hub"](level).any()
    cross = grid_level(3, 3).with_open(range(12))
    assert BELONGS["hub"](cross).nonzero()[0].tolist() == [1, 3, 4, 5, 7]


def test_nothing_is_put_where_something_stands() -> None:
    level = grid_level(1, 4)
    for kind in ("a", "b", "c", "d"):
        level = place(level, Stream(kind), kind=kind)
    assert len({mark.node for mark in level.marks}) == 4
    with pytest.raises(GenerationError, match="1 of 'e' asked for, but 0 rooms are free"):
        place(level, Stream(1), kind="e")


@given(levels())
def test_start_and_exit_are_the_ends_of_the_longest_walk(level: Level[Any]) -> None:
    after = start_exit(level, Stream(1))
    (start,), (exit,) = after.marked("start"), after.marked("exit")
    far = max(max(row.values()) for _, row in nx.all_pairs_dijkstra_path_length(as_networkx(level), weight="length"))
    assert distances(level, start)[exit] == far
    assert start <= exit


def test_given_ends_are_taken() -> None:
    level = grid_level(1, 9)
    assert start_exit(level, Stream(1), start="2", exit="1").marks == (Mark("start", 2), Mark("exit", 1))
    assert start_exit(level, Stream(1), start="2").marked("exit") == [8]
    assert start_exit(level, Stream(1), exit="6").marked("start") == [0]


@pytest.mark.parametrize(("options", "message"), [
    ({"start": "9"}, "no room '9'; rooms are numbers from 0 to 8"),
    ({"exit": "-1"}, "no room '-1'"),
    ({"start": "3", "exit": "3"}, "start and exit are both room 3"),
])  # fmt: skip
def test_ends_that_cannot_be_are_said(options: dict[str, str], message: str) -> None:
    with pytest.raises(GenerationError, match=message):
        start_exit(grid_level(1, 9), Stream(1), **options)


def test_a_single_room_is_start_and_exit() -> None:
    assert start_exit(grid_level(1, 1), Stream(1)).marks == (Mark("start", 0), Mark("exit", 0))
    assert len(start_exit(points_level(1), Stream(1)).marks) == 2


@pytest.mark.parametrize("options", [{}, {"start": "1"}, {"exit": "0"}])
def test_islands_on_one_cell_are_still_two_rooms(options: dict[str, str]) -> None:
    level = points_level(2, size=1)
    assert sorted(mark.node for mark in start_exit(level, Stream(1), **options).marks) == [0, 1]


def test_ends_are_marked_once_and_by_start_exit_only() -> None:
    with pytest.raises(GenerationError, match="start and exit are marked already; use start_exit once"):
        start_exit(start_exit(grid_level(1, 9), Stream(1)), Stream(1), start="4")
    for name, others in (("place", {}), ("treasure", {"count": 1})):
        read = registry().find("passes", name).read
        (complaint,) = read({"kind": "exit", **others})[1]
        assert complaint.message == "must be another word than start and exit, which start_exit marks, not 'exit'"
        assert read({"kind": "exits", **others})[1] == []


@pytest.mark.parametrize("text", ["9" * 5000, "07", "²", "4 "])
def test_what_is_no_room_is_said(text: str) -> None:
    with pytest.raises(GenerationError, match=r"no room '.*'; rooms are numbers from 0 to 8"):
        start_exit(grid_level(1, 9), Stream(1), start=text)


def test_named_rooms_are_given_by_name() -> None:
    graph = Graph(positions=np.array([(0, 0), (1, 0), (2, 0)]), edges=np.array([(0, 1), (1, 2)]),
                  lengths=np.array([1, 1]), size=(3, 1), names=("harbour", "7", "keep"))  # fmt: skip
    level = Level(graph, np.ones(2, np.bool_))
    assert start_exit(level, Stream(1), start="7", exit="keep").marks == (Mark("start", 1), Mark("exit", 2))
    with pytest.raises(GenerationError, match="no room 'harbor'; did you mean 'harbour'"):
        start_exit(level, Stream(1), start="harbor")
    with pytest.raises(GenerationError, match="no room '0'; there is harbour, 7 or keep"):
        start_exit(level, Stream(1), exit="0")
