"""What the manners of opponents like in Point: hands lie open, so all see this; see `Likes`."""

from tabletier.games.kernel.bits import pick
from tabletier.games.kernel.contract import Likes
from tabletier.games.point.cards import CARD_BITS, ONE_CARD, hand_with
from tabletier.games.point.rules.exchange import count_places
from tabletier.games.point.search import prospect
from tabletier.games.point.state import FINISHED, NO_CARD, ROWS, State, row_of, side_of, unwanted


def likes(before: State, after: State) -> Likes:
    """Once rows are known, cards in hand and the pawns to be rid of decide.

    The careful keep cards that they can use, the greedy are rid of most pawns now, the blocking
    leave the next player a heavy row and few ways to change it.
    """
    if before.phase == ROWS or after.phase == FINISHED:
        return Likes()
    return Likes(
        careful=ways_on(after, before.turn),
        greedy=-unwanted(after, before.turn),
        blocking=left_to_next(before, after),
    )


def ways_on(state: State, seat: int) -> int:
    """POINT-11. In how many ways a seat could use the cards in its hand."""
    hand, row, found = pick(state.cards.hands, seat), row_of(state.rows, seat), 0
    while hand:
        found += count_places(row, state.bank, (hand & ONE_CARD) - 1)
        hand >>= CARD_BITS
    return found


def left_to_next(before: State, after: State) -> int:
    """POINT-15, POINT-19. What weighs on the next player, unless it is of the same side."""
    seat, cards = after.turn, after.cards
    if (side_of(before.table.mode, before.turn) >> seat) & 1:
        return 0
    hand = pick(cards.hands, seat)
    held = hand if cards.offer == NO_CARD else hand_with(hand, cards.offer)
    return prospect(after, seat, held) - ways_on(after, seat)
