"""The rule sheet, Blocked and void rounds: who cannot place, and who then wins."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import (
    FULL_WITH_FOUR_RED,
    FULL_WITH_THREE_RED,
    FULL_WITHOUT_LINES,
    MODES,
    SIDES,
    caused,
    table,
    winning,
)

# Seat 1 has no card left; red has one line of three, or of four, and plays the last card.
NEUTRAL = "y1 y2 y3 y4 y5 y6 y7 y8 y9"
EMPTY: dict[str, dict[str, Any]] = {
    "M2": {"drawing": "r9 r7 r5 r3 . .\nb1-9 y1-9 b1-9 y1-9 . ."},
    "M3": {"drawing": "r9 r7 r5 .\ng1-9 b1 g1-9 .", "neutral": (NEUTRAL, "", NEUTRAL)},
    "M4": {"drawing": "r9 r7 r5 .\ng1-9 b1 g1-9 ."},
    "T4": {"drawing": "r9 r7 r5 r3 . .\nb1 y1 b2 y2 . .", "empty_pile": 1},
    "T6": {"drawing": "r9 r7 r5 .\ng1 b1 g2 .", "empty_pile": 1},
    "T8": {"drawing": "r9 r7 r5 .\ng1 b1 g2 .", "empty_pile": 1},
}
ASIDE = {"M2": "r1@3,-1", "T4": "r1@3,-1"}  # where red's last card makes no line longer


def with_empty_pile(mode: str, **rest: Any) -> tt.Match:
    """Red plays, and seat 1 has nothing to turn over."""
    return table(mode, hands={0: "r1"}, **EMPTY[mode], **rest).play(ASIDE.get(mode, "r1@2,-1"))


def with_full_square(mode: str, **rest: Any) -> tt.Match:
    """Red fills the 36th place, and seat 1 turns over a card that is too low for all of them."""
    if SIDES[mode] == 2:
        return table(mode, FULL_WITH_FOUR_RED, {0: "r6"}, **rest).play("r6@5,0")
    return table(mode, FULL_WITH_THREE_RED, {0: "r6"}, **rest).play("r6@4,1")


@pytest.mark.rule("PUNTO-20")
class TestABlockedRound:
    """The player whose turn it is cannot place a card."""

    @pytest.mark.rule("PUNTO-21")
    @pytest.mark.parametrize("mode", MODES)
    def test_a_full_square_blocks_a_card_that_is_not_higher(self, mode: str) -> None:
        """Lines of four count between two sides, else lines of three."""
        match = with_full_square(mode)
        kinds = [event["type"] for event in match.events()][:5]
        assert kinds == ["placed", "turned", "blocked", "line", "round_won"]
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 1}]
        assert len(caused(match, "line")[0]["cells"]) == (4 if SIDES[mode] == 2 else 3)
        assert match.position()["rounds_won"][0] == 1

    @pytest.mark.parametrize("mode", MODES)
    def test_an_empty_pile_blocks_the_round(self, mode: str) -> None:
        """In teams too, though the partner still has cards."""
        match = with_empty_pile(mode)
        kinds = [event["type"] for event in match.events()][:4]
        assert kinds == ["placed", "blocked", "line", "round_won"]
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 1}]
        assert match.position()["rounds_won"][0] == 1

    def test_a_full_square_does_not_block_a_higher_card(self) -> None:
        """Green has no 1 left, so whatever it turns over covers the blue 1."""
        drawing = FULL_WITH_THREE_RED.replace("b5", "b1").replace("g5 g9", "g1/g5 g1/g9")
        match = table("M4", drawing, {0: "r6"}).play("r6@4,1")
        assert match.to_move == 1
        turned = match.position()["hands"][1][0]
        assert match.legal_moves() == (f"{turned}@2,1",)

    @pytest.mark.rule("PUNTO-13")
    def test_while_a_place_is_empty_the_lowest_card_can_be_placed(self) -> None:
        match = table("M4", FULL_WITHOUT_LINES, {0: "r1"})
        assert match.legal_moves() == ("r1@4,0",)

    @pytest.mark.parametrize("mode", MODES)
    def test_the_card_that_could_not_be_placed_stays_in_its_players_hand_at_the_end(
        self, mode: str
    ) -> None:
        match = with_full_square(mode, rounds_to_win=1)
        assert match.result == tt.Result(match.teams[0], "blocked")
        assert [len(hand) for hand in match.position()["hands"]][:2] == [0, 1]
        assert match.position()["to_move"] is None
        assert len(match.position()["board"]) == 36

    @pytest.mark.rule("PUNTO-15")
    def test_a_neutral_line_does_not_hide_that_the_round_was_blocked(self) -> None:
        """Red completes a neutral line, then green cannot turn over a card."""
        drawing = """
            r1 y1 y2 y3 .
            r5 r4 .  .  .
            r1 *g1-9 g1-9 b1 b2
        """
        rest = "y1 y2 y3 y4 y5 y5 y6 y6 y7 y7 y8 y8 y9 y9"
        match = table("M3", drawing, {0: "y4"}, neutral=(rest, "", "")).play("y4@3,2")
        assert [event["type"] for event in match.events()][:4] == [
            *("placed", "blocked", "line", "round_won"),
        ]
        assert caused(match, "line")[0]["cells"] == ["-1,0", "-1,1", "-1,2"]
        assert winning(match) == (0, "r5")

    @pytest.mark.rule("PUNTO-24")
    def test_all_piles_of_a_side_may_run_out_without_a_line_anywhere(self) -> None:
        match = table("M2", "b1-9 y1-9 b1-9 y1-9", {0: "r1"}).play("r1@0,1")
        assert [event["type"] for event in match.events()][:3] == ["placed", "blocked", "void"]
        assert match.to_move == 0
        assert len(match.legal_moves()) == 1


@pytest.mark.rule("PUNTO-21")
class TestCountingLines:
    """Most lines one card shorter than needed win a blocked round."""

    @pytest.mark.parametrize("mode", ["M2", "T4"])
    def test_lines_of_three_do_not_count_between_two_sides(self, mode: str) -> None:
        match = table(mode, FULL_WITH_THREE_RED, {0: "r6"}).play("r6@4,1")
        assert caused(match, "void") == [{"type": "void"}]

    def test_the_side_with_more_lines_wins_even_with_more_points(self) -> None:
        drawing = """
            r9 r8 r7 .
            r9 b9 b1 .
            r8 b8 b1 .
            g1-9 b2 g1-9 .
        """
        match = table("M4", drawing, {0: "r1"}).play("r1@3,1")
        assert winning(match) == (0, "r9")

    def test_a_card_may_stand_in_lines_of_several_directions(self) -> None:
        """Red's corner card counts twice: two lines beat the one of blue."""
        drawing = """
            r4 .  .  .
            r6 b1 b2 b3
            r5 r7 r3 .
            g1-9 b9 g1-9 .
        """
        match = table("M4", drawing, {0: "r1"}).play("r1@3,0")
        assert caused(match, "line")[0]["cells"] == ["0,1", "1,1", "2,1", "0,2", "0,3"]
        assert match.position()["rounds_won"] == [1, 0, 0, 0]

    def test_lines_in_both_colours_of_a_side_count(self) -> None:
        """Red and green each have a line of four: two lines beat the one of blue."""
        drawing = """
            r4 r6 r5 r7 .
            b1 b3 b1 b2 .
            g4 g6 g5 g7 .
        """
        match = table("T4", drawing, {0: "r1"}, empty_pile=1).play("r1@4,1")
        assert [line["colour"] for line in caused(match, "line")] == ["r", "g"]
        assert match.position()["rounds_won"] == [1, 0]

    def test_only_cards_seen_from_above_count(self) -> None:
        """The middle of blue's line lies under a red 9; red has a line and wins."""
        drawing = """
            b1 b1/r9 b2 .
            r2 r3 r4 .
            g1-9 b9 g1-9 .
        """
        match = table("M4", drawing, {0: "r1"}).play("r1@3,2")
        assert match.position()["rounds_won"] == [1, 0, 0, 0]
        assert caused(match, "line")[0]["cells"] == ["0,1", "1,1", "2,1"]


