"""Tile layers as text: numbers, or base64 of them, packed by zlib, gzip or Zstandard."""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import orjson
from numpy.typing import NDArray

from levelgen.errors import GenerationError

Gids = NDArray[np.uint32]
Packing = Literal["base64", "zlib", "gzip", "zstd"]

LARGEST = 1 << 30
"""Bytes that a layer may unpack to."""


def comma_rows(numbers: NDArray[Any], between: bytes) -> bytes:
    """Whole numbers (h, w) with commas in each row and `between` the rows; orjson spells them fastest."""
    text = orjson.dumps(np.ascontiguousarray(numbers), option=orjson.OPT_SERIALIZE_NUMPY)
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("]"))[:-1].tolist()
    return between.join(text[start:end] for start, end in zip([2, *(end + 3 for end in ends)], ends, strict=False))


def packed(gids: Gids, packing: Packing) -> dict[str, Any]:
    """The keys of a layer in base64: `encoding`, `compression` unless plain, and `data`."""
    raw = np.ascontiguousarray(gids, "<u4").tobytes()
    data = base64.b64encode(_PACK[packing](raw)).decode("ascii")
    return {"encoding": "base64", "compression": "" if packing == "base64" else packing, "data": data}


def unpacked(text: str, compression: str, most: int = LARGEST) -> Gids:
    """The gids of a layer in base64; ValueError where it cannot be unpacked or grows beyond `most` bytes."""
    if compression not in _UNPACK:
        raise ValueError(f"compression '{compression}'; in Tiled, set Tile Layer Format to CSV or zlib")
    try:
        raw = _UNPACK[compression](base64.b64decode(text.strip(), validate=True), most)
    except GenerationError as error:
        raise ValueError(str(error)) from None
    except Exception as error:
        raise ValueError(f"layer data that cannot be unpacked: {error}") from None
    if len(raw) > most or len(raw) % 4:
        raise ValueError("layer data of the wrong size")
    return np.frombuffer(raw, "<u4")


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise GenerationError("zstd needs the package zstandard: pip install 'levelgen[zstd]'") from None
    return zstandard


def _inflated(raw: bytes, most: int, bits: int) -> bytes:
    unpacker = zlib.decompressobj(bits)
    return unpacker.decompress(raw, most + 1)


_PACK: dict[str, Callable[[bytes], bytes]] = {
    "base64": bytes,
    "zlib": lambda raw: zlib.compress(raw, 9),
    "gzip": lambda raw: gzip.compress(raw, 9, mtime=0),
    "zstd": lambda raw: bytes(_zstandard().ZstdCompressor(level=19, write_content_size=True).compress(raw)),
}
_UNPACK: dict[str, Callable[[bytes, int], bytes]] = {
    "": lambda raw, most: raw,
    "zlib": lambda raw, most: _inflated(raw, most, 15),
    "gzip": lambda raw, most: _inflated(raw, most, 31),
    "zstd": lambda raw, most: bytes(_zstandard().ZstdDecompressor().stream_reader(raw).read(most + 1)),
}
