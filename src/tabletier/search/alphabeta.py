"""Alpha-beta search for games of two sides without chance. A generic source: see `specialise`.

Principal variation search with a table of positions, killer steps, the history heuristic
(Schaeffer) and later steps searched less deeply first; at the leaves noisy steps are followed until
nothing noisy is left. `evaluate`, `learned`, `noisy_moves` and `age` come from the game's
heuristics; `net` is what `learned` knows (see `games/kernel/network.py`).

Values are seen from the side to move. A chain of steps counts as one move. Any number of seats may
take turns in any order: the sign turns when the side does.

A position that has occurred before, in the match or on the line searched, counts as a draw. A
search may overlook moves, as people do: see `noticed`.
"""

from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import OVER
from tabletier.search.alphabeta_parts import (
    BEYOND,
    CERTAIN,
    HISTORY,
    KILLER,
    NOISY,
    NOTHING,
    PLIES,
    REMEMBERED,
    SEATS,
    SPARE,
    STEP_MASK,
    WIN,
    enter,
    entry_for,
    is_halted,
    is_repeated,
    known_value,
    note_refutation,
    noticed,
    pick_next,
    recall,
    reduction,
    remember,
    stirred,
)

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        REPEATS,
        age,
        apply,
        evaluate,
        learned,
        legal_moves,
        noisy_moves,
        outcome,
        repetition_key,
        to_move,
        unfinished,
    )

START = 88172645463325252
EASY = 4
"""A move without alternatives is searched only so deep."""


@compiled
def hash_of(state: Any) -> int:
    """A number for a position: the same exactly where the rules see a repetition."""
    hashed = 88172645463325252
    for part in repetition_key(state):
        hashed = stirred(hashed, part)
    return hashed


@compiled
def final(state: Any, side: int, ply: int, work: Any) -> int:
    """The value of a finished match to a side; a win is better the sooner it comes."""
    seats = outcome(state)[0]
    for seat in range(SEATS):
        if (seats >> seat) & 1:
            return WIN - ply if work.sides[seat] == side else ply - WIN
    return 0


@inlined
def rate(state: Any, side: int, first: int, count: int, ply: int, work: Any) -> None:
    """Score the steps: the remembered one, noisy ones, killers, then those often best elsewhere."""
    moves, scores, killers = work.moves[ply], work.scores[ply], work.killers[ply]
    spare = work.moves[SPARE]
    loud, noisy = noisy_moves(state, spare), 0
    for k in range(count):
        step = moves[k]
        score = work.history[side, step & (HISTORY - 1)]
        while noisy < loud and spare[noisy] < step:
            noisy += 1
        if step & STEP_MASK == first:
            score = REMEMBERED
        elif noisy < loud and spare[noisy] == step:
            score += NOISY
        elif step == killers[0] or step == killers[1]:
            score += KILLER
        scores[k] = score


@compiled
def quiesce(state: Any, alpha: int, beta: int, ply: int, work: Any, net: Any, stop: Any) -> int:
    """The value once nothing noisy is left to do.

    The side to move need not do anything noisy, unless a chain goes on or nothing else is legal.
    """
    side = work.sides[to_move(state)]
    if is_halted(work, stop):
        return 0
    moves, best = work.moves[ply], -BEYOND
    if unfinished(state):
        count = legal_moves(state, moves)
    else:
        lead = learned(state, net) if work.learned else evaluate(state)
        standing = -lead if side else lead
        count = noisy_moves(state, moves) if work.settles else 0
        if count == 0 or ply >= PLIES - 2:
            return standing
        if legal_moves(state, work.moves[SPARE]) > count:
            best = standing
    if work.blind:
        loud = noisy_moves(state, work.moves[SPARE])
        count = noticed(moves, count, loud, hash_of(state), ply, work)
    for k in range(count):
        if best >= beta or work.halted:
            break
        after = apply(state, moves[k])
        who = to_move(after)
        if who == OVER:
            value = final(after, side, ply + 1, work)
        elif work.sides[who] == side:
            value = quiesce(after, max(alpha, best), beta, ply + 1, work, net, stop)
        else:
            value = -quiesce(after, -beta, -max(alpha, best), ply + 1, work, net, stop)
        best = max(best, value)
    return best


