"""A turn of Point: whose it is, the card left face up, the pile, and what each choice does."""

from tabletier.games.kernel.compiler import inlined, part
from tabletier.games.kernel.tuples import pick, put
from tabletier.games.point.cards import (
    empty_pile,
    hand_less,
    hand_with,
    hand_without,
    hands_together,
    with_card,
    without,
)
from tabletier.games.point.rules.choices import (
    DISCARD,
    DRAW_CARD,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
)
from tabletier.games.point.rules.exchange import bank_after, count_places, pool_of, row_after
from tabletier.games.point.state import (
    CAP,
    DRAW,
    FETCH,
    FINISHED,
    NO_CARD,
    PASSED,
    PURE,
    SEATS,
    START,
    TEAMS,
    USE,
    Cards,
    Row,
    Rows,
    State,
    has_stopped,
    partner,
    pure,
    row_of,
    with_cards,
    won_by,
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


@part
def to_hand(cards: Cards, seat: int, kind: int) -> Cards:
    """A card comes from the pile into a seat's hand."""
    hands = put(cards.hands, seat, hand_with(pick(cards.hands, seat), kind))
    return Cards(hands, without(cards.pile, kind), cards.used, cards.offer, cards.rebuilds)


@inlined
def drawn(state: State, kind: int) -> State:
    """POINT-10. The seat in turn draws a card and must now use one."""
    return with_cards(state, USE, 0, to_hand(state.cards, state.turn, kind))


@inlined
def act(state: State, move: int) -> State:
    """A seat does something in its turn; POINT-33: going on ends the turn like any other."""
    if move >= REGROUP:
        return regrouped(state, move - REGROUP)
    if move >= DISCARD:
        return discarded(state, move - DISCARD)
    if move >= USE_CARD:
        return used(state, move)
    if move == STOP:
        return stopped(state)
    return with_cards(state, FETCH if move == DRAW_CARD else PASSED, 0, state.cards)


@inlined
def used(state: State, move: int) -> State:
    """POINT-11, POINT-16, POINT-19. A card from the hand, or the one left face up, is used."""
    seat, cards, hands = state.turn, state.cards, state.cards.hands
    formula, place = (move >> 6) & 127, move & (PLACES - 1)
    kind = formula >> 1
    if move < TAKE_OFFER:
        hands = put(hands, seat, hand_without(pick(hands, seat), kind))
    row = row_after(row_of(state.rows, seat), formula, place)
    phase = phase_after(state, row)
    return State(
        state.table,
        phase,
        0 if phase == FINISHED else seat,
        state.colours,
        state.stopped,
        state.regrouped if phase == PURE else 0,
        Rows(put(state.rows.black, seat, row.black), put(state.rows.white, seat, row.white)),
        bank_after(state.bank, formula),
        Cards(hands, cards.pile, with_card(cards.used, kind), NO_CARD, cards.rebuilds),
    )


@inlined
def phase_after(state: State, row: Row) -> int:
    """POINT-16, POINT-21, POINT-27, POINT-30. What follows an exchange that left this row."""
    seat, mode = state.turn, state.table.mode
    if not pure(state.colours, row, seat):
        return PASSED
    if won_by(mode, state.colours, row, row_of(state.rows, partner(seat)), seat):
        return FINISHED
    return PASSED if has_stopped(state, partner(seat)) else PURE


@inlined
def discarded(state: State, kind: int) -> State:
    """POINT-18. A card is left face up for the next seat."""
    cards = state.cards
    hands = put(cards.hands, state.turn, hand_without(pick(cards.hands, state.turn), kind))
    left = Cards(hands, cards.pile, cards.used, kind, cards.rebuilds)
    return with_cards(state, PASSED, 0, left)


@inlined
def regrouped(state: State, hand: int) -> State:
    """POINT-28. The seat in turn takes a hand out of both partners' cards; the rest is left."""
    seat, cards = state.turn, state.cards
    rest = hand_less(pool_of(state), hand)
    hands = put(put(cards.hands, seat, hand), partner(seat), rest)
    shared = Cards(hands, cards.pile, cards.used, cards.offer, cards.rebuilds)
    return with_cards(state, USE, 1, shared)


@inlined
def stopped(state: State) -> State:
    """POINT-30, POINT-31. The seat in turn plays no more; its partner gets its cards."""
    seat, cards = state.turn, state.cards
    other = partner(seat)
    gathered = hands_together(pick(cards.hands, other), pick(cards.hands, seat))
    hands = put(put(cards.hands, seat, 0), other, gathered)
    offer = cards.offer
    pile = with_card(cards.used, offer) if offer != NO_CARD else cards.used  # POINT-20
    return State(
        state.table,
        PASSED,
        seat,
        state.colours,
        state.stopped | (1 << seat),
        0,
        state.rows,
        state.bank,
        Cards(hands, cards.pile, pile, NO_CARD, cards.rebuilds),
    )
