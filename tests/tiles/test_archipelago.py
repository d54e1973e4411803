"""Islands hang together and keep apart; bridges run as the style says; what touches is said."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import ndimage

from levelgen import GenerationError, Graph, Level, kernels
from levelgen.graph import manhattan
from levelgen.graphs.islands import all_pairs
from levelgen.kernels.sea import detour
from levelgen.rng import Stream
from levelgen.tilemap import BRIDGE, EMPTY, LAND, SOLID, WATER, TileMap, passage
from levelgen.tiles.archipelago import archipelago
from levelgen.tiles.sea import LONGEST_WAY_ROUND
from tests.passes.levels import joined, points_level
from tests.tiles.proofs import around, bridge, prove, tiles_of, with_loops

Crossing = Literal["allow", "avoid", "refuse"]
Point = tuple[int, int]


def points(*places: Point, edges: list[Point] | None = None, names: tuple[str, ...] = ()) -> Level[Any]:
    """A level on these points, all its walls open; without edges, a chain from point to point."""
    at = np.array(places, np.int32)
    pairs = np.array(edges or [(v, v + 1) for v in range(len(places) - 1)], np.int32).reshape(-1, 2)
    size = (int(at[:, 0].max()) + 1, int(at[:, 1].max()) + 1)
    graph = Graph(positions=at, edges=pairs, lengths=manhattan(at, pairs), size=size, names=names)
    return Level(graph, np.ones(len(pairs), np.bool_))


def dots(level: Level[Any], crossing: Crossing = "allow", radius: int = 0) -> TileMap:
    return archipelago(level, Stream(1), radius=radius, crossing=crossing)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Level[Any], TileMap, int]:
    side = draw(st.sampled_from([1, 3, 9, 30]))
    shape = draw(st.sampled_from(["square", "row", "column"]))
    across, down = (0 if shape == line else side - 1 for line in ("column", "row"))
    places = draw(st.lists(st.tuples(st.integers(0, across), st.integers(0, down)), min_size=1, max_size=12))
    edges = all_pairs(len(places)) if draw(st.booleans()) else None
    level = points(*places, edges=None if edges is None else edges.tolist())
    level = with_loops(draw, joined(level.graph, draw(st.integers(0, 99))))
    radius = draw(st.integers(0, 6))
    crossing: Crossing = draw(st.sampled_from(["allow", "avoid"]))
    rng = Stream(draw(st.integers(0, 2**32)))
    return level, archipelago(level, rng, radius=radius, scale=draw(st.integers(1, 3)), crossing=crossing), radius


@settings(max_examples=200)
@given(cases())
def test_levels_hold(case: tuple[Level[Any], TileMap, int]) -> None:
    level, made, _ = case
    prove(level, made)


@given(cases())
def test_roles_follow_from_owners_and_the_border_is_water(case: Any) -> None:
    _, made, radius = case
    ground, bridges = made.layers["ground"], made.layers["bridges"]
    assert (ground == np.where(made.owner >= 0, LAND, WATER)).all()
    assert (bridges == np.where(made.owner < SOLID, BRIDGE, EMPTY)).all()
    border = np.ones(made.owner.shape, np.bool_)
    border[1:-1, 1:-1] = False
    assert (made.owner[border] == SOLID).all()
    assert (made.places > radius).all()


@given(cases())
def test_an_island_hangs_together_holds_its_points_and_reaches_no_farther_than_its_radius(case: Any) -> None:
    _, made, radius = case
    first: dict[Point, int] = {}
    for room, place in enumerate(map(tuple, made.places.tolist())):
        island = first.setdefault(place, room)
        assert made.owner[place[1], place[0]] == island
        land = np.array(tiles_of(made, room)).reshape(-1, 2)
        assert len(land) == 0 if island != room else ndimage.label(made.owner == room)[1] == 1
        assert (((land - place) ** 2).sum(axis=1) <= radius**2).all()


@given(cases())
def test_islands_touch_only_where_their_points_do(case: Any) -> None:
    _, made, _ = case
    for a, b in touching(made.owner):
        if min(a, b) >= 0:
            assert np.abs(made.places[a] - made.places[b]).sum() == 1


def touching(owner: NDArray[np.int32]) -> set[Point]:
    """Every two owners that lie side by side, the lower first, by looking at tile after tile."""
    ends = [(owner[y, x], owner[y + b, x + a]) for y in range(len(owner) - 1)
            for x in range(len(owner[0]) - 1) for a, b in ((1, 0), (0, 1))]  # fmt: skip
    return {(int(min(p)), int(max(p))) for p in ends if p[0] != p[1] and SOLID not in p}


@given(cases())
def test_every_contact_that_no_open_wall_explains_is_listed_and_nothing_that_is_explained(case: Any) -> None:
    level, made, _ = case
    island = {v: int(made.owner[y, x]) for v, (x, y) in enumerate(made.places.tolist())}
    ends = {e: tuple(sorted(island[v] for v in pair)) for e, pair in enumerate(level.graph.edges.tolist())}
    said = {ends[e] for e in np.flatnonzero(level.open).tolist()}
    said |= {(passage(e), room) for e, pair in ends.items() if level.open[e] for room in pair}
    listed = set(made.crossings)
    assert touching(made.owner) - said <= listed
    assert not listed & said
    assert made.crossings == tuple(sorted(listed))


@given(cases())
def test_crossings_are_told_in_words(case: Any) -> None:
    _, made, _ = case
    count = len(made.crossings)
    text = str(made.properties["crossings"])
    assert len(text.split("; ")) == max(1, count)
    assert (text == "") == (count == 0)
    assert len(made.notes) == (count if count <= 5 else 6)
    assert count <= 5 or made.notes[5] == f"{count} crossings in all"


@given(st.tuples(*[st.integers(0, 12)] * 2), st.tuples(*[st.integers(0, 12)] * 2))
def test_a_bridge_runs_along_the_row_of_the_lower_room_first_and_then_along_the_others_column(u: Point, v: Point) -> None:  # fmt: skip
    made = dots(points(u, v))
    (a, b), (c, d) = made.places.tolist()
    row = {(x, b) for x in range(min(a, c), max(a, c) + 1)}
    column = {(c, y) for y in range(min(b, d), max(b, d) + 1)}
    assert set(bridge(made, 0)) == (row | column) - {(a, b), (c, d)}


def test_scale_puts_sea_between_the_rooms_of_a_grid() -> None:
    made = archipelago(points((0, 0), (1, 0), (1, 1)), Stream(1), radius=0, scale=5)
    assert made.places.tolist() == [[1, 1], [6, 1], [6, 6]]
    assert (made.width, made.height) == (8, 8)
    assert len(bridge(made, 0)) == len(bridge(made, 1)) == 4


CORNER = points((0, 0), (10, 6), (10, 0), edges=[(0, 1), (1, 2)])
"""The first elbow of 0–1 comes upon island 2 and the bridge that leads there."""

BOTH = points((0, 0), (10, 6), (10, 0), (0, 6), edges=[(0, 1), (0, 2), (1, 3)])
"""So does the first elbow of 0–1, and the other upon island 3."""

SHUT_IN = points((0, 0), (4, 0), (2, 0), edges=[(0, 1), (1, 2)])
"""A sea of one row: there is no way round island 2."""


def test_the_first_elbow_crosses_and_is_kept_when_that_is_allowed() -> None:
    made = dots(CORNER, "allow")
    assert bridge(made, 0) == [(x, 1) for x in range(2, 11)]
    assert made.crossings == ((-3, -2), (-2, 2))
    assert made.notes == (
        "crossing: bridge 0–1 and bridge 1–2 at tile 11,2",
        "crossing: bridge 0–1 and island 2 at tile 11,1",
    )
    assert made.properties == {"crossings": "bridge 0–1 and bridge 1–2; bridge 0–1 and island 2"}


def test_avoid_takes_the_other_elbow_first() -> None:
    made = dots(CORNER, "avoid")
    assert bridge(made, 0) == [(1, y) for y in range(2, 7)] + [(x, 7) for x in range(1, 11)]
    assert (made.crossings, made.notes, made.properties) == ((), (), {"crossings": ""})


def test_the_other_elbow_runs_from_point_to_point_where_a_way_from_coast_to_coast_is_shorter() -> None:
    level = points((0, 0), (40, 24), (40, 0), edges=[(0, 1), (1, 2)])
    made = dots(level, "avoid", radius=6)
    elbow = {(7, y) for y in range(7, 32)} | {(x, 31) for x in range(7, 48)}
    assert set(bridge(made, 0)) == {(x, y) for x, y in elbow if made.owner[y, x] < 0}
    assert made.crossings == ()


def test_avoid_keeps_the_first_elbow_where_it_is_clear() -> None:
    level = points((0, 0), (10, 6), (10, 12))
    assert bridge(dots(level, "avoid"), 0) == bridge(dots(level, "allow"), 0)


def test_avoid_leads_round_what_stands_at_both_elbows_with_no_tile_more_than_it_takes() -> None:
    made = dots(BOTH, "avoid")
    assert made.crossings == ()
    assert len(bridge(made, 0)) == 10 + 6 - 1
    assert turns(made, 0) == 2


def turns(made: TileMap, edge: int) -> int:
    """How often a bridge without branches changes its direction."""
    is_bridge = made.owner == passage(edge)
    across, down = is_bridge[1:-1, :-2] | is_bridge[1:-1, 2:], is_bridge[:-2, 1:-1] | is_bridge[2:, 1:-1]
    return int((is_bridge[1:-1, 1:-1] & across & down).sum())


def test_ways_round_run_straight_rather_than_in_steps() -> None:
    for seed in (1, 2, 3):
        level = points_level(25, seed=seed, size=80)
        made = archipelago(level, Stream(1), radius=3, crossing="avoid")
        assert sum(turns(made, edge) for edge in np.flatnonzero(level.open).tolist()) < 2 * 24


def test_avoid_goes_back_to_the_first_elbow_where_there_is_no_way_and_says_so() -> None:
    made = dots(SHUT_IN, "avoid")
    assert bridge(made, 0) == [(2, 1)]
    assert made.crossings == ((-3, -2), (-2, 2))
    prove(SHUT_IN, made)


def test_a_way_round_is_at_most_three_times_as_long() -> None:
    """Two near points with a barrier between them that grows until the way round it is too far."""
    for reach in range(2, 28):
        barrier = [(20, 30 + y) for y in range(-reach, reach + 1)]
        chain = [(v, v + 1) for v in range(2, len(barrier) + 1)]
        level = points((17, 30), (23, 30), *barrier, edges=[(0, 1), *chain])
        made = archipelago(level, Stream(1), radius=0, scale=1, crossing="avoid")
        round_it = 5 + 2 * (reach + 2)
        clear = not any(passage(0) in pair for pair in made.crossings)
        assert clear == (round_it <= LONGEST_WAY_ROUND * 7)
        assert len(bridge(made, 0)) == (round_it if clear else 4)


def test_refuse_names_both_and_the_tile() -> None:
    with pytest.raises(GenerationError) as error:
        dots(CORNER, "refuse")
    mend = "say 'crossing: avoid' or 'crossing: allow', or try another seed"
    assert str(error.value) == f"bridge 0–1 and bridge 1–2 meet at tile 11,2 and 1 more; {mend}"


def test_refuse_uses_the_names_of_the_recipe() -> None:
    level = points((0, 0), (4, 0), (2, 0), edges=[(0, 1)], names=("Ada", "Bo", "Cy"))
    with pytest.raises(GenerationError, match="bridge Ada–Bo and island Cy meet at tile 3,1"):
        dots(level, "refuse")


@pytest.mark.parametrize("crossing", ["allow", "avoid", "refuse"])
def test_two_points_side_by_side_without_a_bridge_are_a_crossing(crossing: Crossing) -> None:
    level = points((0, 0), (1, 0), (0, 6), (5, 0), edges=[(0, 2), (1, 3), (2, 3)])
    if crossing == "refuse":
        with pytest.raises(GenerationError, match="island 0 and island 1 meet at tile 1,1; say"):
            dots(level, crossing)
    else:
        assert dots(level, crossing).crossings == ((0, 1),)


def test_refuse_makes_what_does_not_cross() -> None:
    level = points((0, 0), (9, 0), (9, 9))
    assert (dots(level, "refuse", radius=3).owner == dots(level, "allow", radius=3).owner).all()


def test_where_bridges_meet_the_shorter_one_keeps_the_tile() -> None:
    level = points((0, 2), (8, 2), (4, 0), (4, 4), edges=[(0, 1), (2, 3)])
    made = dots(level)
    assert bridge(made, 1) == [(5, y) for y in range(2, 5)]
    assert (5, 3) not in bridge(made, 0)
    assert made.crossings == ((-3, -2),)


def test_points_on_one_tile_share_the_island_of_the_lowest() -> None:
    made = dots(points((3, 3), (3, 3), (8, 3)), radius=2)
    assert {room for room in range(3) if tiles_of(made, room)} == {0, 2}
    assert made.crossings == ()


def test_coasts_are_no_discs_and_no_two_are_alike() -> None:
    level = points(*[(40 * v, 0) for v in range(12)])
    made = archipelago(level, Stream(1), radius=12)
    disc = sum(x * x + y * y <= 144 for x in range(-12, 13) for y in range(-12, 13))
    shapes = [frozenset((x - 40 * v, y) for x, y in tiles_of(made, v)) for v in range(12)]
    assert all(0.4 * disc < len(shape) < 0.95 * disc for shape in shapes)
    assert len(set(shapes)) == 12


def test_land_reaches_as_far_as_the_radius_somewhere() -> None:
    for radius in (1, 2, 3, 8):
        level = points_level(12, size=90)
        made = archipelago(level, Stream(1), radius=radius)
        apart = [((np.array(tiles_of(made, v)) - made.places[v]) ** 2).sum(axis=1).max() for v in range(12)]
        assert max(apart) >= radius**2 - radius


def test_the_same_stream_makes_the_same_map() -> None:
    level = points_level(9, size=60)
    first, again, other = (archipelago(level, Stream(seed), radius=5) for seed in (1, 1, 2))
    assert (first.owner == again.owner).all()
    assert (first.owner != other.owner).any()


@given(st.integers(0, 2**32), st.integers(5, 14), st.integers(5, 14), st.sampled_from([0.0, 0.1, 0.25]))
def test_a_detour_is_a_shortest_clear_way(seed: int, width: int, height: int, share: float) -> None:
    """Against networkx, on seas with many obstacles; what it works on is left as it was found."""
    random = np.random.default_rng(seed)
    owner = np.where(random.random((height, width)) < share, 2, SOLID).astype(np.int32)
    owner[[0, -1]], owner[:, [0, -1]] = SOLID, SOLID
    owner[1, 1:3], owner[-2, -3:-1] = 0, 1
    reached = np.full((height, width), -1, np.int32)
    reached[1:-1, 1:-1] = 0
    before, queue, way = reached.copy(), np.empty(owner.size, np.int32), np.empty(owner.size, np.int32)
    length = kernels.run(detour, owner.ravel(), width, width + 1, 0, 1, len(way), reached.ravel(), queue, way)
    assert (reached == before).all()
    shortest = fewest(owner)
    assert length == (-1 if shortest is None else shortest)
    tiles = [divmod(int(tile), width) for tile in way[: max(length, 0)]]
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(tiles))
    if length > 1:
        assert kernels.run(detour, owner.ravel(), width, width + 1, 0, 1, length - 1, reached.ravel(), queue, way) == -1
        assert kernels.run(detour, owner.ravel(), width, width + 1, 0, 1, length, reached.ravel(), queue, way) == length


def fewest(owner: NDArray[np.int32]) -> int | None:
    """The fewest tiles of water, none beside an obstacle or at the border, that join islands 0 and 1."""
    free = (owner == SOLID) & ~around(owner == 2, corners=False)
    free[[0, -1]], free[:, [0, -1]] = False, False
    sea = nx.Graph()
    sea.add_nodes_from([0, 1])
    for y, x in np.argwhere(free).tolist():
        for at in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)):
            if free[at] or owner[at] in (0, 1):
                sea.add_edge((y, x), at if free[at] else int(owner[at]))
    return int(nx.shortest_path_length(sea, 0, 1)) - 1 if nx.has_path(sea, 0, 1) else None
