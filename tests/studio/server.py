"""A running `levelgen studio`, as a user starts it."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.conftest import CONFIGS


class Studio(NamedTuple):
    """Where it is: `address` with its token, `folder` with its recipes; `process` is it."""

    address: str
    folder: Path
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.address.split(":")[2].split("/")[0])

    @property
    def token(self) -> str:
        return self.address.split("/")[3]

    def drop_connections(self) -> None:
        """Cut the server's connections as a network would: by the sockets themselves, which are taken from it."""
        holder = os.pidfd_open(self.process.pid)
        for link in Path(f"/proc/{self.process.pid}/fd").iterdir():
            if str(link.readlink()).startswith("socket:"):
                taken = ctypes.CDLL(None, use_errno=True).syscall(438, holder, int(link.name), 0)
                with socket.socket(fileno=taken) as copy, suppress(OSError):
                    copy.getpeername()
                    copy.shutdown(socket.SHUT_RDWR)
        os.close(holder)


@contextmanager
def running(folder: Path, *options: object) -> Iterator[Studio]:
    """The studio of a folder, to which the recipes of configs/ are copied; its end is Ctrl-C's, with code 0."""
    for path in CONFIGS:
        shutil.copy(path, folder)
    command = [sys.executable, "-m", "levelgen", "studio", str(folder), "--no-browser", *map(str, options)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        line = process.stdout.readline()
        try:
            found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]+/", line)
            assert found, line + process.stderr.read()
            yield Studio(found[0], folder, process)
        finally:
            if process.poll() is None:
                process.send_signal(2)
            try:
                code = process.wait(10)
            finally:
                process.kill()
            said = process.stderr.read()
    assert code == 0, said
    assert said == "", said
