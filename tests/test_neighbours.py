"""The eight neighbours as bits, against a look at each tile by itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from levelgen.neighbours import ALL, BLOB, CORNER_SET, CORNERS, EDGE_SET, EDGES, STEPS, masks, nearest

# The well-known list of the 47 masks, by these weights.
KNOWN = [0, 1, 4, 5, 7, 16, 17, 20, 21, 23, 28, 29, 31, 64, 65, 68, 69, 71, 80, 81, 84, 85, 87, 92, 93, 95, 112, 113,
         116, 117, 119, 124, 125, 127, 193, 197, 199, 209, 213, 215, 221, 223, 241, 245, 247, 253, 255]  # fmt: skip


def test_256_neighbourhoods_reduce_to_the_47() -> None:
    assert list(BLOB) == KNOWN
    assert (len(EDGE_SET), len(CORNER_SET)) == (16, 16)
    assert sorted({mask & EDGES for mask in range(256)}) == sorted(EDGE_SET)
    assert sorted({mask & CORNERS for mask in range(256)}) == sorted(CORNER_SET)
    assert EDGE_SET[:4] == (0, 1, 4, 5)
    assert CORNER_SET[:4] == (0, 2, 8, 10)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 2**32))
def test_masks_are_what_one_sees_tile_by_tile(height: int, width: int, seed: int) -> None:
    same = np.random.default_rng(seed).random((height, width)) < 0.6
    found = masks(np.pad(same, 1, mode="edge"))

    def there(x: int, y: int) -> bool:
        return bool(same[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])

    for y in range(height):
        for x in range(width):
            bits = [there(x + dx, y + dy) for dx, dy in STEPS]
            for corner in (1, 3, 5, 7):
                bits[corner] = bits[corner] and bits[corner - 1] and bits[(corner + 1) % 8]
            assert found[y, x] == sum(1 << bit for bit, is_same in enumerate(bits) if is_same)


def test_the_nearest_shape_keeps_edges_before_corners() -> None:
    assert nearest(ALL, (EDGES, ALL - 1)) == ALL - 1
    assert nearest(85, (0, 85 | 2, 21)) == 87
    assert nearest(0, (4, 1)) == 1
