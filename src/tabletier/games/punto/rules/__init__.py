"""Punto (Bernhard Weber). Rule numbers are those of docs/rules/punto.en.md and punto.fr.md."""

from typing import Any

from tabletier.games.kernel.bits import field, lowest, nth, pick, popcount, put, with_field
from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import scale
from tabletier.games.punto.board import CELLS, Board, empty_board, lay, lines, targets
from tabletier.games.punto.cards import (
    amount,
    card_of,
    kind_of,
    left_of,
    needed_in,
    nth_kind,
    owner,
    seats_in,
    side_of,
    sides_in,
    without,
)
from tabletier.games.punto.rules.rounds import begin_round, end_round, share
from tabletier.games.punto.state import (
    CARD_BITS,
    COLOURS,
    FINISHED,
    HANDS,
    LINED_UP,
    ORDERS,
    PLACE,
    RANDOM_SEAT,
    SHARE,
    SIZE_BITS,
    SKIPPING,
    SPLITS,
    STARTER,
    STUCK,
    TURN_OVER,
    WON_BITS,
    Agreed,
    Cards,
    Score,
    State,
    has_card,
    needs_card,
    with_parts,
)

# Two cards in hand; while the cards span five by five, all seven by seven cells may be open.
MAX_MOVES = 2 * CELLS

REASONS = ("line", "blocked", "void")
LINE, BLOCKED, VOID = 0, 1, 2


@compiled
def initial(mode: int, edition: int, expert: int, goal: int, first: int) -> State:
    """PUNTO-7. Before anything is drawn."""
    cards = Cards(piles=(0, 0, 0, 0), sizes=0, hand=0, spare=0, pool=0, shares=0, out=0)
    score = Score(trophies=(0, 0, 0, 0), won=0, voids=0)
    table = Agreed(mode=mode, edition=edition, expert=expert, goal=goal, first=first)
    return State(
        table=table, letters=0, phase=COLOURS, turn=0, board=empty_board(), cards=cards, score=score
    )


@compiled
def to_move(state: State) -> int:
    """The seat that must place a card, CHANCE or OVER."""
    if state.phase == PLACE:
        return state.turn
    return OVER if state.phase == FINISHED else CHANCE


