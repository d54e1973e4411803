"""Plug-ins that misbehave: each is named, with its origin and the place in the recipe, and what it did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from levelgen import GenerationError, Graph, GridGraph, LevelgenError, MapObject, Mark, PluginError, Role
from levelgen.level import Level
from levelgen.pipeline import files_of, generate
from levelgen.plugins import Entry, Registry, registry
from levelgen.reading import parse_recipe
from levelgen.tilemap import FLOOR, ROLES, SOLID, TileMap, passage
from levelgen.tiles.blocks import blocks
from levelgen.verify import verify

ORIGIN = "towers 1.0"
STEPS = {
    "graphs": ("graph", "graph: {grid: {rows: 3, columns: 3}}", "graph: bad", "3:8: graph.bad: graph builder"),
    "spanning_trees": ("spanning_tree", "spanning_tree: kruskal", "spanning_tree: bad", "4:16: spanning_tree.bad: spanning tree"),
    "passes": ("passes", "passes: []", "passes: [bad]", "5:10: passes[0].bad: pass"),
    "tiles": ("tiles", "tiles: blocks", "tiles: bad", "6:8: tiles.bad: tile style"),
    "exporters": ("export", "export: [csv]", "export: [csv, bad]", "7:15: export[1].bad: exporter"),
}  # fmt: skip
Make = Callable[..., Any]


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Make:
    """Make, prove and export a level of a 3 × 3 grid in which one step is the plug-in `bad`."""

    def made(kind: str, function: Any, **changed: str) -> Any:
        use(monkeypatch, Entry(kind, "bad", ORIGIN, lambda: function))
        steps = {key: line for key, line, _, _ in STEPS.values()} | {STEPS[kind][0]: STEPS[kind][2]} | changed
        text = "\n".join(["levelgen: 1", "seed: 1", *steps.values()])
        built = generate(parse_recipe(text, Path("bad.yaml")))
        verify(built)
        return files_of(built)

    return made


def use(monkeypatch: pytest.MonkeyPatch, bad: Entry) -> None:
    flat = Entry("tiles", "flat", ORIGIN, lambda: lambda level, rng: None)
    plugins = Registry([*registry(), flat, bad])
    monkeypatch.setattr("levelgen.reading.context.registry", lambda project=None: plugins)


def blamed(make: Make, kind: str, function: Any, message: str, **changed: str) -> None:
    with pytest.raises(PluginError) as caught:
        make(kind, function, **changed)
    assert str(caught.value).startswith(f"bad.yaml:{STEPS[kind][3]} 'bad' of {ORIGIN} {message}")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 1


def graph(edges: Any = ((0, 1), (1, 2)), positions: Any = ((0, 0), (1, 0), (2, 0)), **fields: Any) -> Graph:
    lengths = fields.pop("lengths", np.ones(len(edges), np.int64))
    return Graph(positions=np.array(positions), edges=np.array(edges), lengths=lengths, **{"size": (3, 1), **fields})


LINE = nx.path_graph(3)
GRAPHS: dict[str, tuple[Callable[[], Any], str]] = {
    "nothing": (lambda: None, "returned None, not a levelgen.Graph"),
    "networkx": (lambda: LINE, "returned a networkx.Graph, not a levelgen.Graph; Graph.from_networkx makes one"),
    "no room": (lambda: graph((), ()), "returned a graph with no room"),
    "u above v": (lambda: graph([(1, 0), (1, 2)]), "returned walls that are not pairs u < v of rooms 0 to 2"),
    "a wall of one room": (lambda: graph([(0, 1), (2, 2)]), "returned walls that are not pairs u < v"),
    "a room too many": (lambda: graph([(0, 1), (1, 3)]), "returned walls that are not pairs u < v"),
    "a wall twice": (lambda: graph([(0, 1), (1, 2), (0, 1)]), "returned the same wall twice"),
    "outside": (lambda: graph(size=(2, 1)), "placed rooms outside its map of 2 × 1"),
    "negative": (lambda: graph(positions=[(0, 0), (-1, 0), (2, 0)]), "placed rooms outside its map of 3 × 1"),
    "few lengths": (lambda: graph(lengths=[1]), "returned lengths that are not one number"),
    "negative lengths": (lambda: graph(lengths=[1, -1]), "returned lengths that are not one number of at least 0"),
    "half lengths": (lambda: graph(lengths=[1, 0.5]), "failed: ValueError: lengths must be whole numbers; round them"),
    "half places": (lambda: graph(positions=[(0, 0), (1, 0.5), (2, 0)]), "failed: ValueError: positions must be whole"),
    "few names": (lambda: graph(names=("A",)), "returned 1 names for 3 rooms"),
    "no size": (lambda: graph(size=None), "failed: TypeError: "),
}


@pytest.mark.parametrize("case", GRAPHS)
def test_a_builder_makes_a_graph(case: str, make: Make) -> None:
    returned, message = GRAPHS[case]
    blamed(make, "graphs", lambda rng: returned(), message, tiles="tiles: flat")


def test_a_graph_in_two_parts_is_for_the_designer_to_mend(make: Make) -> None:
    with pytest.raises(
        GenerationError, match=r"^bad.yaml:3:8: graph.bad: no chain of walls leads from room 0 to 2; add"
    ):
        make("graphs", lambda rng: graph([(0, 1)]), tiles="tiles: flat")


def test_a_builder_makes_what_its_annotation_says(make: Make) -> None:
    def plain(rng: Any) -> GridGraph:
        return graph()  # type: ignore[return-value]

    def torn(rng: Any) -> GridGraph:
        whole = registry().find("graphs", "grid")(rng, rows=2, columns=3)
        return replace(whole, edges=whole.edges[1:], lengths=whole.lengths[1:])  # type: ignore[no-any-return]

    def turned(rng: Any) -> GridGraph:
        whole = registry().find("graphs", "grid")(rng, rows=2, columns=3)
        return replace(whole, rows=3, columns=2)  # type: ignore[no-any-return]

    blamed(make, "graphs", plain, "returned a levelgen.Graph, not a levelgen.GridGraph")
    for strange in (torn, turned):
        blamed(make, "graphs", strange, "returned a GridGraph that is no whole grid; return a Graph instead")


TREES: dict[str, tuple[Any, str]] = {
    "a cycle": ([0, 1, 2, 3, 4, 5, 6, 8], "returned edges that hold a cycle, so they are no spanning tree"),
    "too few": ([0, 1, 2], "returned 3 edges; a spanning tree of 9 rooms has 8"),
    "out of range": ([0, 1, 2, 3, 4, 5, 6, 12], "returned edge 12; the graph's edges are 0 to 11"),
    "negative": ([0, 1, 2, 3, 4, 5, 6, -1], "returned edge -1; the graph's edges are 0 to 11"),
    "twice": ([0, 1, 2, 3, 4, 5, 6, 6], "returned an edge twice"),
    "floats": ([0.0] * 8, "returned a list, not a list or array of whole numbers, the indices of edges"),
    "a mask": (np.ones(8, np.bool_), "returned a numpy.ndarray, not a list or array of whole numbers"),
    "a set": (set(range(8)), "returned a set, not a list or array of whole numbers"),
    "nothing": (None, "returned None, not a list or array of whole numbers"),
    "pairs": ([(0, 1)] * 8, "returned pairs of rooms, not indices of edges; to_networkx() has each edge's as 'index'"),
    "ragged": ([[0], [1, 2]], "failed: ValueError: "),
    "none at all": ([], "returned 0 edges; a spanning tree of 9 rooms has 8"),
}


@pytest.mark.parametrize("case", TREES)
def test_a_spanning_tree_is_one(case: str, make: Make) -> None:
    returned, message = TREES[case]
    blamed(make, "spanning_trees", lambda graph, rng: returned, message)


def marked(*marks: Any) -> Callable[[Level[Any], Any], Any]:
    return lambda level, rng: level.with_marks(marks)


PASSES: dict[str, tuple[Callable[[Level[Any], Any], Any], str]] = {
    "nothing": (lambda level, rng: None, "returned None, not a levelgen.Level"),
    "the graph": (lambda level, rng: level.graph, "returned a levelgen.GridGraph, not a levelgen.Level"),
    "another graph": (lambda level, rng: replace(level, graph=replace(level.graph)), "returned a level on another graph"),
    "other walls": (lambda level, rng: replace(level, open=level.open[1:]), "returned a level on another graph"),
    "closes": (lambda level, rng: replace(level, open=level.open & False), "closed walls, which can cut a level in two"),
    "outside": (marked(Mark("lamp", 9)), "marked room 9; the level's rooms are 0 to 8"),
    "negative": (marked(Mark("lamp", -1)), "marked room -1; the level's rooms are 0 to 8"),
    "half a room": (marked(Mark("lamp", 1.5)), "marked room 1.5, which is no plain whole number"),  # type: ignore[arg-type]
    "numpy's": (marked(Mark("lamp", np.int64(1))), "marked room np.int64(1), which is no plain whole number; int(…)"),  # type: ignore[arg-type]
    "a number": (marked(3), "marked with 3, which is no Mark of a kind"),
    "no kind": (marked(Mark("", 3)), "marked with Mark(kind='', node=3"),
    "a list": (marked(Mark("lamp", 3, {"at": []})), "gave property 'at' the value []; it must be true, false, a number"),  # type: ignore[dict-item]
    "not a number": (marked(Mark("lamp", 3, {"at": float("nan")})), "gave property 'at' the value nan"),
}  # fmt: skip


@pytest.mark.parametrize("case", PASSES)
def test_a_pass_keeps_what_there_is(case: str, make: Make) -> None:
    function, message = PASSES[case]
    blamed(make, "passes", function, message)


@pytest.mark.parametrize(
    ("dropped", "message"), [("marks", "took away or changed marks of"), ("notes", "took away or changed notes of")]
)
def test_a_pass_drops_nothing_of_earlier_ones(dropped: str, message: str, make: Make) -> None:
    calls: list[int] = []

    def bad(level: Level[Any], rng: Any) -> Any:
        calls.append(1)
        return level.with_marks([Mark("lamp", 1)]).with_note("a lamp") if len(calls) == 1 else replace(level, **{dropped: ()})  # type: ignore[arg-type]  # fmt: skip

    with pytest.raises(
        PluginError, match=rf"^bad.yaml:5:15: passes\[1\].bad: pass 'bad' of {ORIGIN} {message} earlier"
    ):
        make("passes", bad, passes="passes: [bad, bad]")


def test_walls_are_opened_before_marks_and_the_message_says_how_to_reorder(make: Make) -> None:
    def bad(level: Level[Any], rng: Any) -> Any:
        return level.with_open(range(level.graph.walls))

    message = (
        r"^bad.yaml:5:22: passes\[1\].bad: opens walls after marks were placed \(exit, start\); move it before the"
    )
    with pytest.raises(GenerationError, match=message):
        make("passes", bad, passes="passes: [start_exit, bad]")
    make("passes", bad, passes="passes: [bad, start_exit]")


def changed(change: Callable[[Level[Any], TileMap], TileMap]) -> Callable[[Level[Any], Any], Any]:
    """A tile style: blocks, changed."""
    return lambda level, rng: change(level, blocks(level, rng))


def put(array: Any, at: tuple[int, int], value: int) -> Any:
    result = np.array(array)
    result[at[1], at[0]] = value
    return result


def layers(tilemap: TileMap, **changes: Any) -> TileMap:
    return replace(tilemap, layers={**tilemap.layers, **changes})


LAVA, MOSS = Role("lava", False, "water"), Role("moss", True, "a tile that nobody drew")
TILES: dict[str, tuple[Callable[[Level[Any], TileMap], Any], str]] = {
    "nothing": (lambda level, m: None, "returned None, not a levelgen.TileMap"),
    "no layer": (lambda level, m: replace(m, layers={}), "returned layers that are not all of the owner map's height"),
    "a small layer": (lambda level, m: layers(m, walls=m.layers["walls"][1:]), "returned layers that are not all of"),
    "a flat owner": (lambda level, m: replace(m, owner=m.owner.ravel()), "returned layers that are not all of"),
    "no tiles": (lambda level, m: replace(layers(m, ground=m.owner[:0], walls=m.owner[:0]), owner=m.owner[:0]),
                 "returned layers that are not all of the owner map's height and width, at least 1 × 1"),
    "lists": (lambda level, m: layers(m, walls=m.layers["walls"].tolist()), "failed: AttributeError: 'list' object"),
    "floats": (lambda level, m: layers(m, walls=m.layers["walls"] * 1.0), "returned layers or owners that are not whole"),
    "float owners": (lambda level, m: replace(m, owner=m.owner * 1.0), "returned layers or owners that are not whole"),
    "a role too many": (lambda level, m: layers(m, walls=m.layers["walls"] * 99), "used a role that is not one of its 8"),
    "a role below 0": (lambda level, m: layers(m, walls=-m.layers["walls"].astype(int)), "used a role that is not one"),
    "a layer's name": (lambda level, m: layers(m, **{"../x": m.layers["walls"]}), "named a layer '../x', which cannot be"),
    "other roles": (lambda level, m: replace(m, roles=(*ROLES[:2], LAVA, *ROLES[2:])), "must put roles of its own, each"),
    "one role twice": (lambda level, m: replace(m, roles=(*ROLES, LAVA, LAVA)), "must put roles of its own, each of"),
    "a foreign room": (lambda level, m: replace(m, owner=put(m.owner, (1, 1), 9)), "gave tiles to owners that are no"),
    "a foreign wall": (lambda level, m: replace(m, owner=put(m.owner, (1, 1), passage(12))), "gave tiles to owners that"),
    "crossed solid": (lambda level, m: replace(m, crossings=((0, SOLID),)), "listed crossings that are not pairs of rooms"),
    "few places": (lambda level, m: replace(m, places=m.places[1:]), "returned places that are not one tile inside the"),
    "places outside": (lambda level, m: replace(m, places=m.places + 5), "returned places that are not one tile inside"),
    "half places": (lambda level, m: replace(m, places=m.places + 0.5), "returned places that are not one tile inside"),
    "half an object": (lambda level, m: replace(m, objects=(MapObject("lamp", 1.5, 1),)), "placed MapObject(kind='lamp', "),  # type: ignore[arg-type]
    "a property": (lambda level, m: replace(m, properties={"a": None}), "gave property 'a' the value None; it must be"),  # type: ignore[dict-item]
}  # fmt: skip


@pytest.mark.parametrize("case", TILES)
def test_a_tile_style_makes_a_map(case: str, make: Make) -> None:
    change, message = TILES[case]
    blamed(make, "tiles", changed(change), message)


def test_a_role_without_a_tile_is_blamed_on_the_style(make: Make) -> None:
    with pytest.raises(GenerationError, match=r"^bad.yaml:6:8: tiles.bad: tileset levelgen: no tile for role 'moss'"):

        def mossy(level: Level[Any], m: TileMap) -> TileMap:
            ground = np.where(m.walkable, len(ROLES), 0).astype(np.uint16)
            return layers(replace(m, roles=(*ROLES, MOSS)), ground=ground)

        make("tiles", changed(mossy))


def walls_between(level: Level[Any], is_open: bool) -> tuple[int, tuple[int, int], str]:
    """The first open or closed wall, its tile in blocks, and its rooms as the proof names them."""
    edge = int(np.flatnonzero(level.open == is_open)[0])
    u, v = level.graph.edges[edge].tolist()
    x, y = (level.graph.positions[[u, v]].sum(axis=0) + 1).tolist()
    return edge, (x, y), f"{u} and {v}"


def free(m: TileMap, at: tuple[int, int], owner: int) -> TileMap:
    opened = layers(m, ground=put(m.layers["ground"], at, FLOOR), walls=put(m.layers["walls"], at, 0))
    return replace(opened, owner=put(m.owner, at, owner))


def solid(m: TileMap, at: tuple[int, int], owner: int = SOLID) -> TileMap:
    return replace(layers(m, walls=put(m.layers["walls"], at, 1)), owner=put(m.owner, at, owner))


def opened_wall(level: Level[Any], m: TileMap) -> TileMap:
    edge, at, _ = walls_between(level, is_open=False)
    return free(m, at, passage(edge))


def closed_corridor(level: Level[Any], m: TileMap) -> TileMap:
    _, at, _ = walls_between(level, is_open=True)
    return solid(m, at)


def grown_room(level: Level[Any], m: TileMap) -> TileMap:
    """The tile of a closed wall, as if it belonged to the room beside it."""
    edge, at, _ = walls_between(level, is_open=False)
    return free(m, at, int(level.graph.edges[edge, 0]))


LIES: dict[str, tuple[Callable[[Level[Any], TileMap], TileMap], str]] = {
    "a wall opened on the tiles": (opened_wall, "touch, but no open wall joins them"),
    "a wall opened into a room": (grown_room, "touch, but no open wall joins them"),
    "a corridor closed on the tiles": (closed_corridor, "is open, but the tiles do not show it"),
    "an open border": (lambda level, m: free(m, (1, 0), 0), "the border is open at tile 1,0"),
    "a room without its tile": (lambda level, m: solid(m, (1, 1)), "rooms without a tile of their own: 0"),
    "a wall that has an owner": (lambda level, m: solid(m, (1, 1), 0), "1 tiles whose owner contradicts their role"),
    "a floor that has none": (lambda level, m: replace(m, owner=put(m.owner, (1, 1), SOLID)), "the first at 1,1"),
    "an object in a wall": (lambda level, m: replace(m, objects=(MapObject("lamp", 0, 0),)),
                            "lamp at tile 0,0 stands on no walkable ground"),
    "an object off the map": (lambda level, m: replace(m, objects=(MapObject("lamp", 70, 0),)), "lamp at tile 70,0 st"),
    "a place in a wall": (lambda level, m: replace(m, places=np.vstack([[(0, 0)], m.places[1:]])), "of their own: 0"),
    "no floor": (lambda level, m: layers(m, walls=np.ones_like(m.layers["walls"])), "there is no walkable tile"),
}  # fmt: skip


@pytest.mark.parametrize("case", LIES)
def test_what_the_tiles_say_is_proved(case: str, make: Make) -> None:
    change, message = LIES[case]
    with pytest.raises(GenerationError) as caught:
        make("tiles", changed(change), passes="passes: [start_exit]")
    assert str(caught.value).startswith("bad.yaml: level bad (seed 1) does not hold: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_rooms_that_swap_their_tiles_are_found(make: Make) -> None:
    """The owner map is consistent in itself, and not what the graph says."""

    def swapped(level: Level[Any], m: TileMap) -> TileMap:
        corner, middle = np.argwhere(m.owner == 0)[0], np.argwhere(m.owner == 4)[0]
        owner = put(put(m.owner, (corner[1], corner[0]), 4), (middle[1], middle[0]), 0)
        places = m.places.copy()
        places[[0, 4]] = places[[4, 0]]
        return replace(m, owner=owner, places=places)

    with pytest.raises(GenerationError, match="touch, but no open wall joins them"):
        make("tiles", changed(swapped))


FILES: dict[str, tuple[Any, str]] = {
    "nothing": (None, "returned None, not a mapping of file names to bytes"),
    "bytes": (b"map", "returned a bytes, not a mapping of file names to bytes"),
    "text": ({".txt": "map"}, "returned a str for .txt, not bytes"),
    **{name: ({name: b""}, f"named a file {name!r}: an exporter writes into the output folder only")
       for name in ("../x", "/etc/x", "a/b", "..", ".", "", "c:x", "a\\b", "a\0b", "a\nb", "x.", "x ", "a*", "\ud800")},
    "a number": ({1: b""}, "named a file 1: an exporter writes into the output folder only"),
    "another's": ({"_walls.csv": b""}, "writes bad_walls.csv, but exporter 'csv' of levelgen 0.1.0 writes another bad_wa"),
    "another's, on other systems": ({"_WALLS.csv": b""}, "writes bad_WALLS.csv, but exporter 'csv' of levelgen 0.1.0 wri"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_an_exporter_gives_bytes_by_plain_names(case: str, make: Make) -> None:
    returned, message = FILES[case]
    blamed(make, "exporters", lambda built: returned, message)


ARGUMENTS = {"graphs": "rng", "spanning_trees": "graph, rng", "passes": "level, rng", "tiles": "level, rng",
             "exporters": "built"}  # fmt: skip


@pytest.mark.parametrize("kind", STEPS)
def test_a_plugin_that_fails_is_named(kind: str, make: Make) -> None:
    def bad(*arguments: Any) -> Any:
        return 1 // 0

    function = eval(f"lambda {ARGUMENTS[kind]}: bad()", {"bad": bad})
    tiles = {"tiles": "tiles: flat"} if kind == "graphs" else {}
    blamed(make, kind, function, "failed: ZeroDivisionError: integer division or modulo by zero", **tiles)


@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("signature", ["", "a, b, c", "*all", "a, b, *, c, **rest"])
def test_a_plugin_of_another_shape_is_told_which_it_should_have(kind: str, signature: str, make: Make) -> None:
    bad = eval(f"lambda {signature}: None")
    with pytest.raises(PluginError) as caught:
        make(kind, bad)
    wanted = f"'bad' of {ORIGIN} must look like 'def bad({ARGUMENTS[kind]}, *, …)'"
    assert str(caught.value) == f"bad.yaml:{STEPS[kind][3]} {wanted}"


def test_what_is_no_function_is_said(make: Make) -> None:
    blamed(make, "passes", "treasure", "is not a function")


def raising(error: BaseException) -> Callable[[Any, Any], Any]:
    def bad(level: Any, rng: Any) -> Any:
        raise error

    return bad


def test_errors_of_several_lines_become_one(make: Make) -> None:
    blamed(make, "passes", raising(RuntimeError("one\n  two")), "failed: RuntimeError: one two")
    blamed(make, "passes", raising(RuntimeError()), "failed: RuntimeError")


def test_a_plugin_cannot_end_the_build(make: Make) -> None:
    blamed(make, "passes", raising(SystemExit(0)), "failed: SystemExit: 0")


def test_what_a_plugin_cannot_make_is_the_designers_matter(make: Make) -> None:
    with pytest.raises(GenerationError, match=r"^bad.yaml:5:10: passes\[0\].bad: asked for 9, there are 4$"):
        make("passes", raising(GenerationError("asked for 9, there are 4")))
    with pytest.raises(GenerationError, match=r"^bad.yaml:5:10: passes\[0\].bad: pass 'bad': not enough memory$"):
        make("passes", raising(MemoryError()))


def test_an_interrupt_passes_through(make: Make) -> None:
    with pytest.raises(KeyboardInterrupt):
        make("passes", raising(KeyboardInterrupt()))


def parameterised(make: Make, annotation: Any, default: Any, **given: str) -> Any:
    """What a pass with one parameter `value` gets."""
    seen: list[Any] = []

    def bad(level: Any, rng: Any, *, value: Any = default) -> Any:
        seen.append(value)
        return level

    bad.__annotations__["value"] = annotation
    make("passes", bad, **given)
    return seen[0]


def test_annotations_must_be_what_a_recipe_can_say(make: Make) -> None:
    def lost(level: Any, rng: Any, *, value: NotThere = 1) -> Any:  # type: ignore[name-defined]  # noqa: F821
        return level

    blamed(
        make, "passes", lost, "has an annotation that Python cannot look up: name 'NotThere' is not defined; import it"
    )
    with pytest.raises(PluginError, match=r"pass 'bad' of towers 1.0 failed: PydanticSchemaGenerationError"):
        parameterised(make, np.random.Generator, None)


def test_defaults_are_read_like_recipes(make: Make) -> None:
    from levelgen.parameters import Amount

    assert parameterised(make, Amount, "25%").of(8) == 2
    with pytest.raises(PluginError) as caught:
        parameterised(make, int, None)
    assert str(caught.value).endswith(
        f"'bad' of {ORIGIN} has a default that it does not allow itself: value must be a whole number, not null"
    )


def test_a_parameter_may_have_any_name(make: Make) -> None:
    def bad(level: Any, rng: Any, *, copy: int = 1, json: int = 2, schema: int = 4) -> Any:
        return level.with_note(f"{copy} {json} {schema}")

    make("passes", bad, passes="passes: [bad: {copy: 5, json: 6, schema: 7}]")


def test_a_check_that_fails_is_named(make: Make) -> None:
    from levelgen.parameters import checked

    @checked(lambda value: [value // 0])
    def bad(level: Any, rng: Any, *, value: int = 1) -> Any:
        return level

    blamed(make, "passes", bad, "failed: ZeroDivisionError")


def test_two_plugins_of_one_name_name_both() -> None:
    first, second = (Entry("tiles", "lava", origin, lambda: None) for origin in ("volcano 1.0", "crater 2.0"))
    with pytest.raises(
        PluginError, match=r"^tile style 'lava' comes from volcano 1.0 and from crater 2.0; rename one$"
    ):
        Registry([first, second])
    with pytest.raises(PluginError, match=r"^pass 'treasure' comes from levelgen 0.1.0 and from gold 3; rename one$"):
        Registry([*registry(), Entry("passes", "treasure", "gold 3", lambda: None)])
    Registry([first, Entry("passes", "lava", "crater 2.0", lambda: None)])


def test_every_error_is_one_that_the_command_expects() -> None:
    assert {PluginError.exit_code, GenerationError.exit_code, LevelgenError.exit_code} == {1}
