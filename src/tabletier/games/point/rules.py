"""Point (Piatnik, about 1975). Rule numbers are those of docs/rules/point.en.md and point.fr.md."""

from typing import Any

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.tuples import put
from tabletier.games.kernel.words import scale
from tabletier.games.point.choices import (
    DISCARD,
    DRAW_CARD,
    GO_ON,
    PLACES,
    REGROUP,
    STOP,
    TAKE_OFFER,
    USE_CARD,
    count_regroups,
    count_uses,
    distinct,
    list_card,
    list_hand,
    list_regroups,
    nth_discard,
    nth_regroup,
    nth_use,
)
from tabletier.games.point.deck import table as constants
from tabletier.games.point.exchange import bank_after, rows_after
from tabletier.games.point.piles import (
    amount,
    empty_pile,
    full_pile,
    hand_less,
    hand_size,
    hand_with,
    hand_without,
    hands_together,
    nth_kind,
    with_card,
    without,
)
from tabletier.games.point.regroup import may_regroup, pool_of
from tabletier.games.point.state import (
    DEAL,
    DRAW,
    DUEL,
    FETCH,
    FINISHED,
    HALF,
    HAND,
    LOTS,
    NO_CARD,
    OPENING,
    PASSED,
    PAWNS,
    PURE,
    RANDOM_ROWS,
    ROW,
    ROWS,
    SEATS,
    START,
    TEAMS,
    THREE,
    USE,
    Bank,
    Cards,
    Rows,
    State,
    Table,
    has_won,
    in_phase,
    partner,
    unwanted,
    wanted,
)
from tabletier.games.point.turns import may_stop, settle

# POINT-4. Every row of six black and six white pawns, as patterns, ascending.
PATTERNS = constants([bits for bits in range(1 << ROW) if bits.bit_count() == HALF])
PATTERN_COUNT = len(PATTERNS)
MAX_MOVES = PATTERN_COUNT

REASONS = ("pure", "pile")
ONE_COLOUR, PILE_SPENT = 0, 1


