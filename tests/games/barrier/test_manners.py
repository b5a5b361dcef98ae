"""What the manners of opponents like in Barrier."""

from tests.games.barrier.tables import table
from tests.games.likes import favourites


def test_the_greedy_take_where_they_can() -> None:
    match = table("y: c1 f1, C: c2, c: h8")
    assert favourites(match, "greedy") == {"c1xc3"}


def test_the_greedy_do_not_advance_under_a_jump() -> None:
    liked = favourites(table("y: a1 b1 d1 g2, c: e3 h8"), "greedy")
    assert "d1-c2" in liked
    assert not liked & {"d1-d2", "d1-e2"}


def test_the_careful_keep_out_of_reach_and_together() -> None:
    assert favourites(table("y: a1 b1 d1 g2, c: e3 h8"), "careful") == {"d1-c2"}


def test_the_blocking_take_what_moves_most() -> None:
    assert favourites(table("y: c1 f1, C: c2, c: h8"), "blocking") == {"c1xc3"}
