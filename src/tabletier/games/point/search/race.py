"""How far rows of Point are from one colour, with the cards at hand: what play-outs go by.

The burden of a row is no rule, only an estimate. Its weights were fitted to the winners of some
thousand games between strong players: few unwanted pawns are good, but so are unwanted pawns that
stand close together and in few blocks, which one exchange can sweep away, and a short row.
"""

from typing import Any

from tabletier.games.kernel.bits import lowest, popcount
from tabletier.games.kernel.compiler import compiled, inlined, part
from tabletier.games.kernel.tuples import pick
from tabletier.games.point.cards import (
    CARD_BITS,
    FORMULAS,
    GIVE_SIZE,
    ONE_CARD,
    TAKE,
    TAKE_SIZE,
    hand_less,
)
from tabletier.games.point.rules.choices import PLACES, REGROUP
from tabletier.games.point.rules.exchange import places, pool_of, replaced, row_after
from tabletier.games.point.state import (
    TEAM_GOAL,
    TEAMS,
    Row,
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
