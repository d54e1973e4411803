"""Other programs that make a tree of the same size, each in a process of its own; how many times faster ours is.

Each text is Python that sets `work`, a function without arguments; it knows `side`. Those that are not
installed are skipped: `pip install labmaze rustworkx scipy networkx mazelib maze-dataset`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from tests.benchmarks.timing import RUNS, Row

_GRID = """
import numpy as np
rooms = np.arange(side * side).reshape(side, side)
u = np.concatenate([rooms[:, :-1].ravel(), rooms[:-1].ravel()])
v = np.concatenate([rooms[:, 1:].ravel(), rooms[1:].ravel()])
"""

OURS = """
from levelgen.graphs.grid import grid
from levelgen.rng import Stream
from levelgen.spanning_trees.kruskal import kruskal
work = lambda: kruskal(grid(Stream(0), rows=side, columns=side), Stream(1))
"""

PEERS = {
    "the text's Kruskal (plain Python)": ("≥ 50", """
import random
def root(above, v):
    while above[v] != v:
        above[v] = above[above[v]]
        v = above[v]
    return v
def work():
    walls = []
    for row in range(side):
        for column in range(side):
            room = row * side + column
            if column + 1 < side: walls.append((room, room + 1))
            if row + 1 < side: walls.append((room, room + side))
    for i in range(len(walls) - 1, 0, -1):
        j = random.randint(0, i)
        walls[i], walls[j] = walls[j], walls[i]
    above, opened = list(range(side * side)), []
    for u, v in walls:
        a, b = root(above, u), root(above, v)
        if a != b:
            above[a] = b
            opened.append((u, v))
    return opened
"""),
    "labmaze (C++)": ("≥ 4", """
import labmaze
work = lambda: labmaze.RandomMaze(height=2 * side + 1, width=2 * side + 1, max_rooms=0, simplify=False, random_seed=1)
"""),
    "scipy minimum_spanning_tree": ("", _GRID + """
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import minimum_spanning_tree
def work():
    lengths = np.random.random(len(u)) + 1
    return minimum_spanning_tree(coo_matrix((lengths, (u, v)), shape=(side * side, side * side)).tocsr())
"""),
    "rustworkx minimum_spanning_edges (Rust)": ("", _GRID + """
import rustworkx
def work():
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(side * side))
    graph.add_edges_from(list(zip(u.tolist(), v.tolist(), np.random.random(len(u)).tolist())))
    return rustworkx.minimum_spanning_edges(graph, weight_fn=float)
"""),
    "networkx minimum_spanning_edges": ("", _GRID + """
import networkx
def work():
    graph = networkx.Graph()
    graph.add_weighted_edges_from(zip(u.tolist(), v.tolist(), np.random.random(len(u)).tolist()))
    return list(networkx.minimum_spanning_edges(graph))
"""),
    "maze-dataset gen_dfs": ("", """
import numpy as np
from maze_dataset.generation import LatticeMazeGenerators
work = lambda: LatticeMazeGenerators.gen_dfs(np.array([side, side]))
"""),
    "mazelib Kruskal": ("", """
from mazelib.generate.Kruskal import Kruskal
work = lambda: Kruskal(side, side).generate()
"""),
}  # fmt: skip

_RUN = f"""
import sys, time, warnings
warnings.simplefilter("ignore")
side, text = int(sys.argv[1]), sys.argv[2]
names = {{"side": side}}
try:
    exec(text, names)
except ImportError as error:
    print("missing", error.name)
    raise SystemExit
times = []
while len(times) < {RUNS + 1} and sum(times) < 20:
    start = time.process_time()
    names["work"]()
    times.append(time.process_time() - start)
times = sorted(times[1:] or times)
print("took", times[len(times) // 2])
"""


def rows(side: int, most: float = 600) -> Iterator[Row]:
    _, ours = measured(OURS, side, most)
    for name, (aim, text) in PEERS.items():
        kind, value = measured(text, side, most)
        if kind == "took":
            took, own = float(value), float(ours)
            yield Row(name, f"{took:.2f} s", f"ours {own * 1000:.0f} ms", took / own, aim)
        else:
            yield Row(name, f"skipped: {kind} {value}")


def measured(text: str, side: int, most: float) -> tuple[str, str]:
    """`took` and seconds, the median after a first run; or why not."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", _RUN, str(side), text], capture_output=True, text=True, timeout=most
        )
    except subprocess.TimeoutExpired:
        return "more than", f"{most:.0f} s"
    if done.returncode:
        return "failed:", done.stderr.strip().splitlines()[-1][:60]
    kind, _, value = done.stdout.strip().rpartition("\n")[2].partition(" ")
    return kind, value
