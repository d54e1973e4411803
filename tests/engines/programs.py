"""The real programs that read our maps: where they are, and how each runs.

`tests/engines/install.sh NAME` installs one. A program that is missing skips its tests with a line that says
so; in CI (the environment variable `CI`) it fails them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ENGINES = Path(os.environ.get("LEVELGEN_ENGINES", Path.home() / ".cache" / "levelgen-engines"))

Run = Callable[..., subprocess.CompletedProcess[str]]


def needs(name: str, found: object) -> None:
    """Skip, or fail in CI, when a program is missing."""
    if not found:
        message = f"{name} is not installed; get it by tests/engines/install.sh {name}"
        if os.environ.get("CI"):
            pytest.fail(message, pytrace=False)
        pytest.skip(message)


def run(command: list[object], timeout: float = 120, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program; nothing is asserted, as exit codes of engines say little."""
    words = [str(word) for word in command]
    return subprocess.run(words, env={**os.environ, **environment}, capture_output=True, text=True, timeout=timeout)


def tiled(program: str = "tiled") -> Run:
    """Tiled of the machine's own suite: `tiled` or `tmxrasterizer`."""
    needs("tiled", shutil.which(program))
    return lambda *words, **options: run([program, *words], QT_QPA_PLATFORM="offscreen", **options)


def tiled_new(program: str = "tiled") -> Run:
    """Tiled 1.11 or later, unpacked."""
    root = ENGINES / "tiled-new"
    needs("tiled-new", (root / ".done").exists())
    lib, runtime = root / "usr/lib/x86_64-linux-gnu", root / "tmp/runtime"
    runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = {"QT_QPA_PLATFORM": "offscreen", "QT_PLUGIN_PATH": f"{lib}/qt5/plugins", "XDG_RUNTIME_DIR": str(runtime)}
    start = [root / "usr/bin/ld.so", "--library-path", f"{lib}:{lib}/pulseaudio", root / "usr/bin" / program]
    return lambda *words, **options: run([*start, *words], **settings, **options)


def godot4(*, window: bool = False) -> Run:
    """Godot 4, headless, or on a virtual screen."""
    root = ENGINES / "godot4"
    needs("godot4", (root / ".done").exists())
    lib = root / "usr/lib/x86_64-linux-gnu"
    loader = [lib / "ld-linux-x86-64.so.2", "--library-path", f"{lib}:{lib}/pulseaudio", root / "usr/bin/godot"]
    screen = ["--display-driver", "x11", "--rendering-driver", "opengl3", "--rendering-method", "gl_compatibility"]
    start = ["xvfb-run", "-a", *loader, *screen] if window else [*loader, "--headless"]
    return lambda *words, **options: run([*start, *words], LIBGL_DRIVERS_PATH=f"{lib}/dri", **options)


def godot3() -> Run:
    """Godot 3's server."""
    needs("godot3", shutil.which("godot3-server"))
    return lambda *words, **options: run(["godot3-server", *words], **options)


def chromium() -> str:
    """The path of Chromium."""
    path = shutil.which("chromium")
    needs("chromium", path)
    return str(path)


def phaser() -> Path:
    """Phaser's script."""
    path = ENGINES / "phaser" / "phaser.min.js"
    needs("phaser", path.exists())
    return path


def yaml_language_server() -> Path:
    """The script of VS Code's YAML language server."""
    package = ENGINES / "yaml" / "node_modules" / "yaml-language-server"
    needs("yaml", package.exists())
    return package / "bin" / "yaml-language-server"


def versions() -> dict[str, str]:
    """What each program says of itself."""
    asked = {"tiled": tiled(), "tiled-new": tiled_new(), "godot4": godot4(), "godot3": godot3()}
    said = {name: program("--version") for name, program in asked.items()}
    found = {name: (done.stdout.strip() or done.stderr.strip()).splitlines()[-1] for name, done in said.items()}
    found["chromium"] = run([chromium(), "--version"]).stdout.strip()
    version = re.search(r'VERSION:"([^"]+)"', phaser().read_text("utf-8"))
    package = json.loads((yaml_language_server().parent.parent / "package.json").read_text("utf-8"))
    return {**found, "phaser": version[1] if version else "unknown", "yaml-language-server": package["version"]}


if __name__ == "__main__":
    for name, version in versions().items():
        print(f"{name}: {version}")
