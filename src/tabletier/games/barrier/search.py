"""What search wants to know of Barrier: how far ahead a side is, in hundredths of a pawn."""

from typing import Any

from tabletier.games.barrier.board import HALF, ROW, STRIDE, YELLOW, Ways, amount, pawns_of
from tabletier.games.barrier.finishing import (
    AHEAD,
    HASTE,
    HUNTER,
    NOBODY,
    ROOM,
    WEIGHT,
    hunt,
    plan_of,
)
from tabletier.games.barrier.rules import (
    DIRECTION,
    JUMP,
    fill,
    legal_moves,
    phase_of,
    sight,
    strength,
)
from tabletier.games.barrier.rules.moves import can, look, sources, southern
from tabletier.games.barrier.state import CHAIN, MANDATORY, MOVE, QUIET_LIMIT, State
from tabletier.games.kernel.bits import dot, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.skills import ALPHABETA, Skill, chances_by_lead

FORESIGHT = 40
"""No search looks further ahead than so many moves."""
ROW_4, ROW_5 = ROW << (3 * STRIDE), ROW << (4 * STRIDE)
NEARER = 5
"""What each move nearer to the limit is worth to the side with more pawns."""
FILE_A = sum(1 << (STRIDE * row) for row in range(6))
FILE_H = FILE_A << 7

WEIGHTS = (100, 179, 8, -6, 2, 10, -14, 13, -23, 46, 77, 18, 4, 30, 3, 1, 10)
"""What each of the terms below counts."""
EARLY = (108, 188, -6, -11, -12, -7, -13, -3, -35, 67, 129, 70, 4, 42, 8, -2, 8)
LATE = (91, 147, -5, 3, -5, 2, -41, 28, -34, 69, 74, -15, 5, 52, 0, 4, 8)
"""The same for the strongest, fitted to games that they played against themselves: with all pawns
on the board, and with none; in between so much of each (decision 0033)."""
ALL_PAWNS = 24
HUNTING = (100, 179, 0, 0, 0, 10, -14, 13, -23, 46, 77, 0, 1, 30, 3, 1, 10)
"""The same for a side that hunts the other's last pawns: it need not stay safe and at home."""
PRESSED = (*WEIGHTS[:11], 0, *WEIGHTS[12:])
"""The same for a side that looks for a fight: it does not mind to stand on a tile."""


@compiled
def gates(ways: Ways, side: int) -> tuple[int, int]:
    """The tiles from which a side can leave the barrier forward: near row, far row.

    Each tile leads there at once, or over one neighbour in its row.
    """
    if side == YELLOW:
        straight, west, east, near, far = ways[0], ways[7], ways[1], ROW_4, ROW_5
    else:
        straight, west, east, near, far = ways[4], ways[5], ways[3], ROW_5, ROW_4
    last = far & (straight | (west & ~FILE_A) | (east & ~FILE_H))
    last |= far & ((ways[2] & (last >> 1)) | (ways[6] & (last << 1)))
    if side == YELLOW:
        onto = (straight & (last >> 9)) | (east & (last >> 10)) | (west & (last >> 8))
    else:
        onto = (straight & (last << 9)) | (east & (last << 8)) | (west & (last << 10))
    first = near & onto
    first |= near & ((ways[2] & (first >> 1)) | (ways[6] & (first << 1)))
    return first, last


@compiled
def ahead(plane: tuple[int, int], side: int, rank: int) -> int:
    """How many cells of a set lie in a row, counted from the side's own first row."""
    row = rank if side == YELLOW else 7 - rank
    half = plane[0] if row < 4 else plane[1]
    return popcount((half >> (STRIDE * (row & 3))) & ROW)


@compiled
def terms(state: State, side: int) -> tuple[int, ...]:
    """What counts for a side, in the order of WEIGHTS."""
    pawns, ways = state.pawns, state.barrier.ways
    mine, crowned = pawns_of(pawns, side), pawns.crowned
    kings = mine[0] & crowned[0], mine[1] & crowned[1]
    men = mine[0] & ~crowned[0], mine[1] & ~crowned[1]
    first, last = gates(ways, side)
    middle = southern(men)
    near, far = (ROW_4, ROW_5) if side == YELLOW else (ROW_5, ROW_4)
    seen = look(pawns, side, mine)
    steps, jumps = 0, 0
    for direction in range(8):
        steps += amount(sources(seen, ways, direction, 0))
        jumps += amount(sources(seen, ways, direction, 1))
    return (
        amount(men),
        amount(kings),
        ahead(men, side, 0),
        ahead(men, side, 1),
        ahead(men, side, 2),
        popcount(middle & near & first),
        popcount(middle & near & ~first),
        popcount(middle & far & last),
        popcount(middle & far & ~last),
        ahead(men, side, 5),
        ahead(men, side, 6),
        popcount(kings[0] & ~ROW_4) + popcount(kings[1] & ~ROW),
        steps,
        jumps,
        popcount(first),
        popcount(last),
        1 if state.turn == side else 0,
    )


@compiled
def evaluate(state: State) -> int:
    """Yellow's lead in hundredths of a pawn."""
    yellow, colourless = terms(state, YELLOW), terms(state, 1 - YELLOW)
    return dot(WEIGHTS, yellow) - dot(WEIGHTS, colourless) + majority(state)


