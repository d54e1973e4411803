"""The site, built strictly: no warning, no link to nothing, a page for every plug-in and a picture of every one to see."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from levelgen.plugins import registry
from levelgen.reading.table import KEYS
from tests.conftest import ROOT

pytest.importorskip("material", reason="the extra `docs` is not installed")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", ROOT / "docs/mkdocs.yml", "-d", folder]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def test_no_link_leads_nowhere(site: Path) -> None:
    """Neither between pages nor to a place in one, nor to a picture; links to other sites are not followed."""
    dead = []
    pages = sorted(page for page in site.rglob("*.html") if page.name != "404.html")
    for page in pages:
        for link in re.findall(r'(?:href|src)="([^"]+)"', page.read_text("utf-8")):
            path, anchor = urldefrag(unescape(link))
            if re.match(r"\w+:|//", link):
                continue
            target = (page.parent / unquote(path)).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (anchor and f'id="{anchor}"' not in target.read_text("utf-8")):
                dead.append(f"{page.relative_to(site)}: {link}")
    assert dead == []
    assert len(pages) > 25


def test_every_plugin_and_key_has_its_entry(site: Path) -> None:
    for entry in registry():
        assert f'id="{entry.name}"' in (site / f"reference/{entry.kind}/index.html").read_text("utf-8"), entry
    recipe = (site / "reference/recipe/index.html").read_text("utf-8")
    assert [key for key in KEYS if f'id="{key}"' not in recipe] == []


@pytest.mark.parametrize("kind", ["spanning_trees", "passes", "tiles"])
def test_every_plugin_that_can_be_seen_is_shown(kind: str, site: Path) -> None:
    page = (site / f"gallery/{kind}/index.html").read_text("utf-8")
    for name in registry().names(kind):
        assert f"{kind}-{name}-0.png" in page
        assert (site / f"gallery/{kind}-{name}-0.png").read_bytes().startswith(b"\x89PNG")
