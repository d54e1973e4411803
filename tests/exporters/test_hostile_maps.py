"""Maps that claim too much, lie or never end: one clear line, exit code 2, within a second and 200 MB."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
import zstandard

TILESET: dict[str, Any] = {"firstgid": 1, "name": "t", "tilecount": 4, "tiles": [{"id": 0, "type": "floor"}]}
PLAIN = {"name": "a", "type": "tilelayer", "data": [1] * 4}
HEAD = '<map width="2" height="2" tilewidth="1" tileheight="1" orientation="orthogonal">'
BOMB = (
    '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in ("ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"))
    + "]><map>&i;</map>"
)


def tiled_map(*layers: Any, size: int = 2, tileset: Any = TILESET, **more: Any) -> str:
    grid = {"width": size, "height": size, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal"}
    return json.dumps({"type": "map", **grid, "tilesets": [tileset], "layers": layers, **more})


def packed_layer(side: int, compression: str) -> dict[str, Any]:
    raw = bytes(4 * side * side)
    data = zlib.compress(raw) if compression == "zlib" else zstandard.compress(raw)
    coded = base64.b64encode(data).decode()
    return {"name": "a", "type": "tilelayer", "encoding": "base64", "compression": compression, "data": coded}


def chunks(*places: tuple[int, int, int], data: Any = (1,)) -> dict[str, Any]:
    cut = [{"x": x, "y": x, "width": w, "height": h, "data": list(data)} for x, w, h in places]
    return {"name": "a", "type": "tilelayer", "chunks": cut}


HOSTILE = {
    "far_chunks.tmj": (tiled_map(chunks((0, 1, 1), (16000, 1, 1)), infinite=True), "a map of 16003 × 16003"),
    "negative_chunk.tmj": (tiled_map(chunks((0, 9, 9), (3, -1, -1)), infinite=True), "a chunk of -1 × -1"),
    "same_chunk.tmj": (tiled_map(chunks(*[(0, 2000, 2000)] * 100), infinite=True), "1 layers of"),
    "zlib.tmj": (tiled_map(packed_layer(8192, "zlib"), size=1 << 15), "a map of 32768 × 32768"),
    "zstd.tmj": (tiled_map(packed_layer(8192, "zstd"), size=8192), "a map of 8192 × 8192"),
    "longer.tmj": (tiled_map(packed_layer(8192, "zstd")), "layer data of the wrong size"),
    "layers.tmj": (tiled_map(*[packed_layer(2000, "zstd")] * 40, size=2000), "40 layers of 2000 × 2000"),
    "claim.tmj": (tiled_map(PLAIN, size=10**9), "a map of 1000000000"),
    "cut.tmj": (tiled_map({**PLAIN, "data": [1] * 3}), "has 3 tiles, the map 2 × 2"),
    "pipe.tmj": (tiled_map(PLAIN, tileset={"firstgid": 1, "source": "pipe.tsj"}), "tileset pipe.tsj is no file"),
    "device.tmj": (
        tiled_map(PLAIN, tileset={"firstgid": 1, "source": "/dev/zero"}),
        "tileset /dev/zero lies outside the project's folder",
    ),
    "gone.tmj": (tiled_map(PLAIN, tileset={"firstgid": 1, "source": "gone.tsx"}), "gone.tsx cannot be read"),
    "bomb_beside.tmj": (tiled_map(PLAIN, tileset={"firstgid": 1, "source": "bomb.tsx"}), "declares XML entities"),
    "many_tiles.tmj": (tiled_map(PLAIN, tileset={**TILESET, "tilecount": 10**9}), "tilesets of more than"),
    "below.tmj": (tiled_map(PLAIN, tileset={**TILESET, "tiles": [{"id": -3}]}), "below zero"),
    "first.tmj": (tiled_map(PLAIN, tileset={**TILESET, "firstgid": -7}), "below zero"),
    "flat.tmj": (tiled_map(PLAIN, tilewidth=0), "tiles of 0 × 16 pixels"),
    "deep.tmj": ('{"type":"map","layers":' + "[" * 100_000, "depth limit"),
    "bomb.tmx": (BOMB, "declares XML entities"),
    "deep.tmx": (HEAD + "<group>" * 50_000 + "</group>" * 50_000 + "</map>", "nested too deeply"),
    "empty.tmx": (HEAD + '<layer name="a"/></map>', "layer 'a' has no data"),
    "strange.tmx": ('<?xml version="1.0" encoding="foo"?><map/>', "unknown encoding"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_maps_end_in_one_line_and_cost_little(name: str, tmp_path: Path) -> None:
    text, said = HOSTILE[name]
    (tmp_path / name).write_text(text)
    (tmp_path / "bomb.tsx").write_text(BOMB)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.tsj")
    code, message, kilobytes, seconds = checked(tmp_path / name)
    assert (code, message.count("\n")) == (2, 1)
    assert said in message
    assert kilobytes < 200 * 1024
    assert seconds < 3  # a second on a machine that has nothing else to do


def test_ids_beyond_the_tile_count_are_read(tmp_path: Path) -> None:
    """A tileset of single images keeps its ids when one in the middle is removed."""
    tileset = {**TILESET, "tilecount": 1, "tiles": [{"id": 7, "type": "floor"}]}
    data = [8 if 1 <= at % 4 <= 2 and 1 <= at // 4 <= 2 else 0 for at in range(16)]
    (tmp_path / "gaps.tmj").write_text(tiled_map({**PLAIN, "data": data}, size=4, tileset=tileset))
    assert checked(tmp_path / "gaps.tmj")[:2] == (0, "")


def checked(path: Path) -> tuple[int, str, int, float]:
    """Exit code, what was said, the most memory in kB, and seconds of computing, of `levelgen check` alone."""
    code = (
        "import json, resource, subprocess, sys; done = subprocess.run(sys.argv[1:], capture_output=True, text=True, timeout=20);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([done.returncode, done.stderr, used.ru_maxrss, used.ru_utime + used.ru_stime]))"
    )
    command = [sys.executable, "-c", code, sys.executable, "-m", "levelgen", "check", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    status, message, kilobytes, seconds = json.loads(done.stdout)
    return status, message, kilobytes, seconds
