"""The committed editor is what its script makes of the pinned packages."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.engines import programs

pytestmark = pytest.mark.studio

STUDIO = ROOT / "levelgen" / "studio"


def test_it_is_fresh(tmp_path: Path) -> None:
    programs.needs("node", shutil.which("npm"))
    subprocess.run([STUDIO / "bundle" / "build.sh", tmp_path / "codemirror.js"], check=True, timeout=300)
    assert (tmp_path / "codemirror.js").read_bytes() == (STUDIO / "page" / "codemirror.js").read_bytes()
