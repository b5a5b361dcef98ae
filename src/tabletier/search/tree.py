"""Monte-Carlo tree search over any game, with chance, any number of sides, and proven wins.

A generic source: see `kernel/specialise.py`; each game brings `judge`, or `estimate` too, beside
its verbs. Kocsis and Szepesvári's UCT with a value per side; chance nodes draw a ticket and follow
it; wins that no reply can change are proven on the way back (Winands, Björnsson and Saito's
MCTS-Solver). A position that came up before, in the match or on the way, counts as a draw: whoever
is ahead will not go back to it.

A simulation descends the tree by selection, expands the leaf it comes to, simulates the rest of
the match, and backs the value up. The tree is flat arrays; node 0 is the root, and the children of
a node lie side by side from `first`.
"""

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, digest, scale, seeded, word
from tabletier.search.tree_settings import (
    NO_POSITION,
    NO_STEP,
    TreeSettings,
    came_up,
    noticed,
)

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        MAX_MOVES,
        REPEATS,
        apply,
        chance,
        estimate,
        judge,
        legal_moves,
        outcome,
        policy_step,
        random_step,
        repetition_key,
        shortlist,
        tickets,
        to_move,
        unfinished,
    )

ROOT = 0
UNKNOWN = 0
BY_CHANCE = -1
DEEPEST = 2048
HOPELESS = 100.0


class Tree(NamedTuple):
    """N nodes for S sides."""

    visits: Any
    """int32[N]"""
    total: Any
    """float64[N, S]: the values of all visits added up, per side."""
    first: Any
    """int32[N]: the first child."""
    count: Any
    """int32[N]: how many children; 0 before it is opened."""
    move: Any
    """int64[N]: the step, or the draw, that leads here."""
    side: Any
    """int8[N]: the side to move, BY_CHANCE if none."""
    proven: Any
    """int8[N]: 1 + the side that wins whatever the others do, UNKNOWN otherwise."""
    used: Any
    """int64[1]: how many nodes are in use."""


@compiled
def final(state: Any, sides: Any, value: Any) -> None:
    """The value of a finished match: 1 for the winning side, equal shares for a draw."""
    seats = outcome(state)[0]
    value[:] = 1.0 / len(value) if seats == 0 else 0.0
    for seat in range(len(sides)):
        if (seats >> seat) & 1:
            value[sides[seat]] = 1.0


@compiled
def draws(state: Any, moves: Any) -> int:
    """Fills `moves` with everything chance may draw here, each once; says how many."""
    count = 0
    for ticket in range(tickets(state)):
        drawn, known = chance(state, ticket), False
        for k in range(count):
            known = known or moves[k] == drawn
        if not known:
            moves[count] = drawn
            count += 1
    return count


@compiled
def expand(
    tree: Tree, node: int, depth: int, state: Any, sides: Any, settings: TreeSettings, moves: Any
) -> bool:
    """Lay out a node's children; False when the tree is full."""
    who, before, natural = to_move(state), int(tree.move[node]), NO_STEP
    if settings.blindness > 0.0 and settings.guided and who != CHANCE:
        natural = policy_step(state, word(seeded(settings.mood ^ before)), moves)
    count = draws(state, moves) if who == CHANCE else legal_moves(state, moves)
    if (settings.guided or settings.judged) and who != CHANCE:
        count = shortlist(state, moves, count)
    if settings.blindness > 0.0 and who != CHANCE:
        count = noticed(moves, count, settings, depth, before, natural)
    start = tree.used[0]
    if start + count > len(tree.visits):
        return False
    for k in range(count):
        child = start + k
        tree.move[child], tree.visits[child], tree.count[child] = moves[k], 0, 0
        tree.proven[child] = UNKNOWN
        tree.total[child] = 0.0
    tree.used[0] = start + count
    tree.first[node], tree.count[node] = start, count
    tree.side[node] = BY_CHANCE if who == CHANCE else sides[who]
    return True


@compiled
def select(tree: Tree, node: int, settings: TreeSettings) -> int:
    """The child that the side to move tries next: good so far, or not tried enough."""
    side, start = tree.side[node], tree.first[node]
    reach = settings.exploration * math.sqrt(math.log(tree.visits[node] + 1.0))
    untried = tree.total[node, side] / max(1, tree.visits[node]) - settings.doubt + reach
    best, highest = int(start), -math.inf
    for child in range(start, start + tree.count[node]):
        visits, proven, score = tree.visits[child], tree.proven[child], untried
        if visits:
            part = 1.0 / visits
            score = part * tree.total[child, side] + reach * math.sqrt(part)
        if proven == side + 1:
            score += HOPELESS
        elif proven != UNKNOWN:
            score -= HOPELESS
        if score > highest:
            best, highest = child, score
    return best


@compiled
def drawn_child(tree: Tree, node: int, drawn: int) -> int:
    """The child that stands for what chance drew."""
    child = tree.first[node]
    while tree.move[child] != drawn:
        child += 1
    return int(child)


