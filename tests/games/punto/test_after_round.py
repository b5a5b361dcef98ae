"""The rule sheet, After a round: trophy, piles, neutral cards, and who starts."""

from collections import Counter

import pytest

import tabletier as tt
from tests.games.punto.boards import (
    CARDS,
    FULL_WITH_FOUR_RED,
    FULL_WITH_THREE_RED,
    FULL_WITHOUT_LINES,
    SIDES,
    caused,
    everything,
    table,
    winning,
)


def all_cards_of(match: tt.Match, side: int) -> Counter[str]:
    """A side's piles and hands together."""
    position = match.position()
    hands = position["hands"][side :: len(position["piles"])]
    return Counter([*position["piles"][side], *(card for hand in hands for card in hand)])


class TestTheTrophy:
    """The highest card of the winning line, laid aside for good."""

    @pytest.mark.rule("PUNTO-16")
    @pytest.mark.parametrize("last", ["r9", "r5", "r1"])
    def test_it_is_the_highest_card_wherever_it_lies_in_the_line(self, last: str) -> None:
        match = table("M4", "r2 r8 r3", {0: last}).play(f"{last}@3,0")
        trophy = "r9" if last == "r9" else "r8"
        assert match.position()["trophies"] == [[trophy], [], [], []]
        assert winning(match) == (0, trophy)

    @pytest.mark.rule("PUNTO-16")
    def test_higher_cards_outside_the_line_do_not_matter(self) -> None:
        match = table("M4", "r9 b1 g9 .\nr2 r1 r3 .", {0: "r4"}).play("r4@3,0")
        assert match.position()["trophies"][0] == ["r4"]

    @pytest.mark.rule("PUNTO-16")
    def test_the_highest_over_all_completed_lines(self) -> None:
        drawing = """
            r3 .  .  .
            r9 .  .  .
            r1 .  .  .
            *b1 r4 r8 r6
        """
        match = table("M4", drawing, {0: "r7"}).play("r7@0,0")
        assert match.position()["trophies"][0] == ["r9"]

    @pytest.mark.rule("PUNTO-16")
    def test_the_highest_of_a_longer_line(self) -> None:
        match = table("M2", "r1 r2 r3 b1 r4 r8", {0: "r6"}).play("r6@3,0")
        assert match.position()["trophies"][0] == ["r8"]

    @pytest.mark.rule("PUNTO-16")
    def test_of_two_equal_cards_one_stays_in_the_game(self) -> None:
        match = table("M4", "r8 r8 r3", {0: "r1"}).play("r1@3,0")
        assert match.position()["trophies"][0] == ["r8"]
        assert all_cards_of(match, 0)["r8"] == 1

    @pytest.mark.rule("PUNTO-16")
    def test_nobody_is_asked_for_the_trophy(self) -> None:
        match = table("M4", "r8 r2 r3", {0: "r1"}).play("r1@3,0")
        assert match.position()["trophies"][0] == ["r8"]
        (move,) = match.legal_moves()
        assert move.endswith("@0,0")

    @pytest.mark.rule("PUNTO-16")
    def test_it_never_comes_back(self) -> None:
        """In the next rounds the side plays without it."""
        match = table("M4", "r8 r2 r3", {0: "r9"}, trophies=("r9", "", "", ""), rounds_to_win=3)
        match = match.play("r9@3,0")
        assert match.position()["trophies"][0] == ["r9", "r9"]
        assert all_cards_of(match, 0)["r9"] == 0
        assert everything(match.position()) == Counter(dict.fromkeys(CARDS, 2))

    @pytest.mark.rule("PUNTO-16")
    def test_trophies_stand_in_the_order_won(self) -> None:
        match = table("M4", "r1 r2 r3", {0: "r4"}, trophies=("r9 r5", "", "", ""), rounds_to_win=4)
        assert match.play("r4@3,0").position()["trophies"][0] == ["r9", "r5", "r4"]

    @pytest.mark.rule("PUNTO-16", "PUNTO-2")
    def test_the_last_trophy_still_lies_in_its_line_when_the_match_is_over(self) -> None:
        match = table("M4", "r8 r2 r3", {0: "r1"}, trophies=("r9", "", "", "")).play("r1@3,0")
        assert match.position()["rounds_won"] == [2, 0, 0, 0]
        assert match.position()["trophies"] == [["r9"], [], [], []]
        assert match.position()["board"]["0,0"] == ["r8"]


