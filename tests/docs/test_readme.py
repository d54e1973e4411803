"""The README's links lead somewhere."""

from __future__ import annotations

import re

from tests.conftest import ROOT


def test_every_link_of_the_readme_leads_somewhere() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith(("http", "#"))]
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []
