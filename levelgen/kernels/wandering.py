"""Trees by random walks: Aldous and Broder's, Wilson's, and hunt and kill.

`state` holds where a walk stands, so that it can go on with the next words; walks of the first two
count their steps in state[0] and stop at `most`.
"""

from __future__ import annotations

from typing import Any

from levelgen.kernels.draw import below
from levelgen.kernels.grids import wall


def wander(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, most: int, reached: Any, state: Any, opened: Any
) -> bool:
    """Aldous and Broder: walk at random, open the wall by which each room is first entered.

    state: steps, room, walls opened.
    """
    while state[2] < len(opened) and state[0] < most:
        v = state[1]
        way = below(words, cursor, offsets[v + 1] - offsets[v])
        if way < 0:
            return False
        state[0] += 1
        i = offsets[v] + way
        state[1] = nodes[i]
        if reached[nodes[i]] == 0:
            reached[nodes[i]] = 1
            opened[state[2]] = edges[i]
            state[2] += 1
    return True


def erase_loops(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, most: int,
    reached: Any, leave: Any, state: Any, opened: Any,
) -> bool:  # fmt: skip
    """Wilson: from each room not yet reached walk at random to the tree, then open the walk without its loops.

    leave: the adjacency slot by which the walk last left each room; coming again overwrites it, which
    erases the loop. state: steps, room, walls opened, the room the walk began in.
    """
    while True:
        while reached[state[3]] != 0:
            state[3] += 1
            if state[3] == len(reached):
                return True
            state[1] = state[3]
        while reached[state[1]] == 0:
            v = state[1]
            way = below(words, cursor, offsets[v + 1] - offsets[v])
            if way < 0:
                return False
            if state[0] == most:
                return True
            state[0] += 1
            leave[v] = offsets[v] + way
            state[1] = nodes[leave[v]]
        v = state[3]
        while reached[v] == 0:
            reached[v] = 1
            opened[state[2]] = edges[leave[v]]
            state[2] += 1
            v = nodes[leave[v]]


def erase_loops_on_grid(
    words: Any, cursor: Any, width: int, rooms: int, most: int, steps: Any, places: Any, state: Any, opened: Any
) -> bool:
    """The same on a grid (see `levelgen.kernels.grids`), where it takes a quarter of the time.

    steps: how far a way leads, −width, −1, 1, width. places: uint8, all that is to know of a place, so that
    a step looks up no more than that: bits 0 to 3, the ways there are; 16, reached, as the border is;
    bits 5 and 6, the way by which the walk last left. state: as above, in places.
    """
    while True:
        while places[state[3]] & 16 != 0:
            state[3] += 1
            if state[3] == len(places):
                return True
            state[1] = state[3]
        if not walk_on_grid(words, cursor, most, steps, places, state):
            return False
        if state[0] >= most:
            return True
        v = state[3]
        while places[v] & 16 == 0:
            w = v + steps[places[v] >> 5]
            places[v] |= 16
            opened[state[2]] = wall(v, w, width, rooms)
            state[2] += 1
            v = w


def walk_on_grid(words: Any, cursor: Any, most: int, steps: Any, places: Any, state: Any) -> bool:
    """Walk until a reached place or for `most` steps; False when the words run out.

    Where there are four ways a word that is not to be used is a step to nowhere, which is faster than to
    find out: nobody can foresee every second one.
    """
    at, v, taken = cursor[0], state[1], state[0]
    here = int(places[v])
    while here & 16 == 0 and taken < most and at < len(words):
        word = words[at]
        at += 1
        if here & 15 == 15:
            way, go = (word >> 29) & 3, 1 - (word >> 31)
        else:
            way, go = way_of(here & 15, word)
        places[v] = here & 15 | way << 5
        v += go * steps[way]
        taken += go
        here = int(places[v])
    cursor[0], state[1], state[0] = at, v, taken
    return here & 16 != 0 or taken >= most


def way_of(ways: int, word: int) -> tuple[int, int]:
    """One of fewer than four ways by a word, and 1, or 0 when the word is not to be used."""
    count = (ways & 1) + (ways >> 1 & 1) + (ways >> 2 & 1) + (ways >> 3)
    choice = word >> (31 if count == 1 else 30)
    for way in range(4):
        if ways >> way & 1 == 1:
            if choice == 0:
                return way, 1
            choice -= 1
    return 0, 0


def hunt(
    words: Any, cursor: Any, offsets: Any, nodes: Any, edges: Any, order: Any, reached: Any, state: Any, opened: Any
) -> bool:
    """Hunt and kill: walk into new rooms until stuck, then go on from the first new room in `order`.

    Every room of `order` but the first has a neighbour before it, so that one is always reached and the
    hunt never has to look back. state: place in `order`, room, walls opened.
    """
    while True:
        v = state[1]
        going = 0 if reached[v] != 0 else 1
        ways = 0
        for i in range(offsets[v], offsets[v + 1]):
            ways += 1 if reached[nodes[i]] == going else 0
        if ways == 0:
            while reached[order[state[0]]] != 0:
                state[0] += 1
                if state[0] == len(order):
                    return True
            state[1] = order[state[0]]
            continue
        way = below(words, cursor, ways)
        if way < 0:
            return False
        i = offsets[v]
        while way > 0 or reached[nodes[i]] != going:
            way -= 1 if reached[nodes[i]] == going else 0
            i += 1
        opened[state[2]] = edges[i]
        state[2] += 1
        if going == 0:
            state[1] = nodes[i]
            reached[nodes[i]] = 1
        else:
            reached[v] = 1
