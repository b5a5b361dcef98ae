"""The rule sheet, Other readings of the rule: no cards left, and who ended a round."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import FULL_WITHOUT_LINES, MODES, caused, position

# Side 1 has no card left. Red and green both have a line of four once a red card comes to 4,1.
NOTHING_LEFT = """
    r9 r1 r2 r3 .
    b1-9 y1-9 b1-9 y1-9 .
    g9 g1 g2 g3 .
"""
ONE_CARD_LEFT = """
    r1-9 g1-9 b1-9 y1-9
    y1-9 b1-9 g1-9 r1-3/r5-9
"""


def drawn(mode: str, drawing: str, hands: dict[int, str], **options: Any) -> tt.Match:
    """A match from a drawn position under other readings."""
    given = position(mode, drawing, hands)
    return tt.setup("punto", given, {**MODES[mode], **options}, seed="drawn")


@pytest.mark.rule("PUNTO-33")
class TestWhoeverHasNoCardLeft:
    """PUNTO-33 Usually the round is blocked; as another reading the player is passed over."""

    def test_usually_the_round_is_blocked(self) -> None:
        match = drawn("M2", NOTHING_LEFT, {0: "r4"}).play("r4@4,1")
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 1}]

    def test_a_player_without_cards_is_passed_over_and_the_last_plays_again(self) -> None:
        match = drawn("M2", NOTHING_LEFT, {0: "r4"}, empty_pile="skip").play("r4@4,1")
        assert match.to_move == 0
        assert caused(match, "blocked") == []
        assert caused(match, "skipped") == [{"type": "skipped", "seat": 1}]

    @pytest.mark.parametrize(("ender", "starts"), [("stuck", 0), ("last", 1)])
    def test_when_nobody_has_a_card_the_seat_after_the_last_could_not_place(
        self, ender: str, starts: int
    ) -> None:
        options = {"empty_pile": "skip", "round_ender": ender}
        match = drawn("M2", ONE_CARD_LEFT, {0: "r4"}, **options).play("r4@4,0")
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 1}]
        assert caused(match, "void")
        assert caused(match, "new_round") == [{"type": "new_round", "starts": starts}]

    def test_somebody_who_has_a_card_and_cannot_place_it_blocks_the_round(self) -> None:
        match = drawn("M4", FULL_WITHOUT_LINES, {0: "r6"}, empty_pile="skip").play("r6@4,0")
        assert caused(match, "blocked") == [{"type": "blocked", "seat": 1}]


@pytest.mark.rule("PUNTO-34")
class TestWhoEndedTheRound:
    """PUNTO-34 Whoever could not place or, as another reading, whoever placed last."""

    @pytest.mark.parametrize(("ender", "starts"), [("stuck", 2), ("last", 1)])
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    def test_after_a_void_round(self, ender: str, starts: int, edition: str) -> None:
        options = {"round_ender": ender, "edition": edition}
        match = drawn("M4", FULL_WITHOUT_LINES, {0: "r6"}, **options).play("r6@4,0")
        assert caused(match, "void")
        assert caused(match, "new_round") == [{"type": "new_round", "starts": starts}]
