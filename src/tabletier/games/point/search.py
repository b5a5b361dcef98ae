"""What search wants to know of Point: who is nearest to a pure row, and rows that may be hidden.

The burden of a row is no rule, only an estimate. Its weights were fitted to the winners of some
thousand games between strong players: few unwanted pawns are good, but so are unwanted pawns that
stand close together and in few blocks, which one exchange can sweep away, and a short row.
"""

import math
from random import Random
from typing import Any

from tabletier.games.kernel.bits import lowest, pick, popcount, put
from tabletier.games.kernel.compiler import compiled, inlined, part
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.positions import seen
from tabletier.games.kernel.random import advance, scale, word
from tabletier.games.kernel.skills import Skill, chances_by_weight
from tabletier.games.point.cards import (
    CARD_BITS,
    FORMULAS,
    GIVE_SIZE,
    ONE_CARD,
    TAKE,
    TAKE_SIZE,
    amount,
    hand_less,
)
from tabletier.games.point.cards import table as constants
from tabletier.games.point.position.claims import KEYS
from tabletier.games.point.rules.choices import (
    DISCARD,
    DRAW_CARD,
    GO_ON,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
    distinct,
    nth_discard,
)
from tabletier.games.point.rules.exchange import places, pool_of, replaced, row_after
from tabletier.games.point.rules.setup import PATTERN_COUNT, PATTERNS
from tabletier.games.point.rules.turn import may_stop
from tabletier.games.point.shapes import Position, View
from tabletier.games.point.state import (
    DRAW,
    PURE,
    ROW,
    ROWS,
    START,
    TEAM_GOAL,
    TEAMS,
    USE,
    Row,
    Rows,
    State,
    own_pawns,
    partner,
    row_of,
    wanted,
)

IMPURE, PAWN, BLOCK, SPREAD, LENGTH = 10, 5, 5, 5, 2
"""What counts in a row that is not pure: each unwanted pawn, each block of them, each place from
the first to the last of them, each pawn of any colour. A turn takes off ten or so."""
SHORTAGE = 8
"""What each pawn counts that two partners lack (POINT-27)."""
NOTHING = -1
FAR_AWAY = 1 << 20


@part
def spread(bits: int) -> int:
    """How many places there are from the lowest bit set to the highest."""
    filled = bits
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> shift
    return popcount(filled) - popcount((bits & -bits) - 1)


@part
def burden(own: int, row: int, length: int) -> int:
    """How far a row, its own pawns and all its places, is from being pure; 0 if it is."""
    bad = row & ~own
    if bad == 0:
        return 0
    blocks = popcount(bad & ~(bad << 1))
    total = IMPURE + PAWN * popcount(bad) + BLOCK * blocks
    return total + SPREAD * spread(bad) + length * popcount(row)


@part
def burden_after(own: int, row: int, length: int, black: int, formula: int, place: int) -> int:
    """The burden of the row that is left when a formula was used at a place."""
    size, new_size = int(FORMULAS[formula, GIVE_SIZE]), int(FORMULAS[formula, TAKE_SIZE])
    full = (1 << new_size) - 1
    taken = int(FORMULAS[formula, TAKE])
    mine = replaced(own, place, size, taken if black else taken ^ full, new_size)
    return burden(mine, replaced(row, place, size, full, new_size), length)


@part
def length_weight(state: State, seat: int) -> int:
    """A short row is soon swept; two partners who need twelve pawns (POINT-27) want long ones."""
    if state.table.mode != TEAMS:
        return LENGTH
    return -LENGTH if wanted(state, seat) + wanted(state, partner(seat)) < TEAM_GOAL else 0


@compiled
def best_use(state: State, seat: int, hand: int, noise: int) -> tuple[int, int]:
    """The use of a card of a hand that leaves the least burden (NOTHING if none), and the burden.

    Among equals `noise`, 32 random bits, decides.
    """
    row, black = row_of(state.rows, seat), (state.colours >> seat) & 1
    own, every = own_pawns(state.colours, row, seat), row.black | row.white
    length, best, least = length_weight(state, seat), NOTHING, FAR_AWAY
    while hand:
        kind = (hand & ONE_CARD) - 1
        for formula in range(2 * kind, 2 * kind + 2):
            found = places(row, state.bank, formula)
            while found:
                place = lowest(found)
                left = 16 * burden_after(own, every, length, black, formula, place) + (noise & 15)
                noise = (noise >> 3) | ((noise & 7) << 29)
                if left < least:
                    best, least = PLACES * formula + place, left
                found &= found - 1
        hand >>= CARD_BITS
    return best, least >> 4


@part
def burden_of(state: State, seat: int) -> int:
    """The burden of a seat's row as it is."""
    row = row_of(state.rows, seat)
    own = own_pawns(state.colours, row, seat)
    return burden(own, row.black | row.white, length_weight(state, seat))


