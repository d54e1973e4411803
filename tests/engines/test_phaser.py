"""Real Phaser in headless Chromium reads every level of configs/ as it was meant, and draws it."""

from __future__ import annotations

import base64
import http.server
import json
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from levelgen_exporters.picture import picture
from levelgen_exporters.tiled import tiled
from PIL import Image

from levelgen import BuiltLevel, generate, load_recipe
from levelgen.files import write_all
from tests.conftest import CONFIGS
from tests.engines import programs
from tests.engines.test_dialects import DIALECTS, NOT_READ, flipped

PAGE = Path(__file__).parent / "phaser.html"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip


def report(folder: Path, names: list[str], profile: Path) -> Any:
    """What the page says of the maps in a folder."""
    got: dict[str, Any] = {}
    ready = threading.Event()
    chromium, script = programs.chromium(), programs.phaser()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = Path(urlsplit(self.path).path).name
            file = {"": PAGE, "phaser.min.js": script}.get(name, folder / name)
            data = file.read_bytes() if file.is_file() else b""
            self.send_response(200 if data else 404)
            self.send_header(
                "Content-Type",
                {".js": "text/javascript", ".png": "image/png", ".html": "text/html"}.get(
                    file.suffix, "application/json"
                ),
            )
            self.end_headers()
            self.wfile.write(data)

        def do_POST(self) -> None:
            got.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            ready.set()

        def log_message(self, *words: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/?maps={','.join(names)}"
    browser = subprocess.Popen(
        [chromium, *FLAGS, f"--user-data-dir={profile}", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert ready.wait(90), "the page did not report"
    finally:
        browser.terminate()
        browser.wait()
        server.shutdown()
        server.server_close()
    return got


def write(built: BuiltLevel, folder: Path, **options: Any) -> None:
    files = tiled(built, **options)
    write_all({built.stem + name if name[0] in "._" else name: data for name, data in files.items()}, folder)


@pytest.fixture(scope="module")
def levels() -> dict[str, BuiltLevel]:
    return {path.stem: generate(load_recipe(path)) for path in CONFIGS}


@pytest.fixture(scope="module")
def read(levels: dict[str, BuiltLevel], tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("maps")
    for built in levels.values():
        write(built, folder)
    return report(folder, ["catacombs", *sorted(set(levels) - {"catacombs"})], tmp_path_factory.mktemp("profile"))


@pytest.mark.parametrize("name", [path.stem for path in CONFIGS])
def test_phaser_reads_what_was_meant(name: str, read: Any, levels: dict[str, BuiltLevel]) -> None:
    found, built = read["maps"][name], levels[name]
    assert "error" not in found
    assert (found["width"], found["height"]) == (built.tilemap.width, built.tilemap.height)
    assert [layer["name"] for layer in found["layers"]] == list(built.painted.layers)
    assert all(layer["drawn"] for layer in found["layers"])
    for layer in found["layers"]:
        assert layer["cells"] == built.painted.layers[layer["name"]].tolist()
    things = zip(built.tilemap.objects, built.painted.object_gids, strict=True)
    assert found["objects"] == [[thing.kind, thing.x * 16, (thing.y + 1) * 16, gid] for thing, gid in things]
    assert {p["name"]: p["value"] for p in found["properties"]}["seed"] == str(built.seed)


def test_phaser_warns_of_nothing(read: Any) -> None:
    assert read["warnings"] == []


def test_phaser_draws_the_level(read: Any, levels: dict[str, BuiltLevel]) -> None:
    """The corner of catacombs that the game's window shows, against our own picture of it."""
    shot = np.asarray(Image.open(BytesIO(base64.b64decode(read["shot"].split(",")[1]))).convert("RGB")).astype(int)
    ours = np.asarray(Image.open(BytesIO(picture(levels["catacombs"], objects=False)[".png"])).convert("RGBA"))
    ours = ours[: shot.shape[0], : shot.shape[1]]
    solid = ours[..., 3] == 255
    assert solid.mean() > 0.3
    assert np.abs(shot - ours[..., :3])[solid].max() <= 2


def test_phaser_takes_the_dialects_that_the_readme_says(tmp_path: Path, levels: dict[str, BuiltLevel]) -> None:
    """Every .tmj dialect: read to the last flip, or not at all, as `target: phaser` has it."""
    built = flipped(levels["caves"])
    engines: Callable[..., Any] = tiled
    allowed = engines.__levelgen_engines__["phaser"]  # type: ignore[attr-defined]
    dialects = {name: options for name, (kind, options) in DIALECTS.items() if kind == "tmj"}
    stems = {name: f"d{number}" for number, name in enumerate(dialects)}
    for name, options in dialects.items():
        write(replace(built, stem=stems[name]), tmp_path / "maps", **options)
    found = report(tmp_path / "maps", list(stems.values()), tmp_path / "profile")["maps"]
    height, width = built.tilemap.owner.shape
    for name, options in dialects.items():
        good = all(options.get(option, values[0]) in values for option, values in allowed.items())
        layers = found[stems[name]].get("layers", [])
        cells = {layer["name"]: [row[:width] for row in layer["cells"][:height]] for layer in layers}
        ids = {layer: (gids & 0x1FFFFFFF).tolist() for layer, gids in built.painted.layers.items()}
        assert (cells == ids) == good, name
    turned = found[stems[".tmj"]]["layers"][0]["turned"]
    gids = built.painted.layers["ground"].ravel()
    kinds = {
        (int(gid) >> 29, *turn)
        for gid, turn in zip(gids, [tuple(t) for row in turned for t in row], strict=True)
        if gid
    }
    assert len(kinds) == len({kind[0] for kind in kinds})
    assert not NOT_READ.get("phaser")
