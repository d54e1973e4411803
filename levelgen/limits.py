"""What one level may cost: bounds that stop a stranger's recipe or map before anything is made room for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

MOST = {"rooms": 1 << 29, "tiles": 1 << 31, "file_size": 1 << 12}
"""The highest limits that can be set; beyond them numbers of 32 bits would not do."""


@dataclass(frozen=True)
class Limits:
    """rooms: of a level. tiles: of its map, width × height. file_size: of a map or tileset that is read, in MiB."""

    rooms: int = 4_000_000
    tiles: int = 1 << 26
    file_size: int = 256

    def excess(self, asked: Mapping[str, int]) -> str:
        """In words, what of `asked` (limit → how much) is too much, and the mend; empty where nothing is."""
        for name, most in asdict(self).items():
            if asked.get(name, 0) > most:
                mend = f"make it smaller, or raise '{name}' under [limits] in levelgen.toml"
                return f"asks for {asked[name]} {name}; at most {most} are allowed: {mend}"
        return ""


USUAL = Limits()
