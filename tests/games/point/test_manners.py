"""What the manners of opponents like in Point."""

import tabletier as tt
from tests.games.likes import favourites
from tests.games.point.tables import DUEL, position, table

HAND = ["BB=BWB", "BB=BBB", "WW=BWB", "WW=WWW"]


def duel(other: str) -> tt.Match:
    """Player 1 collects black and must use one of the cards of HAND."""
    bank = (6 - other.count("B"), 8 - other.count("W"))
    return table(position(["BBWWBWBBWB", other], [HAND, []], bank=bank))


def test_the_greedy_are_rid_of_most_pawns_at_once() -> None:
    liked = favourites(duel("WBBWBBWW"), "greedy")
    assert liked == {"WW>BWB@3", "BWB>BB@8", "BWB>BB@5"}


def test_the_careful_keep_cards_that_they_can_use() -> None:
    assert favourites(duel("WBBWBBWW"), "careful") == {"WW>WWW@3"}


def test_the_blocking_leave_the_next_player_less_to_take() -> None:
    """The card that takes the last black pawns out of the bank."""
    assert favourites(duel("WBBWBBWW"), "blocking") == {"WW>BWB@3"}


def test_nobody_has_a_liking_among_secret_rows() -> None:
    match = tt.new("point", DUEL, seed="rows")
    assert favourites(match, "careful") == favourites(match, "greedy") == set(match.legal_moves())
