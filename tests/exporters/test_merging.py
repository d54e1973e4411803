"""Three-way merging of .tmj files: what one side changed is taken, what both changed is the team's and said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from levelgen_exporters.merging import tmj as merge
from levelgen_exporters.tmj import tmj as read

from levelgen import generate
from levelgen.errors import GenerationError
from levelgen.merged import Merged
from levelgen.pipeline import files_of
from levelgen.reading import parse_recipe
from levelgen.tilemap import TileMap

Json = dict[str, Any]

TEXT = """levelgen: 1
name: m
graph: {{grid: {{rows: 5, columns: 6}}}}
spanning_tree: {tree}
passes: [{loops}start_exit, place: {{kind: treasure, where: anywhere, count: {count}}}]
export: [tiled: {{{options}}}]
"""


def built(seed: int = 1, tree: str = "kruskal", loops: str = "", count: int = 2, options: str = "") -> bytes:
    recipe = parse_recipe(TEXT.format(tree=tree, loops=loops, count=count, options=options), Path("m.yaml"))
    return files_of(generate(recipe, seed))["m.tmj"]


def edited(data: bytes, *changes: Callable[[Json], object]) -> bytes:
    document = json.loads(data)
    for change in changes:
        change(document)
    return json.dumps(document).encode()


def meaning(data: bytes, folder: Path) -> TileMap:
    path = folder / "m.tmj"
    path.write_bytes(data)
    return read(path)


def same(one: bytes, other: bytes, folder: Path) -> bool:
    a, b = meaning(one, folder), meaning(other, folder)
    things = [sorted(map(repr, tilemap.objects)) for tilemap in (a, b)]
    roles = [[np.array([role.name for role in t.roles])[layer] for layer in t.layers.values()] for t in (a, b)]
    return things[0] == things[1] and a.properties == b.properties and all(map(np.array_equal, *roles))


BASE = built()
OTHER = built(tree="prim", loops="extra_loops: {count: 5}, ", count=3)


FORMS = st.sampled_from(["", "encoding: zlib", "infinite: true"])


@given(one=st.integers(0, 2**16), other=st.integers(0, 2**16), options=FORMS)
@settings(deadline=None, max_examples=30)
def test_with_one_side_unchanged_the_other_is_taken(
    one: int, other: int, options: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    base, new = built(one, options=options), built(other, "wilson", count=3, options=options)
    for merged in (merge(base, base, new), merge(base, new, base)):
        assert same(merged.data, new, folder)
    assert merge(base, base, new).conflicts == ()


def cell(layer: str, x: int, y: int, gid: int) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        (found,) = (one for one in document["layers"] if one["name"] == layer)
        found["data"][y * document["width"] + x] = gid

    return change


def marks(document: Json) -> list[Json]:
    return document["layers"][2]["objects"]  # type: ignore[no-any-return]


def at(merged: Merged, layer: str, x: int, y: int) -> int:
    document = json.loads(merged.data)
    (found,) = (one for one in document["layers"] if one["name"] == layer)
    return found["data"][y * document["width"] + x]  # type: ignore[no-any-return]


def differing() -> tuple[int, int, int, int]:
    """A place where the two levels have different walls, x and y, and what is there in each."""
    width = json.loads(BASE)["width"]
    walls = [json.loads(data)["layers"][1]["data"] for data in (BASE, OTHER)]
    number = next(i for i, (a, b) in enumerate(zip(*walls, strict=True)) if a != b)
    return number % width, number // width, walls[0][number], walls[1][number]


def test_an_edited_tile_stays_and_all_others_are_the_recipes() -> None:
    x, y, _, new = differing()
    merged = merge(BASE, edited(BASE, cell("ground", 1, 1, 4)), OTHER)
    assert merged.conflicts == ()
    assert (at(merged, "ground", 1, 1), at(merged, "walls", x, y)) == (4, new)


def test_a_tile_that_both_changed_is_the_teams_and_said() -> None:
    x, y, *_ = differing()
    merged = merge(BASE, edited(BASE, cell("walls", x, y, 5)), OTHER)
    assert at(merged, "walls", x, y) == 5
    assert merged.conflicts == (f"layer walls: changed by hand and by the recipe at {x},{y}; yours are kept",)


def test_a_mark_that_was_moved_stays_there_while_its_room_has_one() -> None:
    new = built(loops="extra_loops: {count: 1}, ", count=2)
    rooms = {p["value"] for thing in marks(json.loads(new)) for p in thing["properties"] if thing["type"] == "treasure"}
    number, thing = next(
        (i, t)
        for i, t in enumerate(marks(json.loads(BASE)))
        if t["type"] == "treasure" and t["properties"][0]["value"] in rooms
    )
    merged = merge(BASE, edited(BASE, lambda d: marks(d)[number].update(x=thing["x"] + 3, name="hoard")), new)
    (mine,) = (t for t in marks(json.loads(merged.data)) if t["name"] == "hoard")
    assert (mine["x"], merged.conflicts) == (thing["x"] + 3, ())


def test_marks_come_go_and_stay_away() -> None:
    kinds = [thing["type"] for thing in marks(json.loads(BASE))]
    gone = edited(BASE, lambda d: marks(d).pop(kinds.index("treasure")))
    merged = json.loads(merge(BASE, gone, built(count=4)).data)
    assert sorted(thing["type"] for thing in marks(merged)) == ["exit", "start", *["treasure"] * 3]
    ids = [thing["id"] for thing in marks(merged)]
    assert len(set(ids)) == len(ids)
    assert max(ids) < merged["nextobjectid"]
    assert len(marks(json.loads(merge(BASE, BASE, built(count=1)).data))) == 3


def test_an_edited_mark_that_the_recipe_has_no_more_is_kept_and_said() -> None:
    kinds = [thing["type"] for thing in marks(json.loads(BASE))]
    last = len(kinds) - 1 - kinds[::-1].index("treasure")
    room = marks(json.loads(BASE))[last]["properties"][0]["value"]
    merged = merge(BASE, edited(BASE, lambda d: marks(d)[last].update(x=40)), built(count=1))
    assert merged.conflicts == (
        f"treasure of room {room} was changed by hand, and the recipe places none there any more; yours is kept",
    )
    assert [t["x"] for t in marks(json.loads(merged.data)) if t["id"] == last + 1] == [40]


def test_a_start_that_both_moved_is_there_once() -> None:
    kinds = [thing["type"] for thing in marks(json.loads(BASE))]
    mine = edited(BASE, lambda d: marks(d)[kinds.index("start")].update(x=48))
    merged = merge(BASE, mine, OTHER)
    starts = [thing for thing in marks(json.loads(merged.data)) if thing["type"] == "start"]
    assert [thing["x"] for thing in starts] == [48]
    assert any(conflict.startswith("start of room") for conflict in merged.conflicts)


def team(document: Json) -> None:
    """Layers in groups, hidden ones, objects, properties and a tileset, all of the team's own."""
    document["tilesets"].append({"firstgid": 129, "source": "../art/team.tsx"})
    own = {"id": 9, "name": "lamps", "type": "tilelayer", "width": document["width"], "height": document["height"],
           "visible": False, "data": [130] + [0] * (document["width"] * document["height"] - 1)}  # fmt: skip
    thing = {"id": 50, "name": "lamp", "type": "lamp", "x": 24, "y": 24, "width": 0, "height": 0, "gid": 131}
    document["layers"] = [
        {"id": 8, "name": "all", "type": "group", "layers": [*document["layers"], own], "opacity": 0.5},
        {"id": 10, "name": "team", "type": "objectgroup", "objects": [thing]},
        {"id": 11, "name": "sky", "type": "imagelayer", "image": "sky.png"},
    ]
    document |= {"nextlayerid": 12, "nextobjectid": 51, "backgroundcolor": "#112233"}
    document["properties"].append({"name": "team", "type": "string", "value": "A"})


