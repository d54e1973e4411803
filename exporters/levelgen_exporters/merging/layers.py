"""The layers of a Tiled map, also those in groups, and which of two maps is which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def layers_of(document: Json, kind: str) -> list[Json]:
    """All layers of a kind, hidden ones and those in groups too, from the lowest to the highest."""
    return [layer for _, layer in placed_layers(document) if layer["type"] == kind]


def placed_layers(document: Json) -> Iterator[tuple[list[Json], Json]]:
    """Every layer that is no group, with the list that it stands in."""
    waiting = [(document["layers"], layer) for layer in document["layers"][::-1]]
    while waiting:
        siblings, layer = waiting.pop()
        if layer["type"] == "group":
            waiting += [(layer["layers"], inner) for inner in layer["layers"][::-1]]
        else:
            yield siblings, layer


def same_layer(layer: Json, document: Json) -> Json | None:
    """The layer of another state of the map that this one is: by its id, which Tiled keeps, else by its name."""
    others = layers_of(document, layer["type"])
    by_id = (other for other in others if other.get("id") == layer.get("id") is not None)
    by_name = (other for other in others if other["name"] == layer["name"])
    return next(by_id, None) or next(by_name, None)


def named_layer(name: str, kind: str, document: Json) -> Json | None:
    """The layer that levelgen calls so."""
    return next((layer for layer in layers_of(document, kind) if layer["name"] == name), None)


def add_layer(document: Json, layer: Json, below: Json | None) -> None:
    """Put a layer into a map: over `below`, else under all others."""
    for siblings, other in placed_layers(document):
        if other is below:
            siblings.insert(siblings.index(other) + 1, layer)
            return
    document["layers"].insert(0, layer)


def remove_layer(document: Json, layer: Json) -> None:
    """Take a layer out of a map."""
    for siblings, other in list(placed_layers(document)):
        if other is layer:
            siblings[:] = [one for one in siblings if one is not layer]
