"""Alpha-beta search for games of two sides without chance. A generic source: see `specialise`.

Principal variation search with a table of positions, killer steps, the history heuristic
(Schaeffer) and later steps searched less deeply first; at the leaves noisy steps are followed until
nothing noisy is left. `evaluate`, `learned`, `noisy_moves` and `age` come from the game's
heuristics; `net` is what `learned` is told of a match (`parameters_of`), such as a network.

Values are seen from the side to move. A chain of steps counts as one move. Any number of seats may
take turns in any order: the sign turns when the side does.

A position that has occurred before, in the match or on the line searched, counts as a draw. A
search may overlook moves, as people do: see `noticed`. The strongest leave lines out that look
decided: see `alphabeta_pruning.py`.
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
from tabletier.search.alphabeta_pruning import (
    MANY,
    NONE,
    after_waiting,
    enough,
    is_narrow,
    is_quiet,
    later,
    learn_from,
    may_wait_out,
    unknown,
)

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        REPEATS,
        age,
        apply,
        evaluate,
        learned,
        legal_moves,
        may_wait,
        noisy_moves,
        outcome,
        passed,
        repetition_key,
        to_move,
        unfinished,
    )

START = 88172645463325252


@compiled
def hash_of(state: Any) -> int:
    """A number for a position: the same exactly where the rules see a repetition."""
    hashed = START
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
def judged(state: Any, side: int, work: Any, net: Any) -> int:
    """What a position seems to be worth to a side before anything is searched."""
    lead = learned(state, net) if work.learned else evaluate(state)
    return int(-lead if side else lead)


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
        standing = judged(state, side, work, net)
        count = noisy_moves(state, moves) if work.settles else 0
        if count == 0 or ply >= PLIES - 2:
            return standing
        if may_wait(state, count, work.moves[SPARE]):
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
    score = work.scores[ply, k]
    less = later(k, score, depth) if work.prunes else reduction(k, score, depth, work)
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
    few: int,
    depth: int,
    low: int,
    beta: int,
    ply: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> tuple[int, int]:
    """The best of the steps laid out for this ply and its value; a refutation ends the search.

    After `few` steps the quiet ones that are left are not tried, unless all so far are proven lost.
    """
    side, moves, scores = work.sides[to_move(state)], work.moves[ply], work.scores[ply]
    best, chosen = -BEYOND, 0
    for k in range(count):
        pick_next(moves, scores, k, count)
        if k >= few and is_quiet(scores[k]) and best > -CERTAIN:
            best = max(best, low)
            break
        value = try_step(state, k, depth, low, beta, ply, work, table, net, stop)
        if work.halted:
            break
        if value > best:
            best, chosen = value, moves[k]
        low = max(low, best)
        if low >= beta:
            note_refutation(moves[k], side, depth, ply, work)
            if work.prunes:
                learn_from(k, side, depth, ply, work)
            break
    return chosen, best


@inlined
def can_wait(
    state: Any,
    depth: int,
    beta: int,
    ply: int,
    work: Any,
    table: Any,
    net: Any,
    stop: Any,
) -> bool:
    """Whether the side to move is above beta even if it leaves its move to the other."""
    side, after = work.sides[to_move(state)], passed(state)
    who = to_move(after)
    if who < 0 or work.sides[who] == side:
        return False
    before, work.waited = work.waited, ply + 1
    left = after_waiting(depth)
    value = -explore(after, left, -beta, 1 - beta, ply + 1, work, table, net, stop)
    work.waited = before
    return bool(value >= beta and work.halted == 0)


@inlined
def promising(
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
    """After how many steps no more quiet ones are worth trying; NONE: it is above beta anyway."""
    few = MANY
    if is_narrow(alpha, beta):
        standing = judged(state, work.sides[to_move(state)], work, net)
        few = enough(standing, alpha, beta, depth, work.spread)
        if few != NONE and may_wait_out(standing, beta, depth, ply, work):
            held = can_wait(state, depth, beta, ply, work, table, net, stop)
            few = NONE if held else few
    return few


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
    few = MANY
    if work.prunes and not chained:
        few = promising(state, depth, alpha, beta, ply, work, table, net, stop)
        if few == NONE:
            return beta
        depth -= unknown(entry, depth)
    moves = work.moves[ply]
    count = legal_moves(state, moves)
    if work.blind:
        count = noticed(moves, count, noisy_moves(state, work.moves[SPARE]), hashed, ply, work)
    rate(state, side, entry & STEP_MASK if entry != NOTHING else -1, count, ply, work)
    enter(work, hashed, ply, 1)
    step, best = best_step(state, count, few, depth, alpha, beta, ply, work, table, net, stop)
    enter(work, hashed, ply, -1)
    if work.halted == 0 and not chained:
        remember(table, key, entry_for(best, alpha, beta, depth, step, ply))
    return best
