"""What search wants to know of Point: who is nearest to a pure row, and rows that may be hidden."""

import math
from random import Random
from typing import Any

from tabletier.games.kernel.chances import chances_by_weight
from tabletier.games.kernel.compiler import compiled, inlined, part
from tabletier.games.kernel.contract import Options, Position, View
from tabletier.games.kernel.positions import seen
from tabletier.games.kernel.random import scale
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.tuples import pick
from tabletier.games.point.cards import amount
from tabletier.games.point.cards import table as constants
from tabletier.games.point.position.claims import KEYS
from tabletier.games.point.rules.choices import (
    DISCARD,
    DRAW_CARD,
    GO_ON,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
    distinct,
    nth_discard,
)
from tabletier.games.point.rules.setup import PATTERN_COUNT, PATTERNS
from tabletier.games.point.rules.turn import may_stop
from tabletier.games.point.search.race import (
    NOTHING,
    best_use,
    burden_of,
    different_uses,
    prospect,
    shortage,
    useful_regroups,
)
from tabletier.games.point.state import (
    DRAW,
    PURE,
    ROW,
    ROWS,
    START,
    TEAM_GOAL,
    TEAMS,
    USE,
    State,
    partner,
    wanted,
)

SPAN = 5
"""A play-out stops after so many cards were used."""
NOW, SOON, GROUND, TEMPO = 1.1, 1.5, 5.0, 0.15
"""Fitted to the winners of games: how steeply chances fall with the burden of a row and with what
the cards at hand can make of it, and what being in turn is worth."""
GAIN = 8
"""How much lighter a card left face up must make the row to be taken rather than a new one."""
SKILLS = (
    Skill(simulations=40, horizon=1, blindness=0.5, temper=0.3, guided=False),
    Skill(simulations=60, horizon=1, blindness=0.45, temper=0.12, guided=False),
    Skill(simulations=100, horizon=2, blindness=0.4, temper=0.1),
    Skill(simulations=200, horizon=4, blindness=0.3, temper=0.04),
    Skill(seconds=1.0),
)
"""Luck levels a good deal in Point and thinking longer soon helps no more, so that only what the
lower levels overlook makes each of them win about one game in four against the next."""


def blocks(pattern: int) -> int:
    """How many blocks of one colour a row is made of."""
    return 1 + ((pattern ^ (pattern >> 1)) & ((1 << (ROW - 1)) - 1)).bit_count()


def sensible(pattern: int) -> bool:
    """Whether a row promises more than most, whatever colour it will have to become.

    One colour holds both ends, with two pawns at least, and there are few blocks. In games
    between equals such rows won 53 to 55 %, rows of alternating pawns 38 %.
    """
    ends = {(pattern >> place) & 1 for place in (0, 1, ROW - 2, ROW - 1)}
    return len(ends) == 1 and blocks(pattern) <= 5


SENSIBLE_ROWS = constants([int(pattern) for pattern in PATTERNS if sensible(int(pattern))])


@inlined
def weight(state: State, seat: int) -> float:
    """How good the chances of a seat, or of it and its partner, are, compared with others'."""
    now, soon = burden_of(state, seat), prospect(state, seat, pick(state.cards.hands, seat))
    in_turn = state.turn == seat
    if state.table.mode == TEAMS:
        other = partner(seat)
        lack = shortage(state, seat)
        now += lack + burden_of(state, other)
        soon += lack + prospect(state, other, pick(state.cards.hands, other))
        in_turn = in_turn or state.turn == other
    steepness = NOW * math.log(now + GROUND) + SOON * math.log(soon + GROUND)
    return math.exp((TEMPO if in_turn else 0.0) - steepness)


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out may stop after a few cards; whoever has the lighter row will then be first."""
    before, now = root.cards, state.cards
    if state.phase != DRAW:
        return False
    if now.rebuilds == before.rebuilds and amount(now.used) < amount(before.used) + SPAN:
        return False
    for side in range(len(value)):
        value[side] = weight(state, side)
    chances_by_weight(value)
    return True


@compiled
def policy_step(state: State, word: int, moves: Any) -> int:
    """A step as a quick player would take it: always what leaves the lightest row."""
    if state.phase == ROWS:
        return int(PATTERNS[scale(word, PATTERN_COUNT)])
    if state.phase == PURE:
        return STOP if worth_stopping(state) else GO_ON
    if state.phase == START:
        return begin(state, word)
    hand = pick(state.cards.hands, state.turn)
    use, _ = best_use(state, state.turn, hand, word)
    return nth_discard(hand, scale(word, distinct(hand))) if use == NOTHING else USE_CARD + use


@part
def worth_stopping(state: State) -> bool:
    """POINT-30. A pure row is safe, unless the partner could hardly make up for its shortness."""
    return wanted(state, state.turn) + wanted(state, partner(state.turn)) >= TEAM_GOAL - 2


@inlined
def begin(state: State, word: int) -> int:
    """POINT-19, POINT-30. Stop, take the card left face up if it helps a good deal, or draw."""
    if may_stop(state, state.turn) and worth_stopping(state):
        return STOP
    use, left = best_use(state, state.turn, state.cards.offer + 1, word)
    _, otherwise = best_use(state, state.turn, pick(state.cards.hands, state.turn), word)
    helps = left <= otherwise and left + GAIN <= burden_of(state, state.turn)
    return TAKE_OFFER + use if use != NOTHING and helps else DRAW_CARD


@compiled
def shortlist(state: State, moves: Any, count: int) -> int:
    """The moves worth weighing: sensible rows, uses that differ, regroupings that help."""
    if state.phase == ROWS:
        for k in range(len(SENSIBLE_ROWS)):
            moves[k] = int(SENSIBLE_ROWS[k])
        return len(SENSIBLE_ROWS)
    if state.phase != USE:
        return count
    uses = 0
    while uses < count and moves[uses] < REGROUP:
        uses += 1
    kept = uses if moves[0] >= DISCARD else different_uses(state, moves, uses)
    for k in range(uses, count):
        moves[kept + k - uses] = moves[k]
    return useful_regroups(state, moves, kept, kept + count - uses) if count > uses else kept


def hidden(view: View) -> bool:
    """POINT-5. Rows are secret until all are chosen."""
    return bool(view["phase"] == "rows")


def imagine(view: View, options: Options, random: Random) -> Position:
    """POINT-5. A position that a view allows: a row chosen in secret may be any row."""
    rows = []
    for row, chosen in zip(view["rows"], view["chosen"], strict=True):
        pawns = list("BBBBBBWWWWWW")
        random.shuffle(pawns)
        rows.append("".join(pawns) if chosen and row is None else row)
    return {**seen(KEYS, view), "rows": rows}
