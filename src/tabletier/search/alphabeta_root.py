"""Alpha-beta from the root: every move searched deeper and deeper. A generic source.

`deepen` is what a thread of an opponent or of an analysis runs. What happens further ahead stands
in `alphabeta.py`.
"""

from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.specialise import specialise
from tabletier.search.alphabeta_parts import BEYOND, CERTAIN, HISTORY, enter, stirred

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import GAME, apply, to_move

_search = specialise("tabletier.search.alphabeta", GAME)
hash_of, value_after, START = _search.hash_of, _search.value_after, _search.START
EASY = 4
"""A move without alternatives is searched only so deep."""


@compiled
def recount(past: Any, root: Any, work: Any) -> None:
    """Take in the positions of the match so far (rows of keys) and the one searched from."""
    work.played = 0
    for row in range(len(past)):
        hashed = START
        for part in past[row]:
            hashed = stirred(hashed, part)
        enter(work, hashed, 0, 1)
        work.played += 1
    enter(work, hash_of(root), 0, 1)


@compiled
def play_all(root: Any, steps: Any) -> tuple[Any, int]:
    """The state after a whole move, and how many steps that takes."""
    state, count = root, 0
    for step in steps:
        if step >= 0:
            state = apply(state, step)
            count += 1
    return state, count


@inlined
def value_at_root(
    root: Any,
    steps: Any,
    depth: int,
    low: int,
    high: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> int:
    """The value of a move at the root, to the side that makes it."""
    side = work.sides[to_move(root)]
    after, ply = play_all(root, steps)
    if to_move(after) == OVER:
        work.visited += 1
    return int(value_after(after, side, depth - 1, low, high, ply, work, table, net, stop))


@inlined
def search_root(
    root: Any,
    moves: Any,
    depth: int,
    margin: int,
    found: Any,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> bool:
    """Search every move at the root so deep, the best so far first; False when halted.

    `found` (int64[4, moves]) holds the order, then per move its value, exact if it is within
    `margin` of the best, the positions visited for it, and how deep it was searched at last.
    """
    order, values, visits = found[0], found[1], found[2]
    best = -BEYOND
    for k in range(len(order)):
        move, before = order[k], work.visited
        low, value, searching = max(best - margin, -BEYOND), 0, True
        high = low + 1 if k else BEYOND
        while searching:
            value = value_at_root(root, moves[move], depth, low, high, work, table, net, stop)
            searching = value > low and high < BEYOND and work.halted == 0
            high = BEYOND
        visits[move] += work.visited - before
        if work.halted:
            return False
        values[move], found[3, move] = value, depth
        if value > best:
            best = value
            bring_forward(order, k, 0)
    for k in range(2, len(order)):
        place = k
        while place > 1 and values[order[place - 1]] < values[order[k]]:
            place -= 1
        bring_forward(order, k, place)
    return True


@inlined
def bring_forward(order: Any, old: int, new: int) -> None:
    """Move one item of a list to an earlier place."""
    item = order[old]
    for place in range(old, new, -1):
        order[place] = order[place - 1]
    order[new] = item


@compiled
def deepen(
    root: Any,
    moves: Any,
    last: int,
    margin: int,
    found: Any,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> int:
    """Search deeper and deeper until something is proven or time is up; the depth reached.

    The first pass is always finished, so that there is something to choose from.
    """
    depth = 1
    while depth <= last and search_root(root, moves, depth, margin, found, work, table, net, stop):
        best = found[1, found[0, 0]]
        if best >= CERTAIN or best <= -CERTAIN or (len(moves) == 1 and depth >= EASY):
            return depth
        work.begun = 1
        for side in range(2):
            for step in range(HISTORY):
                work.history[side, step] >>= 1
        depth += 1 + work.ahead
    return depth - 1
