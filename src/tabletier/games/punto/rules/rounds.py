"""The end of a round of Punto and the next: lines counted, ties, the trophy, who starts."""

from tabletier.games.kernel.bits import field, lowest, pick, popcount, put
from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.punto.board import (
    DIRECTIONS,
    Board,
    empty_board,
    highest,
    lines,
    runs,
    top_value,
)
from tabletier.games.punto.cards import (
    KINDS,
    SECOND_COLOUR,
    amount,
    colours_of,
    has_neutral,
    kind_of,
    left_of,
    needed_in,
    owner,
    seats_in,
    side_of,
    sides_in,
    with_card,
    without,
)
from tabletier.games.punto.state import (
    BY_LAST,
    CARD_BITS,
    EDITION_ATALIA,
    FINISHED,
    HANDS,
    LINED_UP,
    NO_SEAT,
    SHARE,
    SIZE_BITS,
    STUCK,
    TURN_OVER,
    VOID_CAP,
    WON_BITS,
    Cards,
    Score,
    State,
)

NOBODY = -1
NO_LINE = 1000


@inlined
def points(board: Board, start: int, step: int, length: int) -> int:
    """What the cards of one line add up to."""
    total = 0
    for k in range(length):
        total += top_value(board, start + k * step)
    return total


@compiled
def tally(board: Board, mode: int, side: int) -> tuple[int, int, int]:
    """PUNTO-21. A side's counted lines: how many, their points in all, and the cheapest one's."""
    length = needed_in(mode) - 1
    count, total, cheapest = 0, 0, NO_LINE
    for colour in range(4):
        if owner(mode, colour) == side:
            for number in range(4):
                step = field(DIRECTIONS, number, 4)
                starts = runs(pick(board.tops, colour), step, length)
                count += popcount(starts)
                while starts:
                    cost = points(board, lowest(starts), step, length)
                    total, cheapest = total + cost, min(cheapest, cost)
                    starts &= starts - 1
    return count, total, cheapest


@compiled
def blocked_winner(board: Board, mode: int, edition: int) -> int:
    """PUNTO-21, PUNTO-22. Most lines; then fewest points (2024) or the cheapest line (Atalia)."""
    winner, most, fewest = NOBODY, 0, 0
    for side in range(sides_in(mode)):
        count, total, cheapest = tally(board, mode, side)
        cost = total if edition & EDITION_ATALIA == 0 else cheapest
        if count > most or (count == most and count > 0 and cost < fewest):
            winner, most, fewest = side, count, cost
        elif count == most and count > 0 and cost == fewest:
            winner = NOBODY  # PUNTO-24: still tied, unless a later side does better
    return winner


@compiled
def trophy_of_line(board: Board, mode: int, side: int) -> int:
    """PUNTO-16. The highest card of all the lines that a side completed."""
    for colour in range(4):
        line = lines(pick(board.tops, colour), needed_in(mode))
        if owner(mode, colour) == side and line:
            return 9 * colour + highest(board, line) - 1
    return NOBODY


@compiled
def trophy_after_block(board: Board, mode: int, side: int, trophies: int) -> int:
    """PUNTO-23. The highest card of the side's counted lines; of two colours the fuller one."""
    value, choice, fewest = 0, 0, 0
    laid = trophies_by_colour(trophies)
    for colour in range(4):
        if owner(mode, colour) == side:
            top = highest(board, lines(pick(board.tops, colour), needed_in(mode) - 1))
            if top > value or (top == value and top > 0 and pick(laid, colour) < fewest):
                value, choice, fewest = top, colour, pick(laid, colour)
    return 9 * choice + value - 1


@compiled
def trophies_by_colour(trophies: int) -> tuple[int, int, int, int]:
    """How many of a side's trophies have each colour."""
    laid = (0, 0, 0, 0)
    while trophies:
        colour = ((trophies & 63) - 1) // 9
        laid = put(laid, colour, pick(laid, colour) + 1)
        trophies >>= 6
    return laid


@inlined
def end_round(state: State) -> State:
    """PUNTO-14, PUNTO-20. The seat in turn lined up enough cards, or could not place one."""
    mode, seat, score = state.table.mode, state.turn, state.score
    side, trophy = side_of(mode, seat), 0
    if state.phase == LINED_UP:
        trophy = trophy_of_line(state.board, mode, side)
    else:
        side = blocked_winner(state.board, mode, state.table.edition)
    if side < 0:  # PUNTO-24, PUNTO-25
        void = Score(trophies=score.trophies, won=score.won, voids=score.voids + 1)
        if void.voids == VOID_CAP:
            return finish(state, void)
        return begin_round(state, void, left_of(mode, ender(state)))
    if state.phase == STUCK:
        trophy = trophy_after_block(state.board, mode, side, pick(score.trophies, side))
    after = with_trophy(score, side, trophy)
    if field(after.won, side, WON_BITS) >= state.table.goal:  # PUNTO-31
        return finish(state, Score(trophies=score.trophies, won=after.won, voids=0))
    return begin_round(state, after, left_of(mode, neighbour(state, side)))


@inlined
def neighbour(state: State, winner: int) -> int:
    """PUNTO-19. The seat whose left-hand neighbour starts the next round."""
    mode, atalia = state.table.mode, state.table.edition & EDITION_ATALIA
    in_teams = seats_in(mode) > sides_in(mode)
    return ender(state) if state.phase == LINED_UP or atalia or in_teams else winner