@inlined
def value_after(
    after: Any,
    side: int,
    depth: int,
    low: int,
    high: int,
    ply: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> int:
    """The value, to the side that made the step, of the position after it."""
    who = to_move(after)
    if who == OVER:
        value = final(after, side, ply, work)
    elif work.sides[who] == side:
        value = explore(after, depth, low, high, ply, work, table, net, stop)
    else:
        value = -explore(after, depth, -high, -low, ply, work, table, net, stop)
    return value


@inlined
def try_step(
    state: Any,
    k: int,
    depth: int,
    low: int,
    beta: int,
    ply: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> int:
    """The value of the k-th step: the first in the whole window.

    A later one is only asked whether it is better than `low`: less deeply at first, then as deeply
    as the others, and then for its exact value, as long as it seems to be.
    """
    side, after = work.sides[to_move(state)], apply(state, work.moves[ply, k])
    left = depth if unfinished(after) else depth - 1
    less = reduction(k, work.scores[ply, k], depth, work)
    high = low + 1 if k else beta
    value, searching = 0, True
    while searching:
        value = value_after(after, side, left - less, low, high, ply + 1, work, table, net, stop)
        better = value > low and work.halted == 0
        if less > 0:
            searching, less = better, 0
        else:
            searching, high = better and value < beta and high < beta, beta
    return value


@inlined
def best_step(
    state: Any,
    count: int,
    depth: int,
    low: int,
    beta: int,
    ply: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> tuple[int, int]:
    """The best of the steps laid out for this ply and its value; a refutation ends the search."""
    side, moves, scores = work.sides[to_move(state)], work.moves[ply], work.scores[ply]
    best, chosen = -BEYOND, 0
    for k in range(count):
        pick_next(moves, scores, k, count)
        value = try_step(state, k, depth, low, beta, ply, work, table, net, stop)
        if work.halted:
            break
        if value > best:
            best, chosen = value, moves[k]
        low = max(low, best)
        if low >= beta:
            note_refutation(moves[k], side, depth, ply, work)
            break
    return chosen, best


@compiled
def explore(
    state: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> int:
    """The value of a position, searched `depth` moves deep; exact between alpha and beta."""
    chained = unfinished(state)
    if (depth <= 0 and not chained) or ply >= PLIES - 2:
        return quiesce(state, alpha, beta, ply, work, net, stop)
    side, hashed = work.sides[to_move(state)], hash_of(state)
    if REPEATS and not chained and is_repeated(work, hashed, ply):
        return int(-work.draw if side else work.draw)
    if is_halted(work, stop):
        return 0
    key = stirred(hashed, age(state))
    entry = NOTHING if chained else recall(table, key)
    known = known_value(entry, depth, alpha, beta, ply)
    if known != BEYOND:
        return known
    moves = work.moves[ply]
    count = legal_moves(state, moves)
    if work.blind:
        count = noticed(moves, count, noisy_moves(state, work.moves[SPARE]), hashed, ply, work)
    rate(state, side, entry & STEP_MASK if entry != NOTHING else -1, count, ply, work)
    enter(work, hashed, ply, 1)
    step, best = best_step(state, count, depth, alpha, beta, ply, work, table, net, stop)
    enter(work, hashed, ply, -1)
    if work.halted == 0 and not chained:
        remember(table, key, entry_for(best, alpha, beta, depth, step, ply))
    return best


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
    return value_after(after, side, depth - 1, low, high, ply, work, table, net, stop)


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

    `found` (int64[3, moves]) holds the order, then per move its value, exact if it is within
    `margin` of the best, and the positions visited for it.
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
        values[move] = value
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
