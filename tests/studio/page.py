"""What a person does and sees in the studio's page."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image


def canvas(page: Any) -> NDArray[np.uint8]:
    """What the map shows, in pixels."""
    return np.asarray(Image.open(BytesIO(page.locator("#map").screenshot())).convert("RGB"))


def shown(page: Any) -> int:
    """Which of the page's requests the level on the screen answers."""
    return int(page.get_attribute("#status", "data-shown"))


def settled(page: Any, before: int, seconds: int = 5) -> None:
    """Wait until the level of a later change is on the screen."""
    for _ in range(50 * seconds):
        if shown(page) > before:
            page.wait_for_timeout(150)
            return
        page.wait_for_timeout(20)
    pytest.fail(f"nothing new on the screen: {page.inner_text('#status')} {page.inner_text('#problems')}")


def put_cursor(page: Any, behind: str) -> None:
    """Set the cursor behind a piece of the text."""
    line = page.locator(".cm-line", has_text=behind).first
    text = line.inner_text()
    line.click()
    page.keyboard.press("Home")
    page.keyboard.press("Home")
    for _ in range(text.index(behind) + len(behind)):
        page.keyboard.press("ArrowRight")


def replace(page: Any, old: str, new: str) -> int:
    """Type over a piece of the text, as found; returns the level that was shown before."""
    before = shown(page)
    put_cursor(page, old)
    for _ in old:
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.insert_text(new)
    return before


def saved(page: Any) -> None:
    """Save by the keyboard, and wait until it is."""
    page.keyboard.press("Control+s")
    page.wait_for_selector("#unsaved", state="hidden")
    page.wait_for_timeout(300)