@compiled
def hand_cells(board: Board, cards: Cards, seat: int, which: int) -> int:
    """PUNTO-26. Where the first (0) or second (1) card in a hand may go; a twin only once."""
    first, second = field(cards.hand, seat, CARD_BITS), field(cards.spare, seat, CARD_BITS)
    card = first if which == 0 else second
    if card == 0 or (which == 1 and second == first):
        return 0
    return targets(board, (card - 1) % 9 + 1)


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """PUNTO-9. Fills `moves` with 49 * card + cell, ascending, and says how many there are."""
    count = 0
    if state.phase != PLACE:
        return count
    for which in range(2):
        cells = hand_cells(state.board, state.cards, state.turn, which)
        held = state.cards.hand if which == 0 else state.cards.spare
        card = field(held, state.turn, CARD_BITS) - 1
        while cells:
            moves[count] = CELLS * card + popcount((cells & -cells) - 1)
            count += 1
            cells &= cells - 1
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal move that 32 random bits stand for, without listing the others."""
    cells = hand_cells(state.board, state.cards, state.turn, 0)
    card = field(state.cards.hand, state.turn, CARD_BITS) - 1
    if state.table.expert == 0:
        return CELLS * card + nth(cells, scale(word, popcount(cells)))
    others = hand_cells(state.board, state.cards, state.turn, 1)
    count = popcount(cells)
    pick = scale(word, count + popcount(others))
    if pick < count:
        return CELLS * card + nth(cells, pick)
    return CELLS * (field(state.cards.spare, state.turn, CARD_BITS) - 1) + nth(others, pick - count)


@compiled
def hands_missing(cards: Cards, mode: int) -> int:
    """PUNTO-26. The seats, one bit each, whose expert hand still lacks a card."""
    seats = 0
    for seat in range(seats_in(mode)):
        if needs_card(cards, seat):
            seats |= 1 << seat
    return seats


@compiled
def drawer(state: State) -> int:
    """PUNTO-26. The seat for which the next card is drawn."""
    if state.phase != HANDS:
        return state.turn
    return lowest(hands_missing(state.cards, state.table.mode))


@compiled
def tickets(state: State) -> int:
    """PUNTO-30. How many equally likely tickets a draw has: nobody knows the order of a pile."""
    mode = state.table.mode
    if state.phase == COLOURS:
        return len(SPLITS) if sides_in(mode) == 2 else len(ORDERS)
    if state.phase == STARTER:
        return seats_in(mode)
    if state.phase == SHARE:
        return amount(state.cards.pool)
    return amount(pick(state.cards.piles, side_of(mode, drawer(state))))


@compiled
def chance(state: State, ticket: int) -> int:
    """What a ticket draws: letters (PUNTO-8), a seat (PUNTO-28), or a card."""
    mode = state.table.mode
    if state.phase == COLOURS:
        return SPLITS[ticket] if sides_in(mode) == 2 else ORDERS[ticket]
    if state.phase == STARTER:
        return ticket
    if state.phase == SHARE:
        return card_of(mode, 0, nth_kind(state.cards.pool, ticket))
    side = side_of(mode, drawer(state))
    return card_of(mode, side, nth_kind(pick(state.cards.piles, side), ticket))


@compiled
def apply(state: State, move: int) -> State:
    """The match after a move out of `legal_moves` or a draw out of `chance`."""
    if state.phase == PLACE:
        after = place(state, move // CELLS, move % CELLS)
    elif state.phase == TURN_OVER or state.phase == HANDS:
        after = draw(state, move)
    else:
        return prepare(state, move)
    return end_round(after) if after.phase > FINISHED else after


@inlined
def prepare(state: State, drawn: int) -> State:
    """PUNTO-8, PUNTO-28, PUNTO-18. Colours, first player and neutral cards are drawn."""
    table, phase, turn, letters = state.table, state.phase, state.turn, state.letters
    if phase == SHARE:
        return share(state, drawn)
    if phase == COLOURS:
        letters, turn, phase = drawn, table.first, STARTER
    else:
        turn = drawn
    after = State(
        table=table,
        letters=letters,
        phase=phase,
        turn=turn,
        board=state.board,
        cards=state.cards,
        score=state.score,
    )
    return after if turn == RANDOM_SEAT else begin_round(after, state.score, turn)


@inlined
def place(state: State, card: int, cell: int) -> State:
    """PUNTO-9, PUNTO-14, PUNTO-15. Lay a card; a line of one's own wins, else play goes on."""
    mode, seat, colour = state.table.mode, state.turn, card // 9
    board = lay(state.board, card, cell)
    cards = played(state.cards, seat, card)
    if owner(mode, colour) < sides_in(mode) and lines(pick(board.tops, colour), needed_in(mode)):
        return with_parts(state, LINED_UP, seat, board, cards)
    if state.table.expert and needs_card(cards, seat):
        return with_parts(state, TURN_OVER, seat, board, cards)
    return next_turn(with_parts(state, TURN_OVER, seat, board, cards))


@inlined
def played(cards: Cards, seat: int, card: int) -> Cards:
    """The cards after one of a hand was laid; an expert's other card moves to the first place."""
    first, second = field(cards.hand, seat, CARD_BITS), field(cards.spare, seat, CARD_BITS)
    kept = second if first == card + 1 else first
    return Cards(
        piles=cards.piles,
        sizes=cards.sizes,
        hand=with_field(cards.hand, seat, CARD_BITS, kept),
        spare=with_field(cards.spare, seat, CARD_BITS, 0),
        pool=cards.pool,
        shares=cards.shares,
        out=cards.out,
    )


