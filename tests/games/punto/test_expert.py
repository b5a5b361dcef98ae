"""The rule sheet, The expert variant: a hand of two cards."""

import pytest

import tabletier as tt
from tests.games.punto.boards import FULL_WITH_THREE_RED, caused, new, places, table

BLOCKED = {0: "r1 r6", 1: "g1 g4", 2: "b1 b2", 3: "y1 y2"}
WINNING = {0: "r2 r5", 1: "g1 g2", 2: "b5 b6", 3: "y1 y2"}
NO_PILE = {0: "r8 r9", 1: "g1 g2", 2: "b1 b2", 3: "y1 y2"}
LOW_FIVE_BY_FIVE = """
    r1 g1 b1 y1 r2
    b2 y2 r3 g2 b3
    r1 g1 b1 y1 r2
    b2 y2 r3 g2 b3
    r4 g3 b4 y3 r4
"""


class TestAHandOfTwo:
    """Everybody has two cards, places one of them and draws another."""

    @pytest.mark.rule("PUNTO-26")
    def test_either_card_may_be_placed(self) -> None:
        match = table("M2", "b3", {0: "r2 g5", 1: "b1 b2"}, expert=True)
        assert len(places(match, "r2")) == 8
        assert places(match, "g5") == places(match, "r2") | {"0,0"}

    @pytest.mark.rule("PUNTO-26")
    def test_two_equal_cards_are_one_choice(self) -> None:
        match = table("M2", "b3", {0: "r5 r5", 1: "b1 b2"}, expert=True)
        assert len(match.legal_moves()) == 9

    @pytest.mark.rule("PUNTO-26")
    def test_after_placing_one_draws_one(self) -> None:
        before = table("M2", "b3", {0: "r2 g5", 1: "b1 b2"}, expert=True)
        after = before.play("g5@1,0")
        assert len(after.position()["hands"][0]) == 2
        assert "r2" in after.position()["hands"][0]
        assert after.position()["hands"][1] == ["b1", "b2"]
        assert after.position()["pile_sizes"][0] == before.position()["pile_sizes"][0] - 1
        assert [event["seat"] for event in caused(after, "drawn")] == [0]
        assert after.to_move == 1

    @pytest.mark.rule("PUNTO-26", "PUNTO-14")
    def test_a_line_ends_the_round_before_a_card_is_drawn(self) -> None:
        match = table("M4", "r1 r6 r3 .", WINNING, expert=True, rounds_to_win=1).play("r2@3,0")
        assert match.result == tt.Result((0,), "line")
        assert match.position()["hands"][0] == ["r5"]
        assert caused(match, "drawn") == []

    @pytest.mark.rule("PUNTO-26")
    def test_every_round_begins_with_new_hands(self) -> None:
        match = table("M4", "r1 r6 r3 .", WINNING, expert=True).play("r2@3,0")
        assert [len(hand) for hand in match.position()["hands"]] == [2, 2, 2, 2]
        assert match.position()["pile_sizes"] == [15, 16, 16, 16]

    @pytest.mark.rule("PUNTO-26", "PUNTO-13")
    def test_two_high_cards_over_five_by_five_have_98_moves(self) -> None:
        """More than one thinks: the square may still float, so 49 places are open to each card."""
        hands = {0: "r9 r8", 1: "g9 g8", 2: "b9 b8", 3: "y9 y8"}
        match = table("M4", LOW_FIVE_BY_FIVE, hands, expert=True)
        assert len(places(match, "r9")) == len(places(match, "r8")) == 49
        assert len(match.legal_moves()) == 98


class TestHandsAndBlockedRounds:
    """Blocked only if neither card fits; without a pile the hand runs down."""

    @pytest.mark.rule("PUNTO-27", "PUNTO-11")
    def test_the_first_card_is_chosen_from_the_hand(self) -> None:
        match = new("M2", expert=True)
        assert match.to_move is not None
        hand = match.position()["hands"][match.to_move]
        assert match.legal_moves() == tuple(sorted(f"{card}@0,0" for card in set(hand)))

    @pytest.mark.rule("PUNTO-27")
    def test_one_card_that_fits_is_enough(self) -> None:
        drawing = FULL_WITH_THREE_RED.replace("b5", "b3")
        match = table("M4", drawing, BLOCKED, expert=True).play("r6@4,1")
        assert match.to_move == 1
        assert match.legal_moves() == ("g4@2,1",)

    @pytest.mark.rule("PUNTO-27")
    def test_blocked_if_neither_fits(self) -> None:
        match = table("M4", FULL_WITH_THREE_RED, BLOCKED, expert=True).play("r6@4,1")
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 1}]
        assert match.position()["rounds_won"] == [1, 0, 0, 0]

    @pytest.mark.rule("PUNTO-27", "PUNTO-20")
    def test_without_a_pile_the_hand_runs_down_to_one_then_none_then_blocked(self) -> None:
        match = table("M4", "r1-9 y3 r1-7", NO_PILE, expert=True)
        assert match.position()["pile_sizes"][0] == 0
        held = []
        while not caused(match, "blocked"):
            if match.to_move == 0:
                held.append(len(match.position()["hands"][0]))
            match = match.play(match.legal_moves()[0])
        assert held == [2, 1]
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 0}]

    @pytest.mark.rule("PUNTO-27")
    def test_the_others_go_on_drawing_meanwhile(self) -> None:
        match = table("M4", "r1-9 y3 r1-7", NO_PILE, expert=True).play("r8@0,1")
        assert caused(match, "drawn") == []
        match = match.play("g2@1,1")
        assert [event["seat"] for event in caused(match, "drawn")] == [1]
