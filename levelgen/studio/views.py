"""What the page needs of a level to draw it, to explain it and to replay how it grew."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levelgen.errors import Place
from levelgen.gates import measured
from levelgen.growth import Growth
from levelgen.level import Level
from levelgen.measures import unit_of
from levelgen.only_ways import only_ways
from levelgen.pipeline import BuiltLevel
from levelgen.populations.survey import measures_of
from levelgen.recipe import Step
from levelgen.rng import Seed
from levelgen.studio.messages import packed
from levelgen.tileset import TileSet
from levelgen.verify import Proof
from levelgen.walks import distances, ends, walk

THUMBNAIL = 96
"""Tiles along the longer side of a thumbnail, at most."""


def spelled_seed(seed: Seed) -> str:
    """A seed as it stands in a recipe."""
    return json.dumps(seed, ensure_ascii=False)


def level_view(built: BuiltLevel, growth: Growth, proof: Proof | str, more: dict[str, Any]) -> bytes:
    """The level's tiles, graph and growth; `more` goes into the header."""
    tilemap, graph, painted = built.tilemap, built.level.graph, built.painted
    header = {
        "kind": "level",
        "name": built.stem,
        "seed": spelled_seed(built.seed),
        "size": [tilemap.width, tilemap.height],
        "layers": list(painted.layers),
        "proof": proof.figures if not isinstance(proof, str) else {},
        "fault": proof if isinstance(proof, str) else "",
        "notes": list(built.notes),
        "objects": [
            [thing.kind, thing.x, thing.y, gid, thing.properties.get("room", -1)]
            for thing, gid in zip(tilemap.objects, painted.object_gids, strict=True)
        ],
        "names": list(graph.names),
        "passes": [[added.label, len(added.opened), added.marks] for added in growth.passes],
        **more,
    }
    arrays: dict[str, NDArray[Any]] = {f"layer{n}": gids for n, gids in enumerate(painted.layers.values())}
    opened = [added.opened for added in growth.passes]
    arrays |= {
        "owner": tilemap.owner,
        "places": tilemap.places.astype(np.int32),
        "edges": graph.edges,
        "tree": growth.tree.astype(np.int32),
        "opened": np.concatenate([*opened, np.empty(0, np.int64)]).astype(np.int32),
    }
    return packed(header, arrays)


def tileset_view(tileset: TileSet, key: str) -> bytes:
    """The tileset: its measures and its image."""
    size = {"tile": tileset.tile_size, "columns": tileset.columns, "margin": tileset.margin, "spacing": tileset.spacing}
    return packed(
        {"kind": "tileset", "key": key, **size}, {"image": np.frombuffer(tileset.image.read_bytes(), np.uint8)}
    )


def analysis_view(level: Level[Any], more: dict[str, Any]) -> bytes:
    """What the layers show: the distance of each room from the start, the walk to the exit, only ways, dead ends."""
    start, goal = ends(level)
    away = distances(level, start)
    arrays: dict[str, NDArray[Any]] = {
        "distance": np.minimum(away, np.iinfo(np.int32).max).astype(np.int32),
        "walk": np.array(walk(level, start, goal), np.int32),
        "only": only_ways(level).astype(np.uint8),
        "dead": level.dead_ends.astype(np.int32),
    }
    return packed({"kind": "analysis", **more}, arrays)


def measures_view(built: BuiltLevel, more: dict[str, Any]) -> bytes:
    """Every measure that fits the recipe: its name, value, unit and help."""
    rows = []
    for plugin in measures_of(built.recipe):
        value = measured(Step(plugin, {}, Place(""), plugin.name), built.level, built.tilemap)
        rows.append(
            [
                plugin.name.replace("_", " "),
                value,
                unit_of(plugin.hints.get("return")),
                plugin.help.partition("\n\n")[0],
            ]
        )
    return packed({"kind": "measures", "measures": rows, **more})


def thumbnail(built: BuiltLevel, more: dict[str, Any]) -> bytes:
    """The level at most THUMBNAIL tiles wide and high: of each tile the highest layer's gid, tiles left out evenly."""
    tilemap = built.tilemap
    step = -(-max(tilemap.width, tilemap.height) // THUMBNAIL)
    top: NDArray[Any] | None = None
    for layer in built.painted.layers.values():
        few = layer[step // 2 :: step, step // 2 :: step]
        top = few if top is None else np.where(few == 0, top, few)
    marks = [[thing.kind, thing.x // step, thing.y // step, gid] for thing, gid in
             zip(tilemap.objects, built.painted.object_gids, strict=True)]  # fmt: skip
    header = {"kind": "thumbnail", "seed": spelled_seed(built.seed), "marks": marks, **more}
    return packed(header, {"tiles": np.empty((0, 0), np.uint32) if top is None else top.astype(np.uint32)})
