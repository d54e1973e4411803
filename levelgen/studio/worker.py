"""A worker: a process that reads recipes and makes levels for one page, and may be killed at any time.

Orders come in on standard input, one JSON object a line; answers go out on standard output, each with its length
(uint64, little-endian) before it, and a length of 0 behind the last of an order.
"""

from __future__ import annotations

import json
import os
import queue
import sys
from collections.abc import Iterator
from threading import Thread
from typing import IO

from levelgen.studio.orders import Order, answers


def _orders(lines: IO[bytes]) -> Iterator[Order]:
    """The orders as they come; ends the process when the studio is gone, also in the middle of a level."""
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        for line in lines:
            waiting.put(line)
        os._exit(0)

    Thread(target=read, daemon=True).start()
    while True:
        yield json.loads(waiting.get())


def main() -> None:
    """Serve until standard input ends; what plug-ins print goes to standard error."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for order in _orders(sys.stdin.buffer):
        for answer in answers(order):
            out.write(len(answer).to_bytes(8, "little"))
            out.write(answer)
            out.flush()
        out.write(bytes(8))
        out.flush()


if __name__ == "__main__":
    main()
