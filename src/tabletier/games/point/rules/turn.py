"""A turn of Point: whose it is, the card left face up, the pile, and what each choice does."""

from tabletier.games.kernel.bits import pick, put
from tabletier.games.kernel.compiler import inlined, part
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
    return with_cards(state, FETCH if move == DRAW_CARD else PASSED, state.turn, state.cards)


@part
def to_hand(cards: Cards, seat: int, kind: int) -> Cards:
    """A card comes from the pile into a seat's hand."""
    hands = put(cards.hands, seat, hand_with(pick(cards.hands, seat), kind))
    return Cards(
        hands=hands,
        pile=without(cards.pile, kind),
        used=cards.used,
        offer=cards.offer,
        rebuilds=cards.rebuilds,
    )


@inlined
def drawn(state: State, kind: int) -> State:
    """POINT-10. The seat in turn draws a card and must now use one."""
    return with_cards(state, USE, state.turn, to_hand(state.cards, state.turn, kind))


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
        table=state.table,
        phase=phase,
        turn=0 if phase == FINISHED else seat,
        colours=state.colours,
        stopped=state.stopped,
        regrouped=state.regrouped if phase == PURE else 0,
        rows=Rows(
            black=put(state.rows.black, seat, row.black),
            white=put(state.rows.white, seat, row.white),
        ),
        bank=bank_after(state.bank, formula),
        cards=Cards(
            hands=hands,
            pile=cards.pile,
            used=with_card(cards.used, kind),
            offer=NO_CARD,
            rebuilds=cards.rebuilds,
        ),
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
    left = Cards(hands=hands, pile=cards.pile, used=cards.used, offer=kind, rebuilds=cards.rebuilds)
    return with_cards(state, PASSED, state.turn, left)


@inlined
def settle(state: State) -> State:
    """POINT-10, POINT-19, POINT-20. Go on to the next choice or the next card to draw.

    A turn begins with a choice only if the card left face up can be used or the seat may stop.
    """
    seat, cards, begins = state.turn, state.cards, state.phase != FETCH
    if state.phase == PASSED:
        seat = next_seat(state)
    takes = begins and may_take(state, seat)
    if not takes:
        cards = set_aside(cards)
    phase = DRAW
    if takes or (begins and may_stop(state, seat)):
        phase = START
    elif cards.pile.low | cards.pile.high == 0:
        if cards.rebuilds < CAP:
            cards = rebuilt(cards)
        else:  # POINT-23
            phase, seat = FINISHED, 0
    return with_cards(state, phase, seat, cards)


@inlined
def next_seat(state: State) -> int:
    """POINT-7, POINT-30. The next seat clockwise that has not stopped."""
    seats = pick(SEATS, state.table.mode)
    seat = 0 if state.turn + 1 == seats else state.turn + 1
    while has_stopped(state, seat):
        seat = 0 if seat + 1 == seats else seat + 1
    return seat


@part
def usable(state: State, seat: int, kind: int) -> bool:
    """POINT-19. Whether a seat could use a card somewhere in its row."""
    return count_places(row_of(state.rows, seat), state.bank, kind) > 0


@inlined
def may_take(state: State, seat: int) -> bool:
    """POINT-19. Whether a card is left face up that the seat could use."""
    return state.cards.offer != NO_CARD and usable(state, seat, state.cards.offer)


@part
def set_aside(cards: Cards) -> Cards:
    """POINT-20. A card left face up goes to the used pile, if there is one."""
    used = with_card(cards.used, cards.offer) if cards.offer != NO_CARD else cards.used
    return Cards(
        hands=cards.hands, pile=cards.pile, used=used, offer=NO_CARD, rebuilds=cards.rebuilds
    )


@inlined
def rebuilt(cards: Cards) -> Cards:
    """POINT-22. The used cards become the new pile."""
    return Cards(
        hands=cards.hands,
        pile=cards.used,
        used=empty_pile(),
        offer=NO_CARD,
        rebuilds=cards.rebuilds + 1,
    )


@inlined
def regrouped(state: State, hand: int) -> State:
    """POINT-28. The seat in turn takes a hand out of both partners' cards; the rest is left."""
    seat, cards = state.turn, state.cards
    rest = hand_less(pool_of(state), hand)
    hands = put(put(cards.hands, seat, hand), partner(seat), rest)
    return State(
        table=state.table,
        phase=USE,
        turn=seat,
        colours=state.colours,
        stopped=state.stopped,
        regrouped=1,
        rows=state.rows,
        bank=state.bank,
        cards=with_hands(cards, hands),
    )


@part
def may_stop(state: State, seat: int) -> bool:
    """POINT-30, POINT-32. Whether a seat may stop: its row is pure and its partner plays on."""
    if state.table.mode != TEAMS or has_stopped(state, partner(seat)):
        return False
    return pure(state.colours, row_of(state.rows, seat), seat)


@inlined
def stopped(state: State) -> State:
    """POINT-30, POINT-31. The seat in turn plays no more; its partner gets its cards."""
    seat, cards = state.turn, state.cards
    other = partner(seat)
    gathered = hands_together(pick(cards.hands, other), pick(cards.hands, seat))
    hands = put(put(cards.hands, seat, 0), other, gathered)
    return State(
        table=state.table,
        phase=PASSED,
        turn=seat,
        colours=state.colours,
        stopped=state.stopped | (1 << seat),
        regrouped=0,
        rows=state.rows,
        bank=state.bank,
        cards=with_hands(set_aside(cards), hands),
    )


@part
def with_hands(cards: Cards, hands: tuple[int, int, int, int]) -> Cards:
    """The cards, as they are held in hand otherwise."""
    return Cards(
        hands=hands,
        pile=cards.pile,
        used=cards.used,
        offer=cards.offer,
        rebuilds=cards.rebuilds,
    )
