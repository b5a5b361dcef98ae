"""The rule sheet, Who may know what."""

import json
import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tabletier as tt
from tests.games.punto.boards import caused, new, table
from tests.games.punto.games import all_options, somewhere
from tests.games.punto.worlds import another_world

HANDS = {0: "r1 y8", 1: "g1 y9", 2: "b1 b2"}
NUMBERS = st.integers(0, 10**9)
EXPERT = [options for options in all_options() if options["expert"]]
WITH_SECRETS = [o for o in all_options() if o["expert"] or o["players"] in (3, 6)]


def as_bytes(thing: Any) -> bytes:
    return json.dumps(thing).encode()


def viewers(match: tt.Match) -> list[int | None]:
    return [None, *range(match.seats)]


class TestWhatEverybodySees:
    """Cards on the table, trophies, and how many cards everybody has."""

    @pytest.mark.rule("PUNTO-30")
    def test_the_table_with_covered_cards_trophies_and_sizes(self) -> None:
        match = table("M4", "b1/r2 g3", {0: "r5"}, trophies=("", "g9", "", ""))
        for seat in viewers(match):
            seen = match.view(seat)["table"]
            assert seen["board"] == {"0,0": ["b1", "r2"], "1,0": ["g3"]}
            assert seen["trophies"] == [[], ["g9"], [], []]
            assert seen["pile_sizes"] == [16, 16, 17, 18]
            assert seen["rounds_won"] == [0, 1, 0, 0]

    @pytest.mark.rule("PUNTO-30")
    def test_a_card_turned_over_is_public(self) -> None:
        match = table("M4", "b1", {0: "r5"})
        assert all(match.view(seat)["table"]["hands"][0] == ["r5"] for seat in viewers(match))
        after = match.play("r5@1,0")
        (turned,) = caused(after, "turned")
        assert all(turned in after.events_for(seat) for seat in viewers(after))

    @pytest.mark.rule("PUNTO-30")
    def test_what_a_pile_holds_can_be_counted_but_not_in_which_order(self) -> None:
        match = table("M2", "b1", {0: "r5"})
        assert match.view(1)["table"]["unseen"] == match.position()["piles"]
        assert "piles" not in match.view(1)["table"]

    @pytest.mark.rule("PUNTO-30")
    def test_a_seat_that_is_not_there_sees_nothing(self) -> None:
        for seat in (2, -1, True, "0"):
            with pytest.raises(tt.NoSuchSeat):
                new("M2").view(seat)  # type: ignore[arg-type]  # what a program may hand in


class TestAnExpertsHand:
    """Only he sees it, not even the partner does."""

    @pytest.mark.rule("PUNTO-30", "PUNTO-26")
    def test_others_see_only_how_many_cards_he_holds(self) -> None:
        match = table("M3", "r9", HANDS, expert=True)
        assert match.view(0)["table"]["hands"] == [["r1", "y8"], ["?", "?"], ["?", "?"]]
        assert match.view(None)["table"]["hands"] == [["?", "?"]] * 3

    @pytest.mark.rule("PUNTO-30", "PUNTO-26")
    def test_nor_does_the_partner(self) -> None:
        match = new("T4", expert=True)
        hands = match.view(0)["table"]["hands"]
        assert hands[0] == match.position()["hands"][0]
        assert hands[1:] == [["?", "?"]] * 3

    @pytest.mark.rule("PUNTO-30", "PUNTO-26")
    def test_what_he_draws_only_he_is_told(self) -> None:
        match = table("M3", "r9", HANDS, expert=True).play("r1@1,0")
        (drawn,) = caused(match, "drawn")
        assert drawn in match.events_for(0)
        for seat in (None, 1, 2):
            assert {**drawn, "card": "?"} in match.events_for(seat)
            assert drawn not in match.events_for(seat)

    @pytest.mark.rule("PUNTO-30")
    def test_his_hidden_cards_are_among_the_unseen(self) -> None:
        match = table("M3", "r9", HANDS, expert=True)
        assert "g1" in match.view(0)["table"]["unseen"][1]
        assert match.view(0)["table"]["unseen"][0].count("r1") == 1
        assert match.view(1)["table"]["unseen"][0].count("r1") == 2


class TestNeutralCards:
    """Nobody knows who has which, nor which ones left the game."""

    @pytest.mark.rule("PUNTO-30")
    def test_only_how_many_each_side_has(self) -> None:
        match = table("M3", "y1/r9", {0: "r5"}, neutral=("y2 y2", "y3", "y4"), out="y5")
        seen = match.view(1)["table"]
        assert sum(seen["neutral_counts"]) == 16
        assert seen["out"] == 1
        assert seen["neutral_unseen"] == sorted([f"y{v}" for v in range(1, 10)] * 2)[1:]
        assert all(card[0] != "y" for cards in seen["unseen"] for card in cards)

    @pytest.mark.rule("PUNTO-30", "PUNTO-18")
    def test_their_dealing_is_seen_without_faces(self) -> None:
        match = new("M3")
        for seat in viewers(match):
            shared = [e["cards"] for e in match.events_for(seat) if e["type"] == "shared"]
            assert shared == [[["?"] * 6] * 3]

    @pytest.mark.rule("PUNTO-30", "PUNTO-18")
    def test_those_that_leave_the_game_leave_unseen(self) -> None:
        match = table("M3", "r1 r2 r3\ny1 y2 y3\ny4 . .", {0: "r9"}).play("r9@3,2")
        (left,) = caused(match, "left")
        assert len(left["cards"]) == 1
        assert {"type": "left", "cards": ["?"]} in match.events_for(0)


class TestTwoWorlds:
    """Worlds that differ only in hidden things look the same, byte for byte."""

    @pytest.mark.rule("PUNTO-30")
    @given(number=NUMBERS)
    def test_views_are_equal(self, number: int) -> None:
        match, rng = somewhere(number, WITH_SECRETS), random.Random(number)
        viewer = rng.choice(viewers(match))
        kept = _mover_keeps(match, rng)
        world = another_world(match.position(), viewer, match.options["expert"], kept, rng)
        assume(world != match.position())
        here = tt.setup("punto", match.position(), match.options, seed="here")
        there = tt.setup("punto", world, match.options, seed="there")
        assert as_bytes(here.view(viewer)) == as_bytes(there.view(viewer))

    @pytest.mark.rule("PUNTO-30", "PUNTO-26")
    @given(number=NUMBERS)
    def test_an_experts_move_shows_others_only_the_card_placed(self, number: int) -> None:
        rng = random.Random(number)
        match = somewhere(number, EXPERT)
        assume(match.to_move is not None)
        mover, move = match.to_move or 0, rng.choice(match.legal_moves())
        viewer = rng.choice([seat for seat in viewers(match) if seat != mover])
        world = another_world(match.position(), viewer, True, {mover: move[:2]}, rng)
        here = tt.setup("punto", match.position(), match.options, seed="here").play(move)
        there = tt.setup("punto", world, match.options, seed="there").play(move)
        assume(not _round_over(here) and not _round_over(there))
        assert as_bytes(here.events_for(viewer)) == as_bytes(there.events_for(viewer))
        assert as_bytes(here.view(viewer)) == as_bytes(there.view(viewer))


def _mover_keeps(match: tt.Match, rng: random.Random) -> dict[int, str]:
    """A card that fits stays with the seat to move, so that the other world can go on as well."""
    if match.to_move is None or not match.options["expert"]:
        return {}
    return {match.to_move: rng.choice(match.legal_moves())[:2]}


def _round_over(match: tt.Match) -> bool:
    return match.result is not None or bool(caused(match, "new_round"))
