"""Ctrl-C is heard while a kernel computes that draws nothing, and the command ends at once."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

pytest.importorskip("numba", reason="numba is not installed; get it by pip install 'levelgen[fast]'")
pytestmark = pytest.mark.large

ENDLESS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import numpy as np
from levelgen import cli, kernels

def endless(numbers, step):
    while numbers[0] >= 0:
        numbers[0] += step

def command(**_):
    kernels.run(endless, np.full(1 << 19, -1), 1)
    print("computing", flush=True)
    kernels.run(endless, np.zeros(1 << 19, np.int64), 0)

cli.command_line = lambda *_: command
cli.main()
"""


def test_ctrl_c_ends_a_kernel_that_draws_nothing() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "computing\n"
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted" in said