@compiled
def prospect(state: State, seat: int, hand: int) -> int:
    """The burden a seat will have when it has used a card of this hand; more if it cannot."""
    use, left = best_use(state, seat, hand, 0)
    now = burden_of(state, seat)
    return now + PAWN if use == NOTHING and now else min(left, now + PAWN)


@part
def shortage(state: State, seat: int) -> int:
    """POINT-27. What the pawns count that a seat and its partner lack for a victory."""
    return SHORTAGE * max(0, TEAM_GOAL - wanted(state, seat) - wanted(state, partner(seat)))


@compiled
def shared_prospect(state: State, hand: int, rest: int) -> int:
    """POINT-28. The prospects of two partners, if the seat in turn has one hand, the other this."""
    return prospect(state, state.turn, hand) + prospect(state, partner(state.turn), rest)


@inlined
def useful_regroups(state: State, moves: Any, start: int, count: int) -> int:
    """POINT-28. Of the regroupings in `moves` from `start`, about the best, if any is any good."""
    hands, pool = state.cards.hands, pool_of(state)
    now = shared_prospect(state, pick(hands, state.turn), pick(hands, partner(state.turn)))
    least = now
    for k in range(start, count):
        hand = moves[k] - REGROUP
        least = min(least, shared_prospect(state, hand, hand_less(pool, hand)))
    kept, limit = start, min(now - 1, least + PAWN)
    for k in range(start, count):
        hand = moves[k] - REGROUP
        if shared_prospect(state, hand, hand_less(pool, hand)) <= limit:
            moves[kept] = moves[k]
            kept += 1
    return kept


@inlined
def different_uses(state: State, moves: Any, count: int) -> int:
    """Of the uses in `moves`, those that leave different rows: within a block all are the same."""
    row, kept = row_of(state.rows, state.turn), 0
    for k in range(count):
        black, twin, earlier = black_after(row, moves[k]), False, kept - 1
        while earlier >= 0 and moves[earlier] // PLACES == moves[k] // PLACES:
            twin = twin or black_after(row, moves[earlier]) == black
            earlier -= 1
        if not twin:
            moves[kept] = moves[k]
            kept += 1
    return kept


@part
def black_after(row: Row, move: int) -> int:
    """The black pawns of a row after a use; of one formula, they tell what the row will be."""
    return row_after(row, (move >> 6) & 127, move & (PLACES - 1)).black


SPAN = 5
"""A play-out stops after so many cards were used."""
NOW, SOON, GROUND, TEMPO = 1.1, 1.5, 5.0, 0.15
"""Fitted to the winners of games: how steeply chances fall with the burden of a row and with what
the cards at hand can make of it, and what being in turn is worth."""
GAIN = 8
"""How much lighter a card left face up must make the row to be taken rather than a new one."""
SKILLS = (
    Skill(simulations=60, horizon=1, blindness=0.55, temper=0.15, guided=False),
    Skill(simulations=60, horizon=1, blindness=0.45, temper=0.1, guided=False),
    Skill(simulations=60, horizon=1, blindness=0.5, temper=0.2),
    Skill(simulations=100, horizon=2, blindness=0.41, temper=0.07),
    Skill(seconds=1.0),
)
"""Luck levels a good deal in Point and thinking longer soon helps no more, so that only what the
lower levels overlook makes each of them win about three games in ten against the next."""


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
    return view["phase"] == "rows"


def imagine(view: View, options: Options, random: Random) -> Position:
    """POINT-5. A position that a view allows: a row chosen in secret may be any row."""
    rows = []
    for row, chosen in zip(view["rows"], view["chosen"], strict=True):
        pawns = list("BBBBBBWWWWWW")
        random.shuffle(pawns)
        rows.append("".join(pawns) if chosen and row is None else row)
    known: Position = seen(KEYS, view)
    return {**known, "rows": rows}


@compiled
def reshuffle(state: State, seat: int, stream: int) -> State:
    """POINT-5. The state with every row that is secret to a seat chosen anew, as `imagine` does."""
    if state.phase != ROWS:
        return state
    rows = state.rows
    for other in range(len(rows.black)):
        if other != seat and pick(rows.black, other):
            stream = advance(stream)
            pattern = int(PATTERNS[scale(word(stream), PATTERN_COUNT)])
            rows = Rows(
                black=put(rows.black, other, pattern),
                white=put(rows.white, other, pattern ^ ((1 << ROW) - 1)),
            )
    return State(
        table=state.table,
        phase=state.phase,
        turn=state.turn,
        colours=state.colours,
        stopped=state.stopped,
        regrouped=state.regrouped,
        rows=rows,
        bank=state.bank,
        cards=state.cards,
    )