@inlined
def draw(state: State, card: int) -> State:
    """PUNTO-9, PUNTO-26. A card comes from a seat's pile into its hand."""
    mode, seat, cards = state.table.mode, drawer(state), state.cards
    side = side_of(mode, seat)
    pile = without(pick(cards.piles, side), kind_of(mode, card))
    held = field(cards.hand, seat, CARD_BITS)
    first, second = card + 1, 0
    if held:
        first, second = min(held, card + 1), max(held, card + 1)
    drawn = Cards(
        piles=put(cards.piles, side, pile),
        sizes=cards.sizes - (1 << (seat * SIZE_BITS)),
        hand=with_field(cards.hand, seat, CARD_BITS, first),
        spare=with_field(cards.spare, seat, CARD_BITS, second),
        pool=cards.pool,
        shares=cards.shares,
        out=cards.out,
    )
    phase = state.phase
    if state.table.expert and phase == TURN_OVER:
        return next_turn(with_parts(state, phase, seat, state.board, drawn))
    if phase == TURN_OVER or not hands_missing(drawn, mode):
        phase = place_or_stuck(state.board, drawn, state.turn)
    return with_parts(state, phase, state.turn, state.board, drawn)


@inlined
def next_turn(state: State) -> State:
    """PUNTO-9. The next seat turns over a card; an expert plays from the hand."""
    if state.table.edition & SKIPPING:
        return next_turn_skipping(state)
    seat = left_of(state.table.mode, state.turn)
    phase = TURN_OVER
    if state.table.expert:
        phase = place_or_stuck(state.board, state.cards, seat)
    elif field(state.cards.sizes, seat, SIZE_BITS) == 0:
        phase = STUCK
    return with_parts(state, phase, seat, state.board, state.cards)


@compiled
def next_turn_skipping(state: State) -> State:
    """PUNTO-33. The next seat that has a card; the one that placed last when all others are out."""
    mode, cards, last = state.table.mode, state.cards, state.turn
    noted = Cards(
        piles=cards.piles,
        sizes=cards.sizes,
        hand=cards.hand,
        spare=cards.spare,
        pool=cards.pool,
        shares=last + 1,
        out=cards.out,
    )
    seat, seats = left_of(mode, last), seats_in(mode)
    while not has_card(cards, seat) and seat != last:
        seat = left_of(mode, seat)
    phase = TURN_OVER
    if not has_card(cards, seat):
        seat, phase = (last + 1) % seats, STUCK
    elif state.table.expert:
        phase = place_or_stuck(state.board, cards, seat)
    return State(
        table=state.table,
        letters=state.letters,
        phase=phase,
        turn=seat,
        board=state.board,
        cards=noted,
        score=state.score,
    )


@compiled
def place_or_stuck(board: Board, cards: Cards, seat: int) -> int:
    """PUNTO-20, PUNTO-27. The seat must place; without a place for any card the round is over."""
    return PLACE if hand_cells(board, cards, seat, 0) | hand_cells(board, cards, seat, 1) else STUCK


@compiled
def outcome(state: State) -> tuple[int, int]:
    """PUNTO-2, PUNTO-25. The winning seats, one bit each (0: a draw), and how it was decided."""
    mode, won = state.table.mode, state.score.won
    best, winner = -1, -1
    for side in range(sides_in(mode)):
        rounds = field(won, side, WON_BITS)
        if rounds > best:
            best, winner = rounds, side
        elif rounds == best:
            winner = -1
    seats = 0
    for seat in range(seats_in(mode)):
        if side_of(mode, seat) == winner:
            seats |= 1 << seat
    if best < state.table.goal:
        return seats, VOID
    for colour in range(4):
        if owner(mode, colour) == winner and lines(pick(state.board.tops, colour), needed_in(mode)):
            return seats, LINE
    return seats, BLOCKED
