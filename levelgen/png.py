"""PNG files of mosaics, written band by band, so that a big picture never stands whole in memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from levelgen.mosaic import Mosaic, Pixels, bands

_INDEXED, _RGBA = 3, 6


def png(mosaic: Mosaic) -> bytes:
    """A PNG of eight bits a channel: with a palette where there are at most 256 colours, else RGBA.

    No chunk says when or by what it was made. Source: PNG (Third Edition), W3C 2025.
    """
    palette, stamps = _palette(mosaic.stamps)
    header = struct.pack(">IIBBBBB", *mosaic.size, 8, _INDEXED if palette else _RGBA, 0, 0, 0)
    data = b"".join(_compressed(stamps, mosaic.cells))
    return b"".join(
        [b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", header), *palette, _chunk(b"IDAT", data), _chunk(b"IEND", b"")]
    )


def _palette(stamps: Pixels) -> tuple[list[bytes], Pixels]:
    """The palette's chunks and the stamps as numbers in it; no chunks and the stamps themselves when too many."""
    flat = np.ascontiguousarray(stamps).view("<u4")[..., 0]
    colours, numbers = np.unique(flat, return_inverse=True)
    if len(colours) > 256:
        return [], stamps
    channels = colours.view(np.uint8).reshape(-1, 4)
    chunks = [_chunk(b"PLTE", channels[:, :3].tobytes()), _chunk(b"tRNS", channels[:, 3].tobytes())]
    return chunks, numbers.reshape(flat.shape).astype(np.uint8)


def _compressed(stamps: Pixels, cells: NDArray[np.int64]) -> Iterator[bytes]:
    """The lines of the picture, each behind the number of its filter, 0: none."""
    deflate = zlib.compressobj(6)
    for band in bands(stamps, cells):
        lines = band.reshape(len(band), -1)
        yield deflate.compress(np.pad(lines, ((0, 0), (1, 0))).tobytes())
    yield deflate.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
