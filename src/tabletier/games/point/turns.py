"""From turn to turn: whose turn it is, the card left face up, the pile and its rebuilding."""

from tabletier.games.kernel.compiler import inlined, part
from tabletier.games.kernel.tuples import pick
from tabletier.games.point.exchange import count_places
from tabletier.games.point.piles import empty_pile, with_card
from tabletier.games.point.state import (
    CAP,
    DRAW,
    FETCH,
    FINISHED,
    NO_CARD,
    PASSED,
    SEATS,
    START,
    TEAMS,
    Cards,
    State,
    has_stopped,
    partner,
    pure,
    row_of,
)


@inlined
def next_seat(state: State) -> int:
    """POINT-7, POINT-30. The next seat clockwise that has not stopped."""
    seats = pick(SEATS, state.table.mode)
    seat = 0 if state.turn + 1 == seats else state.turn + 1
    while has_stopped(state, seat):
        seat = 0 if seat + 1 == seats else seat + 1
    return seat


@part
def may_stop(state: State, seat: int) -> bool:
    """POINT-30, POINT-32. Whether a seat may stop: its row is pure and its partner plays on."""
    if state.table.mode != TEAMS or has_stopped(state, partner(seat)):
        return False
    return pure(state.colours, row_of(state.rows, seat), seat)


@part
def usable(state: State, seat: int, kind: int) -> bool:
    """POINT-19. Whether a seat could use a card somewhere in its row."""
    return count_places(row_of(state.rows, seat), state.bank, kind) > 0


@part
def set_aside(cards: Cards) -> Cards:
    """POINT-20. The card left face up goes to the used pile."""
    used = with_card(cards.used, cards.offer)
    return Cards(cards.hands, cards.pile, used, NO_CARD, cards.rebuilds)


@inlined
def settle(state: State) -> State:
    """POINT-10, POINT-19, POINT-20. Go on to the next choice or the next card to draw.

    A turn begins with a choice only if the card left face up can be used or the seat may stop.
    """
    seat, cards = state.turn, state.cards
    if state.phase == PASSED:
        seat = next_seat(state)
    takeable = state.phase != FETCH and cards.offer != NO_CARD
    takeable = takeable and usable(state, seat, cards.offer)
    if cards.offer != NO_CARD and not takeable:
        cards = set_aside(cards)
    phase = DRAW
    if takeable or (state.phase != FETCH and may_stop(state, seat)):
        phase = START
    elif cards.pile.low | cards.pile.high == 0:
        if cards.rebuilds == CAP:  # POINT-23
            phase, seat = FINISHED, 0
        else:  # POINT-22
            cards = Cards(cards.hands, cards.used, empty_pile(), NO_CARD, cards.rebuilds + 1)
    return State(
        state.table, phase, seat, state.colours, state.stopped, 0, state.rows, state.bank, cards
    )
