"""The rule sheet, After a round: trophy, piles, neutral cards, and who starts."""

from collections import Counter

import pytest

from tests.games.punto.boards import (
    FULL_WITH_FOUR_RED,
    FULL_WITH_THREE_RED,
    FULL_WITHOUT_LINES,
    MODES,
    SIDES,
    TWO_OF_EACH,
    cards_of,
    caused,
    counts,
    everything,
    table,
    winning,
)

EDITIONS = pytest.mark.parametrize("edition", ["2024", "atalia"])
TEAMS = pytest.mark.parametrize("mode", ["T4", "T6", "T8"])


@pytest.mark.rule("PUNTO-16")
class TestTheTrophy:
    """The highest card of the winning line, laid aside for good; nobody is asked."""

    @pytest.mark.parametrize(
        ("mode", "drawing", "move", "trophy"),
        [
            ("M4", "r2 r8 r3", "r9@3,0", "r9"),
            ("M4", "r2 r8 r3", "r1@3,0", "r8"),
            ("M4", "r9 b1 g9 .\nr2 r1 r3 .", "r4@3,0", "r4"),
            ("M4", "r3 . . .\nr9 . . .\nr1 . . .\n*b1 r4 r8 r6", "r7@0,0", "r9"),
            ("M2", "r1 r2 r3 b1 r4 r8", "r6@3,0", "r8"),
            ("M4", "r8 r8 r3", "r1@3,0", "r8"),
        ],
        ids=[
            "the last card",
            "a card that lay there",
            "no higher card outside the line",
            "over all completed lines",
            "of a longer line",
            "one of two equal cards",
        ],
    )
    def test_it_is_the_highest_card_of_the_line(
        self, mode: str, drawing: str, move: str, trophy: str
    ) -> None:
        match = table(mode, drawing, {0: move[:2]}).play(move)
        assert winning(match) == (0, trophy)
        assert match.position()["trophies"] == [[trophy], *[[]] * (SIDES[mode] - 1)]
        assert cards_of(match, 0).count(trophy) == 1
        assert len(match.legal_moves()) == 1

    def test_it_never_comes_back_and_trophies_stand_in_the_order_won(self) -> None:
        trophies = ("r9 r5", "", "", "")
        match = table("M4", "r8 r2 r3", {0: "r9"}, trophies=trophies, rounds_to_win=4)
        match = match.play("r9@3,0")
        assert match.position()["trophies"][0] == ["r9", "r5", "r9"]
        assert "r9" not in cards_of(match, 0)
        assert everything(match.position()) == TWO_OF_EACH

    @pytest.mark.rule("PUNTO-2")
    def test_the_last_trophy_still_lies_in_its_line_when_the_match_is_over(self) -> None:
        match = table("M4", "r8 r2 r3", {0: "r1"}, trophies=("r9", "", "", "")).play("r1@3,0")
        assert match.position()["rounds_won"] == [2, 0, 0, 0]
        assert match.position()["trophies"] == [["r9"], [], [], []]
        assert match.position()["board"]["0,0"] == ["r8"]
        assert caused(match, "round_won")[0]["laid_aside"] is False
        first = table("M4", "r8 r2 r3", {0: "r1"}).play("r1@3,0")
        assert caused(first, "round_won")[0]["laid_aside"] is True


@pytest.mark.rule("PUNTO-17")
class TestBackToThePiles:
    """All other cards go back to their owners and are shuffled."""

    def test_covered_cards_go_back_to_their_owners_too(self) -> None:
        match = table("M4", "g1/b2/r8 y1/r2 r3", {0: "r1"}).play("r1@3,0")
        assert match.position()["board"] == {}
        assert counts(match) == [17, 18, 18, 18]
        for side, colour in enumerate("rgby"):
            assert {card[0] for card in cards_of(match, side)} == {colour}

    def test_the_leader_has_fewer_cards(self) -> None:
        trophies = ("r9", "g9", "", "")
        match = table("M4", "r8 r2 r3", {0: "r1"}, trophies=trophies, rounds_to_win=3)
        assert counts(match.play("r1@3,0")) == [16, 17, 18, 18]

    @pytest.mark.rule("PUNTO-26")
    @pytest.mark.parametrize("expert", [False, True], ids=["normal", "expert"])
    def test_cards_that_could_not_be_placed_go_back_as_well(self, expert: bool) -> None:
        hands = {0: "r1 r6", 1: "g1 g4", 2: "b1 b2", 3: "y1 y2"} if expert else {0: "r6"}
        match = table("M4", FULL_WITH_THREE_RED, hands, expert=expert).play("r6@4,1")
        assert counts(match) == [17, 18, 18, 18]


