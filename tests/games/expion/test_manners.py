"""What the manners of opponents like in Ex*pion."""

from tests.games.expion.tables import table
from tests.games.likes import favourites


def test_the_greedy_capture() -> None:
    match = table(n="d6 f4 b9", s="g6", e="e6 b4", expion="c3")
    assert favourites(match, "greedy") == {"g6-f6"}


def test_the_careful_leave_nothing_to_capture() -> None:
    match = table(n="d6 b9", s="g6", e="e4 c7", w="b5")
    liked = favourites(match, "careful")
    assert "d6-d7" in liked
    assert "d6-d5" not in liked


def test_the_blocking_stand_in_the_way_of_the_expion() -> None:
    match = table(n="e8 b9 c4", e="f5 h2", w="b2", expion="f6")
    assert favourites(match, "blocking") == {"e8-f8"}
