"""The C reference, compiled on the spot."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path


@cache
def library() -> ctypes.CDLL:
    """`reference.c` as a library: kruskal(side), growing_tree(side, which)."""
    folder = tempfile.mkdtemp()
    built = Path(folder) / "reference.so"
    source = Path(__file__).with_name("reference.c")
    subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(built), str(source)], check=True)
    return ctypes.CDLL(str(built))


def kruskal(side: int) -> int:
    """A tree of side × side rooms by Kruskal; how many walls were opened."""
    return int(library().kruskal(side))


def growing_tree(side: int, which: int) -> int:
    """By the growing tree: 0 the latest room, 1 any, 2 half of each."""
    return int(library().growing_tree(side, which))
