"""How times are taken: side by side in one run, medians of five, told as ratios; computing, not waiting."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

RUNS = 5


@dataclass(frozen=True)
class Row:
    """A line of the table: what, how long, against what, and the ratio that is aimed at ("≤ 2" or "≥ 4")."""

    what: str
    took: str
    against: str = ""
    ratio: float | None = None
    aim: str = ""

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f} ×"
        missed = "" if self.holds else "  MISSED"
        return f"  {self.what:44} {self.took:>22} {self.against:>26} {ratio:>10} {self.aim:>8}{missed}"

    @property
    def holds(self) -> bool:
        """Is the aim reached? Where there is none, it is."""
        if self.ratio is None or not self.aim:
            return True
        sign, bound = self.aim.split()
        return self.ratio <= float(bound) if sign == "≤" else self.ratio >= float(bound)


def seconds(work: Callable[[], object]) -> float:
    """How long one call computes, in all threads: what else the machine does meanwhile is left out."""
    start = time.process_time()
    work()
    return time.process_time() - start


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float, float]:
    """Median seconds of both, and the median ratio of runs that followed each other, after one to warm up."""
    ours(), theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(RUNS)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs)


@dataclass(frozen=True)
class Run:
    """A whole process and its children: seconds on the clock, seconds of computing, megabytes of the largest."""

    clock: float
    computing: float
    megabytes: float


def process(*command: str) -> Run:
    """Run a command and measure it."""
    code = (
        "import resource, subprocess, sys, time; start = time.perf_counter()\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True)
    return Run(*map(float, done.stdout.split()[-3:]))


def levelgen(*arguments: str) -> tuple[str, ...]:
    """The command line of this levelgen."""
    return (sys.executable, "-m", "levelgen", *arguments)


def machine() -> str:
    """Processor, cores, system, Python."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        if info.exists()
        else []
    )
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{(names or [platform.machine()])[0]}, {os.cpu_count()} cores{load}, {platform.system()}, Python {platform.python_version()}"
