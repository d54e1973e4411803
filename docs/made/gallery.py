"""The gallery: every spanning tree, pass and tile style, drawn by levelgen while the site is built."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelgen import generate
from levelgen.docstrings import summary
from levelgen.level import Stage
from levelgen.pipeline import BuiltLevel, files_of
from levelgen.plugins import Plugin, registry
from levelgen.reading import parse_recipe
from levelgen.schema.plugin import example_of, parameters_schema
from levelgen.verify import verify
from made.reference import flow

Json = dict[str, Any]
Made = dict[str, str | bytes]


@dataclass(frozen=True)
class Scene:
    """What a plug-in is shown on: graph and tree, and how many pixels wide a tile is."""

    recipe: Json
    tile: int


LARGE = Scene({"graph": {"grid": {"rows": 11, "columns": 17}}, "spanning_tree": "wilson"}, 8)
SMALL = Scene({"graph": {"grid": {"rows": 4, "columns": 8}}, "spanning_tree": "wilson"}, 16)
"""For what is seen tile by tile: styles, and passes that put things into rooms."""

ISLANDS = Scene(
    {
        "graph": {"islands": {"count": 24, "width": 90, "height": 60, "min_distance": 11, "candidates": "octants"}},
        "spanning_tree": {"kruskal": {"order": "length"}},
    },
    4,
)
ON_ISLANDS = ("shortcut_bridges", "archipelago")
"""What shows better on islands than on a grid."""


def gallery_files() -> Made:
    """Path → content of the three pages and of their pictures."""
    made: Made = {}
    made["gallery/spanning_trees.md"] = "\n".join(_page("spanning_trees", "Spanning trees", made))
    made["gallery/passes.md"] = "\n".join(_page("passes", "Passes", made))
    made["gallery/tiles.md"] = "\n".join(_page("tiles", "Tile styles", made))
    return made


def _page(kind: str, title: str, made: Made) -> Iterator[str]:
    told = {
        "spanning_trees": "Each opens one wall fewer than there are rooms: there is exactly one way between any two.",
        "passes": "The same level, before and after.",
        "tiles": "The same rooms, laid out in different ways.",
    }[kind]
    yield f"# {title}\n\n{told} Drawn by levelgen when this page was built.\n"
    for name in registry().names(kind):
        plugin = registry().find(kind, name)
        yield f"## [`{name}`](../reference/{kind}.md#{name}) {{ #{name} }}\n\n{summary(plugin.help)}\n"
        for number, step in enumerate(_steps(plugin)):
            yield from _shown(plugin, step, f"{kind}-{name}-{number}", made)


def _steps(plugin: Plugin) -> list[Any]:
    """Its example, or for a spanning tree one step for each of its choices."""
    for name, form in parameters_schema(plugin)["properties"].items():
        choices = next((c["enum"] for c in form.get("anyOf", [form]) if "enum" in c), [])
        if plugin.kind.key == "spanning_trees" and choices:
            return [{plugin.name: {name: choice}} for choice in choices]
    return [example_of(plugin)]


def _shown(plugin: Plugin, step: Any, name: str, made: Made) -> Iterator[str]:
    key = {"spanning_trees": "spanning_tree", "passes": "passes", "tiles": "tiles"}[plugin.kind.key]
    scene = _scene(plugin)
    if plugin.kind.key == "passes":
        made[f"gallery/{name}-before.png"] = _picture(_built(scene, {}))
        yield f"![before](./{name}-before.png)"
    value = [step] if key == "passes" else step
    built = _built(scene, {key: value})
    made[f"gallery/{name}.png"] = _picture(built)
    yield f"![{plugin.name}](./{name}.png)\n"
    proof = verify(built)
    yield f"```yaml\n{key}: {flow(value)}\n```\n"
    yield f"{proof.rooms} rooms, {proof.opened} walls opened, {proof.dead_ends} dead ends, {proof.loops} loops.\n"


def _scene(plugin: Plugin) -> Scene:
    if plugin.name in ON_ISLANDS:
        return ISLANDS
    return SMALL if plugin.kind.key == "tiles" or plugin.stage not in (None, Stage.OPEN) else LARGE


def _built(scene: Scene, shown: Json) -> BuiltLevel:
    document = {"levelgen": 1, "seed": 14, **scene.recipe, **shown, "export": [{"picture": {"tile": scene.tile}}]}
    return generate(parse_recipe(json.dumps(document), Path("gallery.yaml")))


def _picture(built: BuiltLevel) -> bytes:
    return files_of(built)[f"{built.stem}.png"]