@inlined
def ender(state: State) -> int:
    """PUNTO-19, PUNTO-34. Who ended the round: whoever could not place, or who placed last.

    Where nobody is skipped that is the seat before; else it has been noted (PUNTO-33).
    """
    if state.phase == LINED_UP or state.table.edition & BY_LAST == 0:
        return state.turn
    if state.cards.shares:
        return state.cards.shares - 1
    seats = seats_in(state.table.mode)
    return (state.turn + seats - 1) % seats


@inlined
def with_trophy(score: Score, side: int, trophy: int) -> Score:
    """PUNTO-16. A round won, and its trophy laid aside."""
    count = field(score.won, side, WON_BITS)
    kept = pick(score.trophies, side) | ((trophy + 1) << (count * CARD_BITS))
    return Score(
        trophies=put(score.trophies, side, kept), won=score.won + (1 << (side * WON_BITS)), voids=0
    )


@inlined
def finish(state: State, score: Score) -> State:
    """PUNTO-2. The match is over; everything stays as the last round ended."""
    return State(
        table=state.table,
        letters=state.letters,
        phase=FINISHED,
        turn=NO_SEAT,
        board=state.board,
        cards=state.cards,
        score=score,
    )


@compiled
def begin_round(state: State, score: Score, starter: int) -> State:
    """PUNTO-17, PUNTO-18. Cards go back to their owners; played neutral cards are shared out."""
    mode, cards = state.table.mode, state.cards
    piles, pool, each = (0, 0, 0, 0), 0, 0
    if has_neutral(mode):
        pool = less(SECOND_COLOUR, cards.out)
        for side in range(3):
            kept = neutral_kept(cards, mode, side)
            piles = put(piles, side, kept)
            pool = less(pool, kept)
        each = amount(pool) // 3
    for side in range(sides_in(mode)):
        own = less_trophies(colours_of(mode, side), mode, pick(score.trophies, side))
        piles = put(piles, side, pick(piles, side) | own)
    gathered = Cards(
        piles=piles, sizes=0, hand=0, spare=0, pool=pool, shares=3 * each, out=cards.out
    )
    after = State(
        table=state.table,
        letters=state.letters,
        phase=SHARE,
        turn=starter,
        board=empty_board(),
        cards=gathered,
        score=score,
    )
    return after if each else open_round(after)


@compiled
def less(pile: int, other: int) -> int:
    """A pile without the cards of another that it contains."""
    while other:
        pile = without(pile, lowest(other) % KINDS)
        other &= other - 1
    return pile


@inlined
def neutral_kept(cards: Cards, mode: int, side: int) -> int:
    """PUNTO-18. The neutral cards that a side did not play: in its piles and its hands."""
    kept = pick(cards.piles, side) & SECOND_COLOUR
    for seat in range(side, seats_in(mode), sides_in(mode)):
        for held in (cards.hand, cards.spare):
            card = field(held, seat, CARD_BITS) - 1
            if card >= 0 and kind_of(mode, card) >= 9:
                kept = with_card(kept, kind_of(mode, card))
    return kept


@inlined
def less_trophies(pile: int, mode: int, trophies: int) -> int:
    """PUNTO-16. A side's cards without those it laid aside as trophies."""
    while trophies:
        pile = without(pile, kind_of(mode, (trophies & ((1 << CARD_BITS) - 1)) - 1))
        trophies >>= CARD_BITS
    return pile


@inlined
def share(state: State, card: int) -> State:
    """PUNTO-4, PUNTO-18. One neutral card is dealt; after the last the rest leaves the game."""
    mode, cards = state.table.mode, state.cards
    side, kind = cards.shares % 3, kind_of(mode, card)
    pool, shares, out = without(cards.pool, kind), cards.shares - 1, cards.out
    piles = put(cards.piles, side, with_card(pick(cards.piles, side), kind))
    if shares == 0:
        pool, out = 0, merged(out, pool)
    dealt = Cards(piles=piles, sizes=0, hand=0, spare=0, pool=pool, shares=shares, out=out)
    after = State(
        table=state.table,
        letters=state.letters,
        phase=SHARE,
        turn=state.turn,
        board=state.board,
        cards=dealt,
        score=state.score,
    )
    return after if shares else open_round(after)


@compiled
def merged(pile: int, other: int) -> int:
    """Two piles of one colour put together."""
    while other:
        pile = with_card(pile, lowest(other) % KINDS)
        other &= other - 1
    return pile


@compiled
def open_round(state: State) -> State:
    """PUNTO-7, PUNTO-29. Piles are counted out; team mates halve theirs, the earlier one first."""
    mode, cards, sizes = state.table.mode, state.cards, 0
    seats, sides = seats_in(mode), sides_in(mode)
    for place in range(seats):  # in the order of the coming round
        seat = (state.turn + place) % seats
        total = amount(pick(cards.piles, side_of(mode, seat)))
        if seats > sides:
            total = (total + 1) // 2 if place < sides else total // 2
        sizes |= total << (seat * SIZE_BITS)
    out = merged(cards.out, cards.pool)
    counted = Cards(piles=cards.piles, sizes=sizes, hand=0, spare=0, pool=0, shares=0, out=out)
    phase = HANDS if state.table.expert else TURN_OVER
    return State(
        table=state.table,
        letters=state.letters,
        phase=phase,
        turn=state.turn,
        board=state.board,
        cards=counted,
        score=state.score,
    )
