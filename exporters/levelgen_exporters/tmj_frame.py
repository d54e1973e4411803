"""How large a Tiled map is, and what it may claim: nothing is unpacked or made room for before this is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Frame = tuple[int, int, int, int]

_MOST_SIDE = 1 << 20
_PLACES, _PLACES_A_BYTE = 1 << 23, 64
"""A few kilobytes may claim a map of 2896 × 2896 (packed water is small); larger ones must bring the bytes."""
_LAYERS = 4


def flat(layers: list[Json]) -> Iterator[Json]:
    """All layers, those in groups too, from the lowest to the highest."""
    waiting = layers[::-1]
    while waiting:
        layer = waiting.pop()
        if layer["type"] == "group":
            waiting += layer["layers"][::-1] if layer.get("visible", True) else []
        else:
            yield layer


def frame(document: Json, size: int) -> Frame:
    """Left, top, width and height of a map whose file has `size` bytes; an infinite one is as large as its
    chunks, and empty around them. ValueError where it claims more than such a file can mean."""
    layers = [layer for layer in flat(document["layers"]) if layer["type"] == "tilelayer"]
    chunks = [chunk for layer in layers for chunk in layer.get("chunks", [])]
    left, top, width, height = _around(chunks) if document.get("infinite") and chunks else _whole(document)
    if not (document["tilewidth"] > 0 and document["tileheight"] > 0):
        raise ValueError(f"tiles of {document['tilewidth']} × {document['tileheight']} pixels")
    most = _PLACES + _PLACES_A_BYTE * size
    if not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE and width * height <= most):
        raise ValueError(f"a map of {width} × {height} tiles in a file of {size} bytes")
    claimed = sum(_area(chunk) for chunk in chunks) + width * height * len(layers)
    if claimed > _LAYERS * most:
        raise ValueError(f"{len(layers)} layers of {width} × {height} tiles in a file of {size} bytes")
    return left, top, width, height


def _whole(document: Json) -> Frame:
    return 0, 0, document["width"], document["height"]


def _around(chunks: list[Json]) -> Frame:
    left, top = min(chunk["x"] for chunk in chunks) - 1, min(chunk["y"] for chunk in chunks) - 1
    width = max(chunk["x"] + chunk["width"] for chunk in chunks) - left + 1
    height = max(chunk["y"] + chunk["height"] for chunk in chunks) - top + 1
    return left, top, width, height


def _area(chunk: Json) -> int:
    width, height = chunk["width"], chunk["height"]
    if not (isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0):
        raise ValueError(f"a chunk of {width} × {height} tiles")
    return width * height
