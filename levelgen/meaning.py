"""What a file says, whatever its spelling: what two builds must agree on, however they are compressed."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

_UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, "zlib": zlib.decompress, "gzip": gzip.decompress}


def digest_of(name: str, data: bytes) -> str:
    """SHA-256 of what a file of this name means, in hexadecimal.

    JSON and XML by their values, tile layers in them unpacked; PNG by its pixels; NPZ by its arrays; all
    else by its bytes.
    """
    return digest(_PARTS.get(name.rpartition(".")[2].lower(), _bytes)(data))


def digest(parts: Iterable[bytes]) -> str:
    """SHA-256 of parts, each behind its length, in hexadecimal: where one ends and the next begins counts too."""
    known = sha256()
    for part in parts:
        known.update(len(part).to_bytes(8, "little"))
        known.update(part)
    return known.hexdigest()


def _bytes(data: bytes) -> Iterator[bytes]:
    yield data


def _json(data: bytes) -> Iterator[bytes]:
    yield json.dumps(_unpacked(json.loads(data)), sort_keys=True, separators=(",", ":")).encode()


def _unpacked(value: Any) -> Any:
    """The value with each packed layer, or chunk of one, as the list of its numbers."""
    if isinstance(value, list):
        return [_unpacked(inside) for inside in value]
    if not isinstance(value, dict):
        return value
    if value.get("encoding") == "base64":
        compression = value.get("compression", "")
        chunks = [{**chunk, "data": _numbers(chunk["data"], compression)} for chunk in value.get("chunks", ())]
        plain = {key: inside for key, inside in value.items() if key not in ("encoding", "compression")}
        return plain | {"chunks": chunks} if chunks else plain | {"data": _numbers(value["data"], compression)}
    return {key: _unpacked(inside) for key, inside in value.items() if key != "compressionlevel"}


def _numbers(text: str, compression: str) -> list[int]:
    raw = base64.b64decode(text)
    if compression == "zstd":
        import zstandard

        raw = zstandard.ZstdDecompressor().decompress(raw)
    else:
        raw = _UNPACK[compression](raw)
    numbers: list[int] = np.frombuffer(raw, "<u4").tolist()
    return numbers


def _xml(data: bytes) -> Iterator[bytes]:
    from defusedxml.ElementTree import fromstring

    return _elements(fromstring(data))


def _elements(element: Element) -> Iterator[bytes]:
    attributes = dict(element.attrib)
    if element.tag == "data":
        encoding, compression = attributes.pop("encoding", ""), attributes.pop("compression", "")
        for layer in (element, *element):
            layer.text = _plain_layer((layer.text or "").strip(), encoding, compression)
    yield json.dumps([element.tag, sorted(attributes.items()), (element.text or "").strip()]).encode()
    for inside in element:
        yield from _elements(inside)


def _plain_layer(text: str, encoding: str, compression: str) -> str:
    """The numbers of a layer, or chunk of one, with commas between them."""
    if not text or encoding == "":
        return text
    return "".join(text.split()) if encoding == "csv" else ",".join(map(str, _numbers(text, compression)))


def _pixels(data: bytes) -> Iterator[bytes]:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        yield repr(image.size).encode()
        yield image.convert("RGBA").tobytes()


def _arrays(data: bytes) -> Iterator[bytes]:
    with np.load(io.BytesIO(data)) as arrays:
        for name in sorted(arrays.files):
            array = arrays[name]
            yield f"{name} {array.dtype.str} {array.shape}".encode()
            yield array.tobytes()


_PARTS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "tmj": _json, "tsj": _json, "json": _json, "world": _json,
    "tmx": _xml, "tsx": _xml, "png": _pixels, "npz": _arrays,
}  # fmt: skip
