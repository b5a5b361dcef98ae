"""What a card drawn and each choice of a turn bring about (POINT-10 to -19, POINT-28 to -32)."""

from tabletier.games.kernel.compiler import inlined, part
from tabletier.games.kernel.tuples import pick, put
from tabletier.games.point.choices import (
    DISCARD,
    DRAW_CARD,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
)
from tabletier.games.point.exchange import bank_after, row_after
from tabletier.games.point.piles import (
    hand_less,
    hand_with,
    hand_without,
    hands_together,
    with_card,
    without,
)
from tabletier.games.point.regroup import pool_of
from tabletier.games.point.state import (
    FETCH,
    FINISHED,
    NO_CARD,
    PASSED,
    PURE,
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