@compiled
def initial(mode: int, random_rows: int, full_bank: int) -> State:
    """POINT-6, POINT-8. Before any row is laid out: all cards in the pile."""
    rest = PAWNS - HALF * SEATS[mode] if full_bank else 0
    return State(
        Table(mode, random_rows, full_bank),
        RANDOM_ROWS if random_rows else ROWS,
        0,
        0,
        0,
        0,
        Rows((0, 0, 0, 0), (0, 0, 0, 0)),
        Bank(rest, rest),
        Cards((0, 0, 0, 0), full_pile(), empty_pile(), NO_CARD, 0),
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
            count = list_card(state, state.cards.offer, TAKE_OFFER, moves, count)
    elif state.phase == PURE:
        moves[0], moves[1] = STOP, GO_ON
        count = 2
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal move that 32 random bits stand for, without listing the others."""
    if state.phase == USE:
        hand = state.cards.hands[state.turn]
        uses = count_uses(state, hand)
        count = uses if uses else distinct(hand)
        others = count_regroups(state) if may_regroup(state) else 0
        pick = scale(word, count + others)
        if pick >= count:
            return nth_regroup(state, pick - count)
        return nth_use(state, hand, pick, USE_CARD) if uses else nth_discard(hand, pick)
    if state.phase == ROWS:
        return int(PATTERNS[scale(word, PATTERN_COUNT)])
    if state.phase == PURE:
        return STOP + scale(word, 2)
    simple = 2 if may_stop(state, state.turn) else 1
    pick = scale(word, simple + count_uses(state, state.cards.offer + 1))
    if pick < simple:
        return DRAW_CARD + pick
    return nth_use(state, state.cards.offer + 1, pick - simple, TAKE_OFFER)


@compiled
def tickets(state: State) -> int:
    """POINT-9, POINT-6, POINT-7. How many equally likely outcomes the coming draw has."""
    if state.phase == RANDOM_ROWS:
        return PATTERN_COUNT
    return SEATS[state.table.mode] if state.phase == LOTS else amount(state.cards.pile)


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
def prepare(state: State, move: int) -> State:
    """POINT-5, POINT-6, POINT-7. A row is laid out, a card is dealt, or lots are drawn."""
    if state.phase == DEAL:
        return dealt(state, move)
    if state.phase == LOTS:
        return lots_drawn(state, move)
    return row_laid(state, move)


@compiled
def row_laid(state: State, pattern: int) -> State:
    """POINT-4, POINT-5. A row is laid out; after the last one the cards are dealt."""
    seat, seats = state.turn, SEATS[state.table.mode]
    rows = Rows(
        put(state.rows.black, seat, pattern),
        put(state.rows.white, seat, pattern ^ ((1 << ROW) - 1)),
    )
    turn, phase = 0, state.phase
    while turn < seats and rows.black[turn]:
        turn += 1
    if turn == seats:
        turn, phase = 0, DEAL
    return State(state.table, phase, turn, 0, 0, 0, rows, state.bank, state.cards)


@compiled
def to_hand(cards: Cards, seat: int, kind: int) -> Cards:
    """A card comes from the pile into a seat's hand."""
    hands = put(cards.hands, seat, hand_with(cards.hands[seat], kind))
    return Cards(hands, without(cards.pile, kind), cards.used, cards.offer, cards.rebuilds)


@compiled
def dealt(state: State, kind: int) -> State:
    """POINT-6. A card is dealt; when every seat has three, lots are drawn."""
    cards, turn, phase = to_hand(state.cards, state.turn, kind), state.turn, DEAL
    if hand_size(cards.hands[turn]) == HAND:
        turn += 1
    if turn == SEATS[state.table.mode]:
        turn, phase = 0, LOTS
    return State(state.table, phase, turn, 0, 0, 0, state.rows, state.bank, cards)


@compiled
def lots_drawn(state: State, seat: int) -> State:
    """POINT-7, POINT-24, POINT-25. The seat that starts collects black; colours alternate."""
    mode, colours = state.table.mode, 1 << seat
    if mode == THREE:
        colours = 0b111
    elif mode != DUEL:
        colours |= 1 << partner(seat)
    return State(state.table, OPENING, seat, colours, 0, 0, state.rows, state.bank, state.cards)


@compiled
def drawn(state: State, kind: int) -> State:
    """POINT-10. The seat in turn draws a card and must now use one."""
    cards = to_hand(state.cards, state.turn, kind)
    return State(
        state.table,
        USE,
        state.turn,
        state.colours,
        state.stopped,
        0,
        state.rows,
        state.bank,
        cards,
    )


@compiled
def act(state: State, move: int) -> State:
    """A seat does something in its turn."""
    if move >= REGROUP:
        return regrouped(state, move - REGROUP)
    if move >= DISCARD:
        return discarded(state, move - DISCARD)
    if move >= USE_CARD:
        return used(state, move)
    if move == STOP:
        return stopped(state)
    return in_phase(state, FETCH if move == DRAW_CARD else PASSED, state.turn)


@compiled
def used(state: State, move: int) -> State:
    """POINT-11, POINT-16, POINT-19, POINT-21. A card from the hand or the one left face up is used."""
    seat, cards, hands = state.turn, state.cards, state.cards.hands
    formula, place = (move >> 6) & 127, move & (PLACES - 1)
    kind = formula >> 1
    if move < TAKE_OFFER:
        hands = put(hands, seat, hand_without(hands[seat], kind))
    after = State(
        state.table,
        PASSED,
        seat,
        state.colours,
        state.stopped,
        0,
        rows_after(state.rows, seat, formula, place),
        bank_after(state.bank, formula),
        Cards(hands, cards.pile, with_card(cards.used, kind), NO_CARD, cards.rebuilds),
    )
    if has_won(after, seat):
        return in_phase(after, FINISHED, 0)
    return in_phase(after, PURE, seat) if may_stop(after, seat) else after


@compiled
def discarded(state: State, kind: int) -> State:
    """POINT-18. A card is left face up for the next seat."""
    cards = state.cards
    hands = put(cards.hands, state.turn, hand_without(cards.hands[state.turn], kind))
    after = in_phase(state, PASSED, state.turn)
    return with_cards(after, Cards(hands, cards.pile, cards.used, kind, cards.rebuilds))


@compiled
def with_cards(state: State, cards: Cards) -> State:
    """The state with the cards in other places."""
    return State(
        state.table,
        state.phase,
        state.turn,
        state.colours,
        state.stopped,
        state.regrouped,
        state.rows,
        state.bank,
        cards,
    )


@compiled
def regrouped(state: State, hand: int) -> State:
    """POINT-28. The seat in turn takes a hand out of both partners' cards; the rest is left."""
    seat, cards = state.turn, state.cards
    rest = hand_less(pool_of(state), hand)
    hands = put(put(cards.hands, seat, hand), partner(seat), rest)
    return State(
        state.table,
        USE,
        seat,
        state.colours,
        state.stopped,
        1,
        state.rows,
        state.bank,
        Cards(hands, cards.pile, cards.used, cards.offer, cards.rebuilds),
    )


@compiled
def stopped(state: State) -> State:
    """POINT-30, POINT-31. The seat in turn plays no more; its partner gets its cards."""
    seat, cards = state.turn, state.cards
    other = partner(seat)
    gathered = hands_together(cards.hands[other], cards.hands[seat])
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


@compiled
def outcome(state: State) -> tuple[int, int]:
    """POINT-21, POINT-23. The winning seats, one bit each (0: a draw), and how it was decided."""
    seats, teams = SEATS[state.table.mode], state.table.mode == TEAMS
    winners, fewest, most = 0, PAWNS, 0
    for seat in range(seats):
        if has_won(state, seat):
            return (1 << seat) | (1 << partner(seat) if teams else 0), ONE_COLOUR
        bad, good, side = unwanted(state, seat), wanted(state, seat), 1 << seat
        if teams:
            bad, good = bad + unwanted(state, partner(seat)), good + wanted(state, partner(seat))
            side |= 1 << partner(seat)
        if bad < fewest or (bad == fewest and good > most):
            winners, fewest, most = side, bad, good
        elif bad == fewest and good == most and side != winners:
            winners = 0
    return winners, PILE_SPENT
