"""The bytes of .tmx files; what their readers make of them stands in tests/engines/test_dialects.py."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from levelgen_exporters.tiled_data import unpacked
from levelgen_exporters.tmx import Encoding, tmx

from levelgen import BuiltLevel, generate
from levelgen.reading import parse_recipe

TEXT = "levelgen: 1\nseed: 5\ngraph: {grid: {rows: 1, columns: 3}}\nspanning_tree: kruskal\npasses: [start_exit]\n"
GOLDEN = """\
<tileset firstgid="1" source="levelgen.tsx"/>
<layer id="1" name="ground" width="7" height="3">
<data encoding="csv">
0,0,0,0,0,0,0,
0,1,1,1,1,1,0,
0,0,0,0,0,0,0
</data>
</layer>
<layer id="2" name="walls" width="7" height="3">
<data encoding="csv">
61,53,53,53,53,53,58,
59,0,0,0,0,0,29,
62,48,48,48,48,48,50
</data>
</layer>
<objectgroup id="3" name="marks">
<object id="1" name="start" type="start" gid="9" x="16" y="32" width="16" height="16">
<properties>
<property name="room" type="int" value="0"/>
</properties>
</object>
<object id="2" name="exit" type="exit" gid="10" x="80" y="32" width="16" height="16">
<properties>
<property name="room" type="int" value="2"/>
</properties>
</object>
</objectgroup>
</map>
"""


@pytest.fixture(scope="module")
def built() -> BuiltLevel:
    return generate(parse_recipe(TEXT, Path("row.yaml")))


def test_golden_bytes(built: BuiltLevel) -> None:
    files = tmx(built, tileset="external")
    assert files[".tmx"].startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" ')
    assert files[".tmx"].decode().endswith("</properties>\n" + GOLDEN)
    assert files["levelgen.tsx"].startswith(
        b'<?xml version="1.0" encoding="UTF-8"?>\n'
        b'<tileset version="1.10" tiledversion="1.10.2" name="levelgen" tilewidth="16" tileheight="16" '
    )


@pytest.mark.parametrize("encoding", ["base64", "zlib", "gzip", "zstd"])
def test_packed_layers_hold_the_same_tiles(encoding: Encoding, built: BuiltLevel) -> None:
    data = fromstring(tmx(built, encoding=encoding)[".tmx"]).findall("layer/data")
    found = [unpacked(layer.text, layer.attrib.get("compression", "")).tolist() for layer in data]
    assert found == [gids.ravel().tolist() for gids in built.painted.layers.values()]


def test_gzip_names_no_file_and_no_time(built: BuiltLevel) -> None:
    text = fromstring(tmx(built, encoding="gzip")[".tmx"]).find("layer/data").text
    assert base64.b64decode(text)[:8] == b"\x1f\x8b\x08\x00\0\0\0\0"
