"""Occupancy maps for robots, as ROS's map_server loads them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Annotated

import numpy as np
from pydantic import Field, PlainSerializer

from levelgen.parameters import Pair
from levelgen.pipeline import BuiltLevel

OCCUPIED, FREE = 0, 254

Resolution = Annotated[float, Field(ge=0.001, le=1000)]
Metres = Annotated[float, Field(ge=-1e6, le=1e6)]
Angle = Annotated[float, Field(ge=-math.pi, le=math.pi)]
Pose = Annotated[tuple[Metres, Metres, Angle], Pair, PlainSerializer(list)]


def occupancy(
    built: BuiltLevel, *, resolution: Resolution = 1.0, origin: Pose = (0.0, 0.0, 0.0)
) -> Mapping[str, bytes]:
    """NAME.pgm, a pixel a tile, and NAME.yaml, which tells `map_server` and Nav2 how to take it.

    resolution: metres a tile is wide, from 0.001 to 1000. origin: x and y in metres and the turn in radians of the
    map's lower left corner. Where one can walk a pixel is 254 (free), elsewhere 0 (occupied); the first line of the
    image is the top of the map. Source: the ROS map_server's description of its format.
    """
    free = built.tilemap.walkable
    header = f"P5\n{free.shape[1]} {free.shape[0]}\n255\n".encode()
    values = {
        "image": json.dumps(f"{built.stem}.pgm"),
        "mode": "trinary",
        "resolution": _number(resolution),
        "origin": f"[{', '.join(map(_number, origin))}]",
        "negate": "0",
        "occupied_thresh": "0.65",
        "free_thresh": "0.196",
    }
    lines = "".join(f"{key}: {value}\n" for key, value in values.items())
    return {".pgm": header + np.where(free, FREE, OCCUPIED).astype(np.uint8).tobytes(), ".yaml": lines.encode()}


def _number(value: float) -> str:
    """Never with an exponent: YAML 1.1 takes `1e-05` for a text."""
    return np.format_float_positional(value, trim="0")