def test_what_is_the_teams_own_stays() -> None:
    mine = edited(BASE, team)
    merged = json.loads(merge(BASE, mine, OTHER).data)
    before = json.loads(mine)
    assert merged["layers"][1:] == before["layers"][1:]
    assert merged["layers"][0]["layers"][3] == before["layers"][0]["layers"][3]
    assert merged["layers"][0]["layers"][1]["data"] == json.loads(OTHER)["layers"][1]["data"]
    assert merged["backgroundcolor"] == "#112233"
    named = {p["name"]: p["value"] for p in merged["properties"]}
    assert named["team"] == "A"
    assert named["recipe_sha256"] == next(
        p["value"] for p in json.loads(OTHER)["properties"] if p["name"] == "recipe_sha256"
    )


def test_a_tileset_that_grew_pushes_the_teams_behind_it() -> None:
    def grow(document: Json) -> None:
        document["tilesets"][0]["tilecount"] = 200

    merged = json.loads(merge(BASE, edited(BASE, team), edited(OTHER, grow)).data)
    assert [(t.get("tilecount"), t["firstgid"]) for t in merged["tilesets"]] == [(200, 1), (None, 201)]
    assert merged["layers"][0]["layers"][3]["data"][0] == 130 + 201 - 129
    assert merged["layers"][1]["objects"][0]["gid"] == 131 + 201 - 129


def test_a_tileset_that_both_changed_is_the_teams_and_said() -> None:
    mine = edited(BASE, lambda d: d["tilesets"][0].update(margin=1))
    merged = merge(BASE, mine, edited(OTHER, lambda d: d["tilesets"][0].update(margin=2)))
    assert json.loads(merged.data)["tilesets"][0]["margin"] == 1
    assert merged.conflicts == ("tileset levelgen was changed by hand and by the recipe; yours is kept",)


