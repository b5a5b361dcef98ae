"""What search wants to know of Ex*pion: how far ahead a side is, in hundredths of a marble."""

from typing import Any

from tabletier.games.expion import network
from tabletier.games.expion.board import AREA, BASE, EDGE, around, shift
from tabletier.games.expion.rules import QUIET_LIMIT, legal_moves, placed_by, taken_by
from tabletier.games.expion.rules.moves import (
    all_retreats,
    chameleon,
    goalkeeper,
    push_captures,
    step_captures,
    striking,
    ways,
)
from tabletier.games.expion.rules.readings import arriving
from tabletier.games.expion.state import (
    ANY_WAY,
    BY_COLOUR,
    PASS,
    WAY,
    State,
    Turn,
    decoded,
    owns_both,
    readings_of,
    turn_of,
    way_of,
)
from tabletier.games.kernel.bits import dot, lowest, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.skills import ALPHABETA, Skill, chances_by_lead

FORESIGHT = 40
"""No search looks further ahead than so many moves."""
LENGTH = 7
LEFT = 10
"""As if so many more quiet turns were allowed: a little of the lead is left at the limit."""

WEIGHTS = (100, 95, 32, 10, 5, 15, 1, 8, 3, 6, 3, -7, 12)
"""What each of the terms below counts."""


@compiled
def lane(expion: int, taken: int, special: int, direction: int, enemy_homes: int) -> int:
    """How near the Ex*pion is to the base in a direction, 7 at most; 0 if that way is shut."""
    cell, near = expion, LENGTH
    while cell & EDGE[direction] == 0:
        cell = shift(cell, direction)
        near -= 1
        if cell & (taken | special):
            return 0
    return 0 if cell & enemy_homes else near


@compiled
def terms(state: State, side: int) -> tuple[int, ...]:
    """What counts for a side, in the order of WEIGHTS."""
    board, special = state.board, state.table.special
    own = board.marbles[side] | board.marbles[side + 2]
    foe = board.marbles[side ^ 1] | board.marbles[side ^ 3]
    home, foe_home = board.homes[side], board.homes[side ^ 1]
    expion = 1 << board.expion
    empty = AREA & ~(own | foe | expion)
    beside = around(own)
    captors = own | expion if chameleon(expion, own, home) else own
    strikes = striking(foe, captors, home, side) & empty & (beside | home)
    if readings_of(state.table) & BY_COLOUR and owns_both(state.table.players, side):
        strikes = strikes_by_colour(state, side, captors & expion) & empty
    ready, soon, open_, pushers, rush = 0, 0, 0, 0, 0
    for direction in range(side ^ 1, 4, 2):
        near = lane(expion, own | foe, special, direction, foe_home)
        behind = shift(expion, direction ^ 2) & AREA
        if readings_of(state.table) & ANY_WAY:
            behind = around(expion) & ~shift(expion, direction)
        if behind & own:
            ready += near
            pushers += 1
            rush += near * near
        elif behind & empty & beside:
            soon += near
        else:
            open_ += near
    return (
        popcount(own),
        popcount(home),
        popcount(strikes),
        popcount(own & around(expion)),
        popcount(beside & empty),
        ready,
        rush,
        soon,
        open_,
        pushers,
        popcount(own & shift(own, 1)) + popcount(own & shift(own, 2)),
        popcount(home & foe),
        1 if state.cycle & 1 == side else 0,
    )


@compiled
def strikes_by_colour(state: State, side: int, helper: int) -> int:
    """EXPION-40. Where a marble may soon capture with one of its colour, or with the Ex*pion."""
    marbles, home = state.board.marbles, state.board.homes[side]
    foe, cells = marbles[side ^ 1] | marbles[side ^ 3], 0
    for colour in (side, side + 2):
        own, camp = marbles[colour], home & EDGE[colour]
        cells |= striking(foe, own | helper, camp, side) & (around(own) | camp)
    return cells


@compiled
def lead_by_hand(state: State) -> int:
    """Side 0's lead as the terms say, however quiet it has been."""
    return dot(WEIGHTS, terms(state, 0)) - dot(WEIGHTS, terms(state, 1))


@compiled
def evaluate(state: State) -> int:
    """Side 0's lead in hundredths of a marble."""
    lead = lead_by_hand(state)
    return lead if state.quiet <= QUIET_LIMIT - FORESIGHT else faded(lead, state.quiet)


def parameters_of(root: State) -> Any:
    """The network for a match like this one; None where the hand-made judgement is kept.

    Raises BadWeights.
    """
    return network.net_of(root) if network.fits(root) else None


