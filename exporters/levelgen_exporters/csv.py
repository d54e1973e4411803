"""Comma-separated tile numbers, a file a layer, as Tiled's own CSV export writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from levelgen.paint import FIRST_GID
from levelgen.parameters import read_by
from levelgen.pipeline import BuiltLevel
from levelgen_exporters.tiled_data import comma_rows

_KEEP = b'[remap]\n\nimporter="keep"\n'

Number = Annotated[int, Field(ge=-(2**31), lt=2**31)]


@read_by({"phaser": {}, "godot": {"godot_keep": (True,)}})
def csv(built: BuiltLevel, *, empty: Number = -1, base: Number = 0, godot_keep: bool = False) -> Mapping[str, bytes]:
    """NAME_LAYER.csv for each tile layer: a line a row of tiles, ended by LF, fields without quotes.

    empty: what stands where there is no tile. base: what the first tile of the tileset counts as.
    godot_keep: also NAME_LAYER.csv.import, which keeps Godot from taking the file for a translation.
    """
    files: dict[str, bytes] = {}
    for name, gids in built.painted.layers.items():
        files[f"_{name}.csv"] = _lines(gids, empty, base)
        if godot_keep:
            files[f"_{name}.csv.import"] = _KEEP
    return files


def _lines(gids: NDArray[np.uint32], empty: int, base: int) -> bytes:
    numbers = gids.astype(np.int64)
    numbers += base - FIRST_GID
    numbers[gids == 0] = empty
    return comma_rows(numbers, b"\n") + b"\n"
