"""The rule sheet, Blocked and void rounds: their trophies, void rounds, and the third in a row."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import (
    FULL_WITH_FOUR_RED,
    FULL_WITHOUT_LINES,
    MODES,
    SIDES,
    caused,
    counts,
    table,
    winning,
)

# Side 1 has no card left. Red and green both have a line of four whose highest card is a 9.
TWO_NINES = """
    r9 r1 r2 r3 .
    b1-9 y1-9 b1-9 y1-9 .
    g9 g1 g2 g3 .
"""
STUCK_FOUR = "g1-9 b1 g1-9"  # seat 1 of four has no card left, and nobody has a line
EDITIONS = pytest.mark.parametrize("edition", ["2024", "atalia"])


def void(mode: str, void_rounds: int = 0, **rest: Any) -> tt.Match:
    """The square is full, seat 1 cannot place, and nobody has a line."""
    start = table(mode, FULL_WITHOUT_LINES, {0: "r6"}, void_rounds=void_rounds, **rest)
    return start.play("r6@4,0")


@pytest.mark.rule("PUNTO-23")
class TestTheTrophyOfABlockedRound:
    """The highest card of all counted lines."""

    @EDITIONS
    @pytest.mark.parametrize(
        ("lines", "trophy"),
        [("r3 r4 r5\nr8 b1 b2\nr2 y1 y2", "r8"), ("r3 r4 r5\nb3 b1 y3\nr9 y1 y2", "r5")],
        ids=["over several lines", "not outside the lines"],
    )
    def test_the_highest_card_of_all_counted_lines(
        self, lines: str, trophy: str, edition: str
    ) -> None:
        drawing = f"{lines}\n{STUCK_FOUR}"
        match = table("M4", drawing, {0: "r1"}, edition=edition).play("r1@3,1")
        assert match.position()["trophies"] == [[trophy], [], [], []]

    @EDITIONS
    @pytest.mark.parametrize(
        ("trophies", "taken"),
        [("", "r9"), ("r8", "g9"), ("g8", "r9"), ("g8 r8", "r9"), ("g1", "r9")],
    )
    def test_two_colours_tie_fewer_trophies_first_then_red_before_green(
        self, edition: str, trophies: str, taken: str
    ) -> None:
        rest: dict[str, Any] = {"trophies": (trophies, ""), "rounds_to_win": 4}
        match = table("M2", TWO_NINES, {0: "r4"}, edition=edition, **rest).play("r4@4,1")
        assert winning(match) == (0, taken)
        assert match.position()["trophies"][0] == [*trophies.split(), taken]

    def test_the_order_is_red_green_blue_yellow_for_any_two_colours(self) -> None:
        """The same table with yellow for red and blue for green: blue comes first."""
        swap = str.maketrans("rgby", "ybgr")
        colours: dict[str, int | None] = {"y": 0, "b": 0, "g": 1, "r": 1}
        match = table("M2", TWO_NINES.translate(swap), {0: "y4"}, colours=colours).play("y4@4,1")
        assert match.position()["trophies"] == [["b9"], []]

    def test_the_higher_colour_is_taken_whatever_the_trophies(self) -> None:
        drawing = TWO_NINES.replace("g9", "g8")
        rest: dict[str, Any] = {"trophies": ("r8", ""), "rounds_to_win": 4}
        match = table("M2", drawing, {0: "r4"}, **rest).play("r4@4,1")
        assert match.position()["trophies"][0] == ["r8", "r9"]


@pytest.mark.rule("PUNTO-24")
class TestAVoidRound:
    """Nobody has a line, or the tie remains: nobody wins."""

    @EDITIONS
    @pytest.mark.parametrize("mode", MODES)
    def test_a_round_without_any_counted_line_is_void(self, mode: str, edition: str) -> None:
        match = void(mode, edition=edition)
        position = match.position()
        assert [event["type"] for event in match.events()][:4] == [
            *("placed", "turned", "blocked", "void"),
        ]
        assert position["rounds_won"] == [0] * SIDES[mode]
        assert position["trophies"] == [[] for _ in range(SIDES[mode])]
        assert position["void_rounds"] == 1
        assert position["board"] == {}

    @EDITIONS
    def test_a_round_is_void_when_the_points_tie_too(self, edition: str) -> None:
        drawing = f"r3 r4 r5 .\nb2 b4 b6 .\n{STUCK_FOUR} ."
        match = table("M4", drawing, {0: "r1"}, edition=edition).play("r1@3,0")
        assert caused(match, "void")
        assert match.position()["rounds_won"] == [0, 0, 0, 0]

    @pytest.mark.rule("PUNTO-22")
    def test_a_tie_in_one_edition_need_not_be_one_in_the_other(self) -> None:
        """Red 6 and 15, blue 9 and 12: equal sums, but red has the cheapest line."""
        drawing = f"r1 r2 r3 b2 b3 b4\n{STUCK_FOUR} . . .\nr4 r5 r6 b3 b4 b5"
        assert caused(table("M4", drawing, {0: "r9"}).play("r9@4,1"), "void")
        match = table("M4", drawing, {0: "r9"}, edition="atalia").play("r9@4,1")
        assert match.position()["rounds_won"] == [1, 0, 0, 0]

    @pytest.mark.rule("PUNTO-17")
    def test_all_cards_go_back(self) -> None:
        match = void("M2")
        assert counts(match) == [36, 36]
        assert [len(hand) for hand in match.position()["hands"]] == [1, 0]


@pytest.mark.rule("PUNTO-25")
class TestThreeVoidRounds:
    """The third in a row ends the match."""

    @pytest.mark.parametrize("mode", MODES)
    def test_two_void_rounds_do_not_end_the_match_the_third_is_a_draw_if_nobody_leads(
        self, mode: str
    ) -> None:
        second, third = void(mode, void_rounds=1), void(mode, void_rounds=2)
        assert second.result is None
        assert second.position()["void_rounds"] == 2
        assert third.result == tt.Result((), "void")
        assert third.position()["void_rounds"] == 3
        assert third.position()["to_move"] is None
        assert len(third.position()["board"]) == 36

    @pytest.mark.parametrize(
        ("mode", "trophies", "winners"),
        [
            ("M2", ("r2", ""), (0,)),
            ("M2", ("r2", "b2"), ()),
            ("M3", ("", "g2", ""), (1,)),
            ("M3", ("r2", "g2", ""), ()),
            ("M4", ("", "", "b2 b3", "y2"), (2,)),
            ("M4", ("r2 r3", "", "b2 b3", ""), ()),
            ("T4", ("", "b2"), (1, 3)),
            ("T6", ("r2", "g1 g2", "b2"), (1, 4)),
            ("T8", ("", "", "", "y2"), (3, 7)),
        ],
    )
    def test_most_rounds_won_wins_and_a_tie_for_most_is_a_draw(
        self, mode: str, trophies: tuple[str, ...], winners: tuple[int, ...]
    ) -> None:
        match = void(mode, void_rounds=2, trophies=trophies, rounds_to_win=3)
        assert match.result == tt.Result(winners, "void")

    def test_a_round_that_is_won_starts_the_count_anew(self) -> None:
        blocked = table("M2", FULL_WITH_FOUR_RED, {0: "r6"}, void_rounds=2).play("r6@5,0")
        assert blocked.position()["void_rounds"] == 0
        line = table("M4", "r1 r2 r3", {0: "r4"}, void_rounds=2).play("r4@3,0")
        assert line.position()["void_rounds"] == 0

    def test_a_position_after_three_void_rounds_cannot_go_on(self) -> None:
        with pytest.raises(tt.BadPosition, match="the match would be over"):
            table("M2", "r1", {0: "r4"}, void_rounds=3)

    def test_a_last_void_round_shows_no_side_that_would_have_won(self) -> None:
        position = void("M4", void_rounds=2).position()
        again = tt.setup("punto", position, {"players": 4}, seed="x")
        assert again.result == tt.Result((), "void")
        won = table("M2", FULL_WITH_FOUR_RED, {0: "r6"}, rounds_to_win=1).play("r6@5,0").position()
        with pytest.raises(tt.BadPosition, match="nothing has ended the match"):
            tt.setup("punto", {**won, "rounds_won": [0, 0], "void_rounds": 3}, {"players": 2})