def test_properties_that_both_changed_are_the_teams_and_said() -> None:
    def call(name: str) -> Callable[[Json], None]:
        return lambda d: d["properties"][0].update(value=name)

    merged = merge(BASE, edited(BASE, call("x")), edited(BASE, call("y")))
    assert json.loads(merged.data)["properties"][0]["value"] == "x"
    assert merged.conflicts == ("property 'name' of the map is 'x' by hand, 'y' by the recipe",)


def test_a_renamed_layer_is_known_by_its_number() -> None:
    merged = merge(BASE, edited(BASE, lambda d: d["layers"][1].update(name="hedges")), OTHER)
    layers = json.loads(merged.data)["layers"]
    assert ([layer["name"] for layer in layers], merged.conflicts) == (["ground", "hedges", "marks"], ())
    assert layers[1]["data"] == json.loads(OTHER)["layers"][1]["data"]


def test_a_merged_map_is_merged_again() -> None:
    """Against the base that the first merge gives: numbers of objects, layers and tiles are the merged map's."""
    first = merge(BASE, edited(BASE, team, lambda d: d["layers"][0]["layers"][2]["objects"].pop()), OTHER)
    again = merge(first.base, first.data, first.base)
    one, two = (json.loads(merged.data) | {"nextobjectid": 0} for merged in (first, again))
    assert (two, again.conflicts) == (one, ())
    back = json.loads(merge(first.base, first.data, BASE).data)
    kinds = [thing["type"] for thing in back["layers"][0]["layers"][2]["objects"]]
    assert sorted(kinds) == sorted(thing["type"] for thing in marks(json.loads(BASE))[:-1])


def test_layers_come_go_and_stay_away() -> None:
    def without(document: Json) -> None:
        del document["layers"][1]

    without_walls = edited(BASE, without)
    stays_away = json.loads(merge(BASE, without_walls, BASE).data)
    assert [layer["name"] for layer in stays_away["layers"]] == ["ground", "marks"]
    taken_away = merge(BASE, without_walls, OTHER)
    assert taken_away.conflicts == ("layer walls was taken away by hand and changed by the recipe; it stays away",)
    given_up = merge(BASE, BASE, without_walls)
    assert [layer["name"] for layer in json.loads(given_up.data)["layers"]] == ["ground", "marks"]
    kept = merge(BASE, edited(BASE, cell("walls", 3, 3, 9)), without_walls)
    assert kept.conflicts == ("layer walls: the recipe makes none any more; your tiles at 3,3 stay",)
    assert sum(json.loads(kept.data)["layers"][1]["data"]) == 9
    new = json.loads(merge(without_walls, without_walls, BASE).data)
    assert [layer["name"] for layer in new["layers"]] == ["ground", "walls", "marks"]
    assert len({layer["id"] for layer in new["layers"]}) == 3


@pytest.mark.parametrize("key", ["width", "tileheight", "orientation"])
def test_another_size_is_refused(key: str) -> None:
    change: Callable[[Json], None] = lambda d: d.update({key: 12 if key != "orientation" else "isometric"})  # noqa: E731
    with pytest.raises(
        GenerationError, match=rf"{key} is .* as built, .* as edited, .* by the recipe now; edits can only"
    ):
        merge(BASE, BASE, edited(BASE, change))
    with pytest.raises(GenerationError, match=rf"{key} is "):
        merge(BASE, edited(BASE, change), BASE)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"type": "map"}', edited(BASE, lambda d: d.update(layers=[{}])),
                                  edited(BASE, lambda d: d["layers"][0].update(data=[]))])  # fmt: skip
def test_what_is_no_map_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(GenerationError, match=r"^(a map that cannot be merged|width is).*$"):
        merge(BASE, data, BASE)


def test_edits_far_outside_an_infinite_map_are_bounded() -> None:
    base = built(options="infinite: true")
    far = edited(
        base,
        lambda d: d["layers"][0]["chunks"].append(
            {"x": 1 << 19, "y": 1 << 19, "width": 16, "height": 16, "data": [1] * 256}
        ),
    )
    with pytest.raises(GenerationError, match="a map that cannot be merged"):
        merge(base, far, base)


def test_edits_beside_an_infinite_map_are_kept() -> None:
    base, new = built(options="infinite: true"), built(tree="prim", options="infinite: true")
    chunk = {"x": -16, "y": -32, "width": 16, "height": 16, "data": [1] * 256}
    merged = json.loads(merge(base, edited(base, lambda d: d["layers"][0]["chunks"].append(chunk)), new).data)
    chunks = {(c["x"], c["y"]): c["data"] for c in merged["layers"][0]["chunks"]}
    assert chunks[-16, -32] == [1] * 256
    assert chunks[0, 0] == next(c["data"] for c in json.loads(new)["layers"][0]["chunks"] if c["x"] == c["y"] == 0)