@compiled
def position_of(state: Any) -> int:
    """A number for a position that may come up again; NO_POSITION in the middle of a move."""
    if REPEATS and not unfinished(state):
        return digest(repetition_key(state))
    return NO_POSITION


@compiled
def grows(
    tree: Tree, node: int, depth: int, state: Any, sides: Any, settings: TreeSettings, moves: Any
) -> bool:
    """Whether a node without children gets them now: it was visited enough, and there is room."""
    young = node != ROOT and tree.visits[node] < settings.patience
    if young or depth >= settings.horizon or to_move(state) == OVER:
        return False
    return expand(tree, node, depth, state, sides, settings, moves)


@compiled
def is_repeated(past: Any, trail: Any, depth: int) -> bool:
    """Whether the position at the end of the trail came up before."""
    return REPEATS and depth > 0 and came_up(past, trail, depth)


@inlined
def descend(
    root: Any,
    tree: Tree,
    sides: Any,
    settings: TreeSettings,
    past: Any,
    path: Any,
    trail: Any,
    moves: Any,
    stream: int,
) -> tuple[Any, int, int]:
    """Follow the tree to a leaf or a repetition: its state, its depth, the generator's new state.

    Fills `path` with the nodes and `trail` with the positions on the way.
    """
    state, node, depth = root, ROOT, 0
    path[0], trail[0] = ROOT, position_of(root)
    while not is_repeated(past, trail, depth) and (
        tree.count[node] > 0 or grows(tree, node, depth, state, sides, settings, moves)
    ):
        if tree.side[node] == BY_CHANCE:
            stream = advance(stream)
            node = drawn_child(tree, node, chance(state, scale(word(stream), tickets(state))))
        else:
            node = select(tree, node, settings)
        state = apply(state, tree.move[node])
        depth += 1
        path[depth], trail[depth] = node, position_of(state)
    return state, depth, stream


@inlined
def simulate(
    root: Any, state: Any, settings: TreeSettings, stream: int, sides: Any, value: Any, moves: Any
) -> int:
    """Play to the end, or to where the game says it can judge; fills `value`."""
    going_on = True
    while going_on:
        who = to_move(state)
        if who == OVER:
            final(state, sides, value)
            going_on = False
        elif (settings.judged and judge(root, state, value)) or (
            settings.learned and estimate(root, state, value)
        ):
            going_on = False
        else:
            stream = advance(stream)
            if who == CHANCE:
                step = chance(state, scale(word(stream), tickets(state)))
            elif settings.guided:
                step = policy_step(state, word(stream), moves)
            else:
                step = random_step(state, word(stream), moves)
            state = apply(state, step)
    return stream


@compiled
def prove(tree: Tree, node: int, value: Any) -> None:
    """Note who has won where the match is over."""
    for side in range(len(value)):
        if value[side] == 1.0:
            tree.proven[node] = side + 1


@compiled
def proof_at(tree: Tree, node: int) -> int:
    """What the children prove: the mover has a won one, or all are won by the same side."""
    side, start = tree.side[node], tree.first[node]
    common = tree.proven[start]
    for child in range(start, start + tree.count[node]):
        if side != BY_CHANCE and tree.proven[child] == side + 1:
            return int(side + 1)
        if tree.proven[child] != common:
            common = UNKNOWN
    return int(common)


@compiled
def back_up(tree: Tree, path: Any, depth: int, value: Any) -> None:
    """Add a value to every node of the path, and carry a proof upwards as far as it goes."""
    proving = tree.proven[path[depth]] != UNKNOWN
    for level in range(depth, -1, -1):
        node = path[level]
        tree.visits[node] += 1
        for side in range(len(value)):
            tree.total[node, side] += value[side]
        if proving and level < depth:
            tree.proven[node] = proof_at(tree, node)
            proving = tree.proven[node] != UNKNOWN


@compiled
def search(
    root: Any, tree: Tree, sides: Any, settings: TreeSettings, past: Any, count: int, stream: int
) -> int:
    """Run `count` simulations from `root` (fewer once it is proven); the generator's new state.

    `sides` is int64[seats]: the side of each seat; `past` is int64[positions of the match so far].
    """
    value = np.empty(tree.total.shape[1])
    moves = np.empty(MAX_MOVES, np.int64)
    path, trail = np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64)
    for _ in range(count):
        if tree.proven[ROOT] != UNKNOWN:
            break
        state, depth, stream = descend(
            root, tree, sides, settings, past, path, trail, moves, stream
        )
        if is_repeated(past, trail, depth):
            value[:] = 1.0 / len(value)
        elif to_move(state) == OVER:
            final(state, sides, value)
            prove(tree, path[depth], value)
        else:
            stream = simulate(root, state, settings, stream, sides, value, moves)
        back_up(tree, path, depth, value)
    return stream
