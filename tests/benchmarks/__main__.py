"""All benchmarks, one table: `python -m tests.benchmarks [SECTION ...] [--side N] [--picture FILE]`.

Times are compared within one run on one machine; ratios are medians of five runs that alternate. The unit
is plain C (`reference.c`), compiled on the spot. Never run by the tests: a busy machine measures nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks import archipelagos, builds, export, growth, peers, picture, trees
from tests.benchmarks.timing import Row, machine

SECTIONS: dict[str, Callable[[int], Iterator[Row]]] = {
    "trees": trees.rows,
    "peers": peers.rows,
    "builds": builds.rows,
    "exports": export.rows,
    "islands": archipelagos.rows,
    "growth": growth.rows,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--side", type=int, default=1000, help="rooms along the side of trees and builds")
    parser.add_argument("--picture", type=Path, help="draw the growth of trees into this .svg and do no more")
    asked = parser.parse_args()
    if unknown := set(asked.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    print(machine(), flush=True)
    if asked.picture:
        lines = {
            tree: [(n, each) for n, each, _ in growth.points(tree)] for tree in ("kruskal", "growing_tree", "wilson")
        }
        asked.picture.write_text(picture.growth(lines, machine()))
        return
    for name in asked.sections or SECTIONS:
        print(f"\n{name}, {asked.side} × {asked.side}" if name in ("trees", "peers", "builds") else f"\n{name}")
        for row in SECTIONS[name](asked.side):
            print(row, flush=True)


if __name__ == "__main__":
    main()
