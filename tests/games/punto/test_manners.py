"""What the manners of opponents like in Punto."""

from tests.games.likes import favourites, likings
from tests.games.punto.boards import table


def test_the_greedy_put_their_cards_together() -> None:
    match = table("M3", "*g7 g8 b3\nr7 r2 b1", {0: "r9"})
    assert favourites(match, "greedy") == {"r9@0,0", "r9@1,0", "r9@0,-2", "r9@1,-2"}


def test_the_blocking_part_those_of_others() -> None:
    match = table("M3", "*g7 g2 g8\nr7 b1 r2", {0: "r9"})
    assert favourites(match, "blocking") == {"r9@1,0"}


def test_the_careful_build_on_what_is_hard_to_cover() -> None:
    match = table("M2", "*r8 b3 b4\n. r7 .", {0: "r9"})
    assert favourites(match, "careful") == {"r9@1,0", "r9@0,-1"}


def test_the_careful_leave_no_line_open() -> None:
    liked = likings(table("M3", "*g7 g8 g6\nr2 . .", {0: "r9"}), "careful")
    assert liked["r9@3,0"] > liked["r9@3,-1"]
    assert liked["r9@1,0"] > liked["r9@3,-1"]


def test_where_a_round_ends_all_is_liked_as_much() -> None:
    liked = likings(table("M3", "*r1 r2 r3\ng4 . .", {0: "r9"}), "greedy")
    assert liked["r9@3,0"] == 0.0