def parameters_of(root: State) -> Any:
    """What `learned` is told in a search that begins here: who hunts."""
    return plan_of(root)


@compiled
def learned(state: State, plan: Any) -> int:
    """The same lead as the strongest see it, with weights from games; they know how to finish."""
    return fitted(state) if plan[HUNTER] == NOBODY else hunted(state, plan)


@compiled
def fitted(state: State) -> int:
    """Yellow's lead with weights from games, which change as pawns leave the board."""
    yellow, colourless = terms(state, YELLOW), terms(state, 1 - YELLOW)
    left = yellow[0] + yellow[1] + colourless[0] + colourless[1]
    early = dot(EARLY, yellow) - dot(EARLY, colourless)
    late = dot(LATE, yellow) - dot(LATE, colourless)
    # rounded towards zero, so that both sides see the same
    lead = left * early + (ALL_PAWNS - left) * late
    return (lead // ALL_PAWNS if lead > 0 else -(-lead // ALL_PAWNS)) + majority(state)


@compiled
def hunted(state: State, plan: Any) -> int:
    """The same lead to a side that has to find the other's pawns: see `finishing`."""
    hunter, far_ahead = plan[HUNTER] - 1, plan[AHEAD]
    mine, theirs = terms(state, hunter), terms(state, 1 - hunter)
    lead = hunt(state, hunter, plan[WEIGHT]) - dot(WEIGHTS, theirs)
    lead += dot(HUNTING, mine) if far_ahead else dot(PRESSED, mine)
    if far_ahead:
        lead -= ROOM * (theirs[12] + theirs[13]) + HASTE * state.quiet
    lead = lead if hunter == YELLOW else -lead
    return lead if far_ahead else lead + majority(state)


@compiled
def majority(state: State) -> int:
    """BARRIER-28. What it is worth to have more pawns when the limit on quiet moves comes near."""
    near = state.quiet - (QUIET_LIMIT - FORESIGHT)
    if near <= 0:
        return 0
    yellow, colourless = strength(state.pawns, YELLOW), strength(state.pawns, 1 - YELLOW)
    return NEARER * near * ((yellow > colourless) - (yellow < colourless))


@compiled
def age(state: State) -> int:
    """The quiet moves so far, once the limit comes into view."""
    return state.quiet if state.quiet >= QUIET_LIMIT - FORESIGHT else 0


@compiled
def noisy_moves(state: State, moves: Any) -> int:
    """Fills `moves` with the jumps, ascending."""
    count = 0
    if state.phase != MOVE and state.phase != CHAIN:
        return count
    seen, ways = sight(state), state.barrier.ways
    for direction in range(8):
        base = DIRECTION * direction + JUMP
        low, high = sources(seen, ways, direction, 1)
        count = fill(moves, count, low, base)
        count = fill(moves, count, high, base + HALF)
    return count


@compiled
def may_wait(state: State, noisy: int, moves: Any) -> bool:
    """Whether some step takes nothing, where `noisy` jumps are possible."""
    if state.phase != MOVE:
        return bool(legal_moves(state, moves) > noisy)
    if noisy and state.table.capture == MANDATORY:
        return False
    return can(sight(state), state.barrier.ways, 0)


@compiled
def passed(state: State) -> State:
    """The position if the side to move could leave its move to the other; itself if it cannot."""
    turn = 1 - state.turn
    if state.phase != MOVE or state.quiet >= QUIET_LIMIT - 2:
        return state
    phase = phase_of(state.pawns, state.barrier.ways, turn, state.quiet, state.table.layout)
    if phase != MOVE:
        return state
    return State(
        table=state.table,
        phase=phase,
        turn=turn,
        pawns=state.pawns,
        barrier=state.barrier,
        chain=state.chain,
        quiet=state.quiet,
    )


CALM = 10
"""So many quiet moves end a play-out."""
SPREAD = 100
"""The lead, in hundredths of a pawn, at which the chances are e to 1."""
SKILLS = (
    Skill(ALPHABETA, simulations=500, horizon=1, blindness=0.2),
    Skill(ALPHABETA, simulations=1_000, horizon=2, blindness=0.23),
    Skill(ALPHABETA, simulations=4_000, horizon=4, blindness=0.16),
    Skill(ALPHABETA, simulations=10_000, horizon=6, blindness=0.1),
    Skill(ALPHABETA, simulations=1_000, learned=True, prunes=True),
    Skill(ALPHABETA, simulations=8_000, learned=True, prunes=True),
    Skill(ALPHABETA, simulations=60_000, learned=True, prunes=True),
    Skill(ALPHABETA, seconds=1.0, learned=True, prunes=True),
)
"""Up to the fourth, each level sees further than the one below. The fifth looks at few positions
and overlooks nothing; each of the next looks at about eight times as many. How far they are apart
stands in docs/opponents.md."""

__all__ = [
    "SKILLS",
    "SPREAD",
    "age",
    "evaluate",
    "judge",
    "learned",
    "noisy_moves",
    "parameters_of",
]


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out may stop when nothing has happened for a while; the lead then decides."""
    if state.quiet < CALM + root.quiet:
        return False
    chances_by_lead(value, evaluate(state), SPREAD)
    return True