@pytest.mark.rule("PUNTO-18")
class TestNeutralCardsAgain:
    """Those that were played are shared out equally; the rest leaves the game."""

    # Eleven neutral cards were played, six of them covered; red is about to win.
    ELEVEN = """
        y1/y2/r4 y3/b4 g1/y4/g5 y5
        r1 r2 r3 .
        y1 y2/y3 y6 y7/y9
    """
    KEPT = ("y4 y5", "y6 y7", "y8 y8")

    @pytest.mark.parametrize("mode", ["M3", "T6"])
    def test_eleven_played_three_for_each_and_two_out(self, mode: str) -> None:
        """Those not played stay where they are."""
        match = table(mode, self.ELEVEN, {0: "r9"}, neutral=self.KEPT, out="y9").play("r9@3,1")
        assert counts(match, "y") == [5, 5, 5]
        for side, kept in enumerate(self.KEPT):
            assert Counter(kept.split()) <= Counter(cards_of(match, side))
        assert len(match.position()["out"]) == 3
        assert "y9" in match.position()["out"]
        assert [list(map(len, e["cards"])) for e in caused(match, "shared")] == [[5, 5, 5]]
        assert [len(event["cards"]) for event in caused(match, "left")] == [2]
        assert everything(match.position()) == TWO_OF_EACH

    @pytest.mark.parametrize(
        ("played", "each", "left"), [(1, 0, 1), (2, 0, 2), (3, 1, 0), (4, 1, 1)]
    )
    def test_equal_numbers_even_if_few_were_played(self, played: int, each: int, left: int) -> None:
        row = " ".join(["y1/b4", "y2/g5", "y3/b6", "y4/g7"][:played])
        rest = " ".join([f"y{value}" for value in range(1, 10)] * 2).split(maxsplit=played)[-1]
        match = table("M3", f"r1 r2 r3\n{row}", {0: "r9"}, neutral=(rest, "", ""))
        match = match.play("r9@3,1")
        assert counts(match, "y")[1:] == [each, each]
        assert len(match.position()["out"]) == left

    @pytest.mark.rule("PUNTO-24")
    def test_a_void_round_shares_them_out_as_well(self) -> None:
        match = table("M3", FULL_WITHOUT_LINES, {0: "r6"}).play("r6@4,0")
        assert caused(match, "void")
        assert counts(match, "y") == [6, 6, 6]

    @pytest.mark.rule("PUNTO-26")
    def test_neutral_cards_in_an_experts_hand_were_not_played(self) -> None:
        hands = {0: "r9 y8", 1: "y8 y9", 2: "b1 b2"}
        neutral = ("y1 y2 y3 y4", "y4 y5 y5 y6", "y6 y7 y7 y9")
        drawing = "r1 r2 r3\ny1 y2 y3"
        match = table("M3", drawing, hands, expert=True, neutral=neutral).play("r9@3,1")
        kept = ["y1 y2 y3 y4 y8", "y4 y5 y5 y6 y8 y9", "y6 y7 y7 y9"]
        for side, cards in enumerate(kept):
            assert Counter(cards.split()) <= Counter(cards_of(match, side))
            assert counts(match, "y")[side] == len(cards.split()) + 1


@pytest.mark.rule("PUNTO-19")
class TestWhoStartsNext:
    """The neighbour of who lined up (see test_lines.py too), of the winner, or of who was stuck."""

    @EDITIONS
    @TEAMS
    def test_in_teams_the_neighbour_of_the_member_who_completed_the_line(
        self, mode: str, edition: str
    ) -> None:
        partner = SIDES[mode]
        row, move = ("r1 r2 r3 r4", "r9@4,0") if mode == "T4" else ("r1 r2 r3", "r9@3,0")
        match = table(mode, row, {partner: "r9"}, partner, edition=edition).play(move)
        assert match.to_move == partner + 1

    def test_luck_has_no_part_in_it(self) -> None:
        starters = {
            table("M4", "b1 b2 b3", {2: "b9"}, 2, seed=f"seed {number}").play("b9@3,0").to_move
            for number in range(20)
        }
        assert starters == {3}

    @pytest.mark.parametrize(
        ("mode", "in_2024", "in_atalia"),
        [("M2", 1, 0), ("M3", 1, 2), ("M4", 1, 2), ("T4", 2, 2), ("T6", 2, 2), ("T8", 2, 2)],
    )
    def test_after_a_blocked_round_2024_left_of_the_winner_atalia_left_of_who_ended_it(
        self, mode: str, in_2024: int, in_atalia: int
    ) -> None:
        """Seat 0 wins, seat 1 could not place; in teams a block counts from him in both."""
        full, move = (
            (FULL_WITH_FOUR_RED, "r6@5,0") if SIDES[mode] == 2 else (FULL_WITH_THREE_RED, "r6@4,1")
        )
        for edition, starter in (("2024", in_2024), ("atalia", in_atalia)):
            match = table(mode, full, {0: "r6"}, edition=edition).play(move)
            assert match.position()["rounds_won"][0] == 1
            assert match.to_move == starter

    @pytest.mark.rule("PUNTO-24")
    @EDITIONS
    @pytest.mark.parametrize("mode", MODES)
    def test_after_a_void_round_the_neighbour_of_the_one_who_could_not_place(
        self, mode: str, edition: str
    ) -> None:
        match = table(mode, FULL_WITHOUT_LINES, {0: "r6"}, edition=edition).play("r6@4,0")
        assert caused(match, "void")
        assert match.to_move == 2 % match.seats
        assert caused(match, "new_round") == [{"type": "new_round", "starts": match.to_move}]