class TestBackToThePiles:
    """All other cards go back to their owners and are shuffled."""

    @pytest.mark.rule("PUNTO-17")
    def test_covered_cards_go_back_to_their_owners_too(self) -> None:
        match = table("M4", "g1/b2/r8 y1/r2 r3", {0: "r1"}).play("r1@3,0")
        assert [all_cards_of(match, side).total() for side in range(4)] == [17, 18, 18, 18]
        for side, colour in enumerate("rgby"):
            assert {card[0] for card in all_cards_of(match, side)} == {colour}

    @pytest.mark.rule("PUNTO-17")
    def test_the_table_is_empty_again(self) -> None:
        match = table("M4", "r8 r2 r3", {0: "r1"}).play("r1@3,0")
        assert match.position()["board"] == {}

    @pytest.mark.rule("PUNTO-17")
    def test_the_leader_has_fewer_cards(self) -> None:
        trophies = ("r9", "g9", "", "")
        match = table("M4", "r8 r2 r3", {0: "r1"}, trophies=trophies, rounds_to_win=3)
        won = match.play("r1@3,0")
        assert [all_cards_of(won, side).total() for side in range(4)] == [16, 17, 18, 18]

    @pytest.mark.rule("PUNTO-17")
    def test_a_card_that_could_not_be_placed_goes_back_as_well(self) -> None:
        match = table("M4", FULL_WITH_THREE_RED, {0: "r6"}).play("r6@4,1")
        assert [all_cards_of(match, side).total() for side in range(4)] == [17, 18, 18, 18]


class TestNeutralCardsAgain:
    """Those that were played are shared out equally; the rest leaves the game."""

    # Eleven neutral cards were played, six of them covered; red is about to win.
    ELEVEN = """
        y1/y2/r4 y3/b4 g1/y4/g5 y5
        r1 r2 r3 .
        y1 y2/y3 y6 y7/y9
    """
    KEPT = ("y4 y5", "y6 y7", "y8 y8")

    @staticmethod
    def neutral(match: tt.Match, side: int) -> Counter[str]:
        cards = all_cards_of(match, side)
        return Counter({card: cards[card] for card in cards if card[0] == "y"})

    @pytest.mark.rule("PUNTO-18")
    @pytest.mark.parametrize("mode", ["M3", "T6"])
    def test_eleven_played_three_for_each_and_two_out(self, mode: str) -> None:
        match = table(mode, self.ELEVEN, {0: "r9"}, neutral=self.KEPT, out="y9").play("r9@3,1")
        assert [self.neutral(match, side).total() for side in range(3)] == [5, 5, 5]
        assert len(match.position()["out"]) == 3
        assert [list(map(len, e["cards"])) for e in caused(match, "shared")] == [[5, 5, 5]]
        assert [len(event["cards"]) for event in caused(match, "left")] == [2]

    @pytest.mark.rule("PUNTO-18")
    def test_those_not_played_stay_where_they_are(self) -> None:
        match = table("M3", self.ELEVEN, {0: "r9"}, neutral=self.KEPT, out="y9").play("r9@3,1")
        for side, kept in enumerate(self.KEPT):
            assert Counter(kept.split()) <= self.neutral(match, side)
        assert "y9" in match.position()["out"]

    @pytest.mark.rule("PUNTO-18")
    def test_played_cards_are_shared_at_random(self) -> None:
        shares = {
            str(
                caused(
                    table(
                        "M3", self.ELEVEN, {0: "r9"}, seed=seed, neutral=self.KEPT, out="y9"
                    ).play("r9@3,1"),
                    "shared",
                )
            )
            for seed in ("a", "b", "c", "d", "e")
        }
        assert len(shares) == 5

    @pytest.mark.rule("PUNTO-18")
    @pytest.mark.parametrize(
        ("played", "each", "left"), [(1, 0, 1), (2, 0, 2), (3, 1, 0), (4, 1, 1)]
    )
    def test_equal_numbers_even_if_few_were_played(self, played: int, each: int, left: int) -> None:
        row = " ".join(["y1/b4", "y2/g5", "y3/b6", "y4/g7"][:played])
        rest = " ".join([f"y{value}" for value in range(1, 10)] * 2).split(maxsplit=played)[-1]
        match = table("M3", f"r1 r2 r3\n{row}", {0: "r9"}, neutral=(rest, "", ""))
        match = match.play("r9@3,1")
        assert [self.neutral(match, side).total() for side in (1, 2)] == [each, each]
        assert len(match.position()["out"]) == left

    @pytest.mark.rule("PUNTO-18", "PUNTO-24")
    def test_a_void_round_shares_them_out_as_well(self) -> None:
        match = table("M3", FULL_WITHOUT_LINES, {0: "r6"}).play("r6@4,0")
        assert caused(match, "void")
        assert [self.neutral(match, side).total() for side in range(3)] == [6, 6, 6]
        assert [list(map(len, e["cards"])) for e in caused(match, "shared")] == [[6, 6, 6]]

    @pytest.mark.rule("PUNTO-18", "PUNTO-26")
    def test_neutral_cards_in_an_experts_hand_were_not_played(self) -> None:
        hands = {0: "r9 y8", 1: "y8 y9", 2: "b1 b2"}
        match = table(
            "M3",
            "r1 r2 r3\ny1 y2 y3",
            hands,
            expert=True,
            neutral=("y1 y2 y3 y4", "y4 y5 y5 y6", "y6 y7 y7 y9"),
        ).play("r9@3,1")
        kept = ["y1 y2 y3 y4 y8", "y4 y5 y5 y6 y8 y9", "y6 y7 y7 y9"]
        for side, cards in enumerate(kept):
            assert Counter(cards.split()) <= self.neutral(match, side)
            assert self.neutral(match, side).total() == len(cards.split()) + 1


