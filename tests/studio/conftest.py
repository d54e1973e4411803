"""The studio's page in headless Chromium, and the pictures that its tests leave."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.engines import programs
from tests.studio.server import Studio, running

PICTURES = Path(os.environ.get("LEVELGEN_SCREENSHOTS", ROOT / "build" / "screenshots"))
FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update"]  # fmt: skip

Page = Any
Open = Callable[..., Page]


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    folder = tmp_path / "project"
    folder.mkdir()
    with running(folder) as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=programs.chromium(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any, studio: Studio) -> Iterator[Open]:
    """Open a recipe's page and wait for its level; whatever goes wrong in the page fails the test at its end."""
    pages: list[Page] = []
    faults: list[str] = []

    def go(recipe: str = "caves.yaml", width: int = 1280, scheme: str = "light") -> Page:
        size = {"width": width, "height": 800 if width < 1600 else 1080}
        page = browser.new_page(viewport=size, color_scheme=scheme, accept_downloads=True)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: message.type == "error" and faults.append(message.text))
        page.goto(f"{studio.address}#{recipe}")
        page.wait_for_selector("#status[data-shown]")
        pages.append(page)
        return page

    yield go
    for page in pages:
        page.close()
    assert [fault for fault in faults if "WebSocket connection" not in fault] == []
