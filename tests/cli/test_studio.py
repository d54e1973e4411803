"""`levelgen studio` where it cannot begin."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = "import sys; sys.modules['{}'] = None; sys.argv = ['levelgen', 'studio', '.']; from levelgen.cli import main; main()"


@pytest.mark.parametrize("library", ["starlette", "uvicorn", "watchfiles"])
def test_without_the_extra_it_says_what_to_install(library: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT.format(library)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"studio: needs {library}")
    assert done.stderr.endswith("install it by: pip install 'levelgen[studio]'\n")
    assert done.stderr.count("\n") == 1
