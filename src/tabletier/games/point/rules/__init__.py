"""Point (Piatnik, about 1975). Rule numbers are those of docs/rules/point.en.md and point.fr.md."""

from typing import Any

from tabletier.games.kernel.bits import pick
from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import scale
from tabletier.games.point.cards import amount, empty_pile, full_pile, nth_kind
from tabletier.games.point.rules.choices import (
    DRAW_CARD,
    GO_ON,
    STOP,
    TAKE_OFFER,
    list_card,
    list_hand,
    list_regroups,
    nth_use,
    random_use,
    total,
    use_counts,
)
from tabletier.games.point.rules.exchange import may_regroup
from tabletier.games.point.rules.setup import PATTERN_COUNT, PATTERNS, prepare
from tabletier.games.point.rules.turn import act, drawn, may_stop, settle
from tabletier.games.point.state import (
    DRAW,
    FINISHED,
    HALF,
    LOTS,
    NO_CARD,
    PAWNS,
    PURE,
    RANDOM_ROWS,
    ROWS,
    SEATS,
    START,
    TEAMS,
    USE,
    Agreed,
    Bank,
    Cards,
    Rows,
    State,
    partner,
    row_of,
    side_of,
    unwanted,
    wanted,
    won_by,
)

MAX_MOVES = PATTERN_COUNT

REASONS = ("pure", "pile")
ONE_COLOUR, PILE_SPENT = 0, 1


@compiled
def initial(mode: int, random_rows: int, full_bank: int) -> State:
    """POINT-2, POINT-3, POINT-6, POINT-8. Before any row is laid out: all cards in the pile."""
    rest = PAWNS - HALF * pick(SEATS, mode) if full_bank else 0
    return State(
        table=Agreed(mode=mode, random_rows=random_rows, full_bank=full_bank),
        phase=RANDOM_ROWS if random_rows else ROWS,
        turn=0,
        colours=0,
        stopped=0,
        regrouped=0,
        rows=Rows(black=(0, 0, 0, 0), white=(0, 0, 0, 0)),
        bank=Bank(black=rest, white=rest),
        cards=Cards(
            hands=(0, 0, 0, 0), pile=full_pile(), used=empty_pile(), offer=NO_CARD, rebuilds=0
        ),
    )


@compiled
def to_move(state: State) -> int:
    """The seat that must decide, CHANCE or OVER."""
    if state.phase == ROWS or (state.phase >= START and state.phase < FINISHED):
        return state.turn
    return OVER if state.phase == FINISHED else CHANCE


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """POINT-4, POINT-17, POINT-19, POINT-28, POINT-30. Fills `moves`, ascending."""
    count = 0
    if state.phase == USE:
        count = list_hand(state, moves)
        return list_regroups(state, moves, count) if may_regroup(state) else count
    if state.phase == ROWS:
        for k in range(PATTERN_COUNT):
            moves[k] = int(PATTERNS[k])
        return PATTERN_COUNT
    if state.phase == START:
        moves[0] = DRAW_CARD
        count = 1
        if may_stop(state, state.turn):
            moves[count] = STOP
            count += 1
        if state.cards.offer != NO_CARD:
            row = row_of(state.rows, state.turn)
            count = list_card(row, state.bank, state.cards.offer, TAKE_OFFER, moves, count)
    elif state.phase == PURE:
        moves[0], moves[1] = STOP, GO_ON
        count = 2
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal move that 32 random bits stand for, without listing the others."""
    if state.phase == USE:
        return random_use(state, word)
    if state.phase == ROWS:
        return int(PATTERNS[scale(word, PATTERN_COUNT)])
    if state.phase == PURE:
        return STOP + scale(word, 2)
    row, offer = row_of(state.rows, state.turn), state.cards.offer + 1
    simple, counted = 2 if may_stop(state, state.turn) else 1, use_counts(row, state.bank, offer)
    number = scale(word, simple + total(counted))
    if number < simple:
        return DRAW_CARD + number
    return TAKE_OFFER + nth_use(row, state.bank, offer, counted, number - simple)


@compiled
def tickets(state: State) -> int:
    """POINT-9, POINT-6, POINT-7. How many equally likely outcomes the coming draw has."""
    if state.phase == RANDOM_ROWS:
        return PATTERN_COUNT
    return pick(SEATS, state.table.mode) if state.phase == LOTS else amount(state.cards.pile)


@compiled
def chance(state: State, ticket: int) -> int:
    """POINT-9, POINT-6, POINT-7. The row, the card or the starting seat that a ticket draws."""
    if state.phase == RANDOM_ROWS:
        return int(PATTERNS[ticket])
    return ticket if state.phase == LOTS else nth_kind(state.cards.pile, ticket)


@compiled
def apply(state: State, move: int) -> State:
    """The match after a move out of `legal_moves` or a draw out of `chance`."""
    if state.phase == DRAW:
        return drawn(state, move)
    after = act(state, move) if state.phase > DRAW else prepare(state, move)
    return settle(after) if after.phase > FINISHED else after


@compiled
def outcome(state: State) -> tuple[int, int]:
    """POINT-21, POINT-23. The winning seats, one bit each (0: a draw), and how it was decided."""
    winners = pure_side(state)
    return (winners, ONE_COLOUR) if winners else (nearest_side(state), PILE_SPENT)


@inlined
def pure_side(state: State) -> int:
    """POINT-21, POINT-27. The side with its own colour only, 0 if there is none."""
    mode = state.table.mode
    for seat in range(pick(SEATS, mode)):
        row, other = row_of(state.rows, seat), row_of(state.rows, partner(seat))
        if won_by(mode, state.colours, row, other, seat):
            return side_of(mode, seat)
    return 0


@inlined
def nearest_side(state: State) -> int:
    """POINT-23. The side with the fewest wrong pawns, then the most right ones; 0 if shared."""
    nearest, best = 0, -1
    for seat in range(pick(SEATS, state.table.mode)):
        side, nearness = side_of(state.table.mode, seat), nearness_of(state, seat)
        if nearness > best:
            nearest, best = side, nearness
        elif nearness == best and side != nearest:
            nearest = 0
    return nearest


@inlined
def nearness_of(state: State, seat: int) -> int:
    """POINT-23. How near a side is: one wrong pawn less outweighs all the right ones there are."""
    wrong, right = unwanted(state, seat), wanted(state, seat)
    if state.table.mode == TEAMS:
        wrong += unwanted(state, partner(seat))
        right += wanted(state, partner(seat))
    return 2 * PAWNS * (2 * PAWNS - wrong) + right
