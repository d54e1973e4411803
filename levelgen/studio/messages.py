"""Messages to the page: a header in JSON, and arrays behind it that the page can use as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

ALIGNED = 8
_TYPES = {np.dtype(np.uint8): "u1", np.dtype(np.int32): "i4", np.dtype(np.uint32): "u4"}


def packed(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]] | None = None) -> bytes:
    """The length of the header (uint32, little-endian), the header in JSON with blanks behind it, the arrays.

    The header gets `arrays`: name → [type, shape, offset], offsets counted from the end of the header and
    multiples of 8. Arrays are uint8, int32 or uint32, little-endian.
    """
    parts: list[bytes] = []
    table: dict[str, Any] = {}
    offset = 0
    for name, array in (arrays or {}).items():
        data = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        table[name] = [_TYPES[array.dtype], list(array.shape), offset]
        parts += [data, bytes(-len(data) % ALIGNED)]
        offset += len(data) + -len(data) % ALIGNED
    text = orjson.dumps({**header, "arrays": table})
    text += b" " * (-(len(text) + 4) % ALIGNED)
    return b"".join([len(text).to_bytes(4, "little"), text, *parts])
