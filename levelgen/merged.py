"""What a merger returns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Merged:
    """A map file with both sides' changes, and a line for each thing that both changed differently.

    base: the map as rebuilt, in the merged one's numbers (layers, objects, tiles): what the next merge starts from.
    """

    data: bytes
    base: bytes
    conflicts: tuple[str, ...]
