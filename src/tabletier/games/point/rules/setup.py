"""Before the first turn of Point: rows, cards and lots (POINT-4 to POINT-9)."""

from tabletier.games.kernel.bits import pick, put
from tabletier.games.kernel.compiler import inlined
from tabletier.games.point.cards import hand_size
from tabletier.games.point.cards import table as constants
from tabletier.games.point.rules.turn import to_hand
from tabletier.games.point.state import (
    DEAL,
    DUEL,
    HALF,
    HAND,
    LOTS,
    OPENING,
    ROW,
    SEATS,
    THREE,
    Rows,
    State,
    partner,
    with_cards,
)

# POINT-4. Every row of six black and six white pawns, as patterns, ascending.
PATTERNS = constants([bits for bits in range(1 << ROW) if bits.bit_count() == HALF])
PATTERN_COUNT = len(PATTERNS)


@inlined
def prepare(state: State, move: int) -> State:
    """POINT-5, POINT-6, POINT-7. A row is laid out, a card is dealt, or lots are drawn."""
    if state.phase == DEAL:
        return dealt(state, move)
    if state.phase == LOTS:
        return lots_drawn(state, move)
    return row_laid(state, move)


@inlined
def row_laid(state: State, pattern: int) -> State:
    """POINT-4, POINT-5. A row is laid out; after the last one the cards are dealt."""
    seat, seats = state.turn, pick(SEATS, state.table.mode)
    rows = Rows(
        black=put(state.rows.black, seat, pattern),
        white=put(state.rows.white, seat, pattern ^ ((1 << ROW) - 1)),
    )
    turn, phase = 0, state.phase
    while turn < seats and pick(rows.black, turn):
        turn += 1
    if turn == seats:
        turn, phase = 0, DEAL
    return State(
        table=state.table,
        phase=phase,
        turn=turn,
        colours=0,
        stopped=0,
        regrouped=0,
        rows=rows,
        bank=state.bank,
        cards=state.cards,
    )


@inlined
def dealt(state: State, kind: int) -> State:
    """POINT-6. A card is dealt; when every seat has three, lots are drawn."""
    cards, turn, phase = to_hand(state.cards, state.turn, kind), state.turn, DEAL
    if hand_size(pick(cards.hands, turn)) == HAND:
        turn += 1
    if turn == pick(SEATS, state.table.mode):
        turn, phase = 0, LOTS
    return with_cards(state, phase, turn, cards)


@inlined
def lots_drawn(state: State, seat: int) -> State:
    """POINT-7, POINT-24, POINT-25. The seat that starts collects black; colours alternate."""
    mode, colours = state.table.mode, 1 << seat
    if mode == THREE:
        colours = 0b111
    elif mode != DUEL:
        colours |= 1 << partner(seat)
    return State(
        table=state.table,
        phase=OPENING,
        turn=seat,
        colours=colours,
        stopped=0,
        regrouped=0,
        rows=state.rows,
        bank=state.bank,
        cards=state.cards,
    )