@compiled
def learned(state: State, net: Any) -> int:
    """The same with what a network adds to it, which sees where every marble stands."""
    more, lead = network.judged(state, net), lead_by_hand(state)
    lead += -more if state.cycle & 1 else more
    return lead if state.quiet <= QUIET_LIMIT - FORESIGHT else faded(lead, state.quiet)


@compiled
def faded(lead: int, quiet: int) -> int:
    """EXPION-38. What is left of a lead when the limit on quiet turns, a draw, comes near."""
    size = abs(lead) * (QUIET_LIMIT + LEFT - quiet) // (FORESIGHT + LEFT)
    return size if lead > 0 else -size


@compiled
def age(state: State) -> int:
    """The quiet turns so far, once the limit comes into view."""
    return state.quiet if state.quiet >= QUIET_LIMIT - FORESIGHT else 0


@compiled
def loud_steps(turn: Turn, able: int, direction: int) -> int:
    """EXPION-23, EXPION-34. Marbles whose step in a direction captures or enters a base."""
    loud = step_captures(turn, able, direction)
    pusher = able & shift(turn.expion, direction ^ 2)
    if pusher and (turn.expion & EDGE[direction] or push_captures(turn, pusher, direction)):
        loud |= pusher
    return loud


@compiled
def loud_departures(state: State, turn: Turn) -> tuple[int, int, int]:
    """EXPION-12, EXPION-23. Camp marbles that capture by leaving by one, two and three cells."""
    captors = turn.friends
    if chameleon(turn.expion, turn.own | turn.twin, turn.camp):
        captors |= turn.expion
    cells = striking(turn.enemies, captors, turn.homes, turn.colour & 1)
    one, two, three = arriving(turn, cells)
    keeper = goalkeeper(state, turn)
    if keeper:
        forward = turn.colour ^ 2 if keeper & EDGE[turn.colour] else turn.colour
        if not push_captures(turn, keeper, forward):
            keeper = 0
    return one | keeper, two, three


@compiled
def is_loud(state: State, move: int) -> bool:
    """EXPION-23, EXPION-34. Whether a move captures or brings the Ex*pion into a base."""
    if move == PASS:
        return False
    deed = decoded(state, move)
    placed = placed_by(state.board, deed)
    return placed.expion >= BASE or taken_by(state, deed, placed) != 0


@compiled
def other_noisy_moves(state: State, moves: Any) -> int:
    """The same under other readings of the rule: the legal moves, sifted."""
    count = 0
    for k in range(legal_moves(state, moves)):
        if is_loud(state, moves[k]):
            moves[count] = moves[k]
            count += 1
    return count


@compiled
def noisy_moves(state: State, moves: Any) -> int:
    """Fills `moves` with the moves that capture or bring the Ex*pion into a base, ascending."""
    if readings_of(state.table):
        return other_noisy_moves(state, moves)
    place, count = state.cycle, 0
    turn = turn_of(state.table.players, state.board, place)
    back = all_retreats(state, turn)
    leaving = loud_departures(state, turn)
    for index in range(7):
        if index < 4:
            cells = loud_steps(turn, ways(state, turn, back, index), index)
        else:
            cells = leaving[index - 4]
        while cells:
            moves[count] = WAY * way_of(index, place) + lowest(cells)
            count += 1
            cells &= cells - 1
    return count


CALM = 10
"""So many quiet turns end a play-out."""
SPREAD = 250
"""The lead, in hundredths of a marble, at which the chances are e to 1."""
SKILLS = (
    Skill(ALPHABETA, simulations=500, horizon=1, blindness=0.6),
    Skill(ALPHABETA, simulations=1_000, horizon=2, blindness=0.48),
    Skill(ALPHABETA, simulations=4_000, horizon=3, blindness=0.41),
    Skill(ALPHABETA, simulations=8_000, horizon=4, blindness=0.34, learned=True),
    Skill(ALPHABETA, simulations=8_000, horizon=6, blindness=0.225, learned=True),
    Skill(ALPHABETA, simulations=8_000, horizon=8, blindness=0.14, learned=True),
    Skill(ALPHABETA, simulations=8_000, blindness=0.07, learned=True),
    Skill(ALPHABETA, simulations=8_000, learned=True, prunes=True),
    Skill(ALPHABETA, simulations=35_000, learned=True, prunes=True),
    Skill(ALPHABETA, simulations=150_000, learned=True, prunes=True),
    Skill(ALPHABETA, seconds=1.0, learned=True, prunes=True),
)
"""Each level overlooks less than the one below; from the eighth on nothing is overlooked, and each
looks at about four times as many positions. How far they are apart stands in docs/opponents.md.
From the fourth, which overlooks a move in three, to full strength it is further than from play at
random to the fourth, so that six stand between."""

__all__ = [
    "SKILLS",
    "SPREAD",
    "age",
    "evaluate",
    "judge",
    "learned",
    "network",
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