class TestWhoStartsNext:
    """The neighbour of the one who lined up, of the winner, or of the one who could not place."""

    @pytest.mark.rule("PUNTO-19")
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize("seat", [0, 1, 2, 3])
    def test_after_a_line_the_left_hand_neighbour_of_the_winner(
        self, edition: str, seat: int
    ) -> None:
        colour = "rgby"[seat]
        row = " ".join(f"{colour}{value}" for value in (1, 2, 3))
        match = table("M4", row, {seat: f"{colour}9"}, seat, edition=edition)
        assert match.play(f"{colour}9@3,0").to_move == (seat + 1) % 4

    @pytest.mark.rule("PUNTO-19")
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize("mode", ["T4", "T6", "T8"])
    def test_in_teams_the_neighbour_of_the_member_who_completed_the_line(
        self, mode: str, edition: str
    ) -> None:
        partner = SIDES[mode]
        row, move = ("r1 r2 r3 r4", "r9@4,0") if mode == "T4" else ("r1 r2 r3", "r9@3,0")
        match = table(mode, row, {partner: "r9"}, partner, edition=edition).play(move)
        assert match.to_move == partner + 1

    @pytest.mark.rule("PUNTO-19")
    @pytest.mark.parametrize("mode", ["M3", "M4"])
    def test_after_a_blocked_round_2024_left_of_the_winner_atalia_left_of_who_ended_it(
        self, mode: str
    ) -> None:
        """Seat 0 wins, seat 1 could not place."""
        for edition, starter in (("2024", 1), ("atalia", 2)):
            match = table(mode, FULL_WITH_THREE_RED, {0: "r6"}, edition=edition).play("r6@4,1")
            assert match.to_move == starter

    @pytest.mark.rule("PUNTO-19")
    def test_the_same_between_two(self) -> None:
        for edition, starter in (("2024", 1), ("atalia", 0)):
            match = table("M2", FULL_WITH_FOUR_RED, {0: "r6"}, edition=edition).play("r6@5,0")
            assert match.to_move == starter

    @pytest.mark.rule("PUNTO-19")
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize("mode", ["T4", "T6", "T8"])
    def test_in_teams_a_block_counts_from_the_member_who_could_not_place(
        self, mode: str, edition: str
    ) -> None:
        drawing, move = (
            (FULL_WITH_FOUR_RED, "r6@5,0") if mode == "T4" else (FULL_WITH_THREE_RED, "r6@4,1")
        )
        match = table(mode, drawing, {0: "r6"}, edition=edition).play(move)
        assert match.position()["rounds_won"][0] == 1
        assert match.to_move == 2

    @pytest.mark.rule("PUNTO-19", "PUNTO-24")
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize("mode", ["M2", "M3", "M4", "T4", "T6", "T8"])
    def test_after_a_void_round_the_neighbour_of_the_one_who_could_not_place(
        self, mode: str, edition: str
    ) -> None:
        match = table(mode, FULL_WITHOUT_LINES, {0: "r6"}, edition=edition).play("r6@4,0")
        assert caused(match, "void")
        assert match.to_move == 2 % match.seats
        assert caused(match, "new_round") == [{"type": "new_round", "starts": match.to_move}]
