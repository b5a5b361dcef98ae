"""The rule sheet, Who may know what; that nothing more leaks is shown for every game."""

import pytest

import tabletier as tt
from tests.games.punto.boards import caused, new, table

pytestmark = pytest.mark.rule("PUNTO-30")
HANDS = {0: "r1 y8", 1: "g1 y9", 2: "b1 b2"}


def viewers(match: tt.Match) -> list[int | None]:
    return [None, *range(match.seats)]


class TestWhatEverybodySees:
    """Cards on the table, trophies, and how many cards everybody has."""

    def test_the_table_with_covered_cards_trophies_and_sizes(self) -> None:
        match = table("M4", "b1/r2 g3", {0: "r5"}, trophies=("", "g9", "", ""))
        for seat in viewers(match):
            seen = match.view(seat)["table"]
            assert seen["board"] == {"0,0": ["b1", "r2"], "1,0": ["g3"]}
            assert seen["trophies"] == [[], ["g9"], [], []]
            assert seen["pile_sizes"] == [16, 16, 17, 18]
            assert seen["rounds_won"] == [0, 1, 0, 0]

    def test_a_card_turned_over_is_public(self) -> None:
        match = table("M4", "b1", {0: "r5"})
        assert all(match.view(seat)["table"]["hands"][0] == ["r5"] for seat in viewers(match))
        after = match.play("r5@1,0")
        (turned,) = caused(after, "turned")
        assert all(turned in after.events_for(seat) for seat in viewers(after))

    def test_what_a_pile_holds_can_be_counted_but_not_in_which_order(self) -> None:
        match = table("M2", "b1", {0: "r5"})
        assert match.view(1)["table"]["unseen"] == match.position()["piles"]
        assert "piles" not in match.view(1)["table"]

    def test_a_seat_that_is_not_there_sees_nothing(self) -> None:
        for seat in (2, -1, True, "0"):
            with pytest.raises(tt.NoSuchSeat):
                new("M2").view(seat)  # type: ignore[arg-type]  # what a program may hand in


class TestAnExpertsHand:
    """Only he sees it, not even the partner does."""

    @pytest.mark.rule("PUNTO-26")
    def test_others_see_only_how_many_cards_he_holds(self) -> None:
        match = table("M3", "r9", HANDS, expert=True)
        assert match.view(0)["table"]["hands"] == [["r1", "y8"], ["?", "?"], ["?", "?"]]
        assert match.view(None)["table"]["hands"] == [["?", "?"]] * 3

    @pytest.mark.rule("PUNTO-26")
    def test_nor_does_the_partner(self) -> None:
        match = new("T4", expert=True)
        hands = match.view(0)["table"]["hands"]
        assert hands[0] == match.position()["hands"][0]
        assert hands[1:] == [["?", "?"]] * 3

    @pytest.mark.rule("PUNTO-26")
    def test_what_he_draws_only_he_is_told(self) -> None:
        match = table("M3", "r9", HANDS, expert=True).play("r1@1,0")
        (drawn,) = caused(match, "drawn")
        assert drawn in match.events_for(0)
        for seat in (None, 1, 2):
            assert {**drawn, "card": "?"} in match.events_for(seat)
            assert drawn not in match.events_for(seat)

    def test_his_hidden_cards_are_among_the_unseen(self) -> None:
        match = table("M3", "r9", HANDS, expert=True)
        assert "g1" in match.view(0)["table"]["unseen"][1]
        assert match.view(0)["table"]["unseen"][0].count("r1") == 1
        assert match.view(1)["table"]["unseen"][0].count("r1") == 2


class TestNeutralCards:
    """Nobody knows who has which, nor which ones left the game."""

    def test_only_how_many_each_side_has(self) -> None:
        match = table("M3", "y1/r9", {0: "r5"}, neutral=("y2 y2", "y3", "y4"), out="y5")
        seen = match.view(1)["table"]
        assert sum(seen["neutral_counts"]) == 16
        assert seen["out"] == 1
        assert seen["neutral_unseen"] == sorted([f"y{v}" for v in range(1, 10)] * 2)[1:]
        assert all(card[0] != "y" for cards in seen["unseen"] for card in cards)

    @pytest.mark.rule("PUNTO-18")
    def test_their_dealing_is_seen_without_faces(self) -> None:
        match = new("M3")
        for seat in viewers(match):
            shared = [e["cards"] for e in match.events_for(seat) if e["type"] == "shared"]
            assert shared == [[["?"] * 6] * 3]

    @pytest.mark.rule("PUNTO-18")
    def test_those_that_leave_the_game_leave_unseen(self) -> None:
        match = table("M3", "r1 r2 r3\ny1 y2 y3\ny4 . .", {0: "r9"}).play("r9@3,2")
        (left,) = caused(match, "left")
        assert len(left["cards"]) == 1
        assert {"type": "left", "cards": ["?"]} in match.events_for(0)