@pytest.mark.rule("PUNTO-22")
class TestATie:
    """Among the sides with most lines the points decide, differently in the two editions."""

    # The sheet's example: red 12 and 9, green 6 and 16, the others one line each.
    TIED = """
        r3 r4 r5 g1 g2 g3
        b1 b2 b3 y1 y2 y3
        g5 g2 g9 r2 r3 r4
        g1/g3/g4/g5/g6/g7/g8/g9 . . . . g4/g6/g7/g8
    """

    @pytest.mark.parametrize("blue", ["b1 b2 b3", "b1 b1 b2"])
    @pytest.mark.parametrize(
        ("edition", "winner", "trophy"), [("2024", 0, "r5"), ("atalia", 1, "g9")]
    )
    def test_2024_the_fewest_points_over_all_lines_atalia_the_cheapest_line(
        self, edition: str, winner: int, trophy: str, blue: str
    ) -> None:
        """Only the tied sides are compared: blue may have the cheapest line, but only one."""
        drawing = self.TIED.replace("b1 b2 b3", blue)
        match = table("M4", drawing, {0: "r1"}, edition=edition).play("r1@1,0")
        assert winning(match) == (winner, trophy)

    def test_2024_totals_are_of_all_lines_not_of_the_last_one(self) -> None:
        """Red 24 and 4, blue 9 and 12: one line of red would mislead; blue's sum is lower."""
        drawing = """
            r8 r9 r7 b2 b3 b4
            g1-9 y1 g1-9 y2 . .
            r1 r1 r2 b3 b4 b5
        """
        match = table("M4", drawing, {0: "r4"}).play("r4@3,3")
        assert match.position()["rounds_won"] == [0, 0, 1, 0]

    @pytest.mark.rule("PUNTO-21")
    def test_2024_a_card_in_two_lines_counts_in_both(self) -> None:
        """Red has 9+1+1 and 9+2+2, 24 though its cards show 15; blue 8+2+3 and 1+4+5, 23."""
        drawing = """
            r9 r1 r1 .  .
            r2 b8 b2 b3 .
            r2 .  .  .  .
            g1-9 b1 b4 b5 g1-9
        """
        match = table("M4", drawing, {0: "r3"}).play("r3@4,3")
        assert match.position()["rounds_won"] == [0, 0, 1, 0]

    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize(
        ("first", "second", "third", "winner"),
        [
            ("r3 r4 r5", "b2 b4 b6", "y1 y2 y3", 3),
            ("r3 r4 r5", "b1 b2 b3", "y2 y4 y6", 2),
            ("r1 r2 r3", "b3 b4 b5", "y2 y4 y6", 0),
        ],
    )
    def test_of_three_tied_sides_the_cheapest_wins_though_the_others_are_equal(
        self, first: str, second: str, third: str, winner: int, edition: str
    ) -> None:
        drawing = f"{first} {second}\n{third} . . .\ng1-9 g1-9 . . . ."
        match = table("M4", drawing, {0: "r9"}, edition=edition).play("r9@3,0")
        assert [event["side"] for event in caused(match, "round_won")] == [winner]
