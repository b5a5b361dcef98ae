"""The rule sheet: how a match ends, how many rounds it takes, and giving up."""

import pytest

import tabletier as tt
from tests.games.punto.boards import FULL_WITH_FOUR_RED, MODES, caused, new, table
from tests.games.punto.games import STYLES, played

FOUR = "r1 r2 r3"


class TestTheAim:
    """First side to win the agreed rounds."""

    @pytest.mark.rule("PUNTO-2")
    def test_two_rounds_win_the_match(self) -> None:
        first = table("M4", FOUR, {0: "r9"}).play("r9@3,0")
        assert first.result is None
        second = table("M4", FOUR, {0: "r9"}, trophies=("r8", "", "", "")).play("r9@3,0")
        assert second.result == tt.Result((0,), "line")
        assert second.to_move is None
        assert second.legal_moves() == ()

    @pytest.mark.rule("PUNTO-2")
    def test_rounds_of_others_do_not_matter(self) -> None:
        trophies = ("", "g9", "b9", "y9")
        match = table("M4", FOUR, {0: "r9"}, trophies=trophies).play("r9@3,0")
        assert match.result is None
        assert match.position()["rounds_won"] == [1, 1, 1, 1]

    @pytest.mark.rule("PUNTO-2")
    @pytest.mark.parametrize(
        ("mode", "winners"), [("T4", (0, 2)), ("T6", (0, 3)), ("T8", (0, 4)), ("M3", (0,))]
    )
    def test_all_members_of_the_side_win(self, mode: str, winners: tuple[int, ...]) -> None:
        row, move = ("r1 r2 r3 r4", "r9@4,0") if mode == "T4" else (FOUR, "r9@3,0")
        match = table(mode, row, {0: "r9"}, rounds_to_win=1).play(move)
        assert match.result == tt.Result(winners, "line")

    @pytest.mark.rule("PUNTO-2")
    def test_the_last_round_may_be_a_blocked_one(self) -> None:
        match = table("M2", FULL_WITH_FOUR_RED, {0: "r6"}, trophies=("r2", ""))
        assert match.play("r6@5,0").result == tt.Result((0,), "blocked")


class TestHowManyRounds:
    """One to five by agreement."""

    @pytest.mark.rule("PUNTO-31")
    @pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
    def test_one_to_five_rounds_may_be_agreed_on(self, rounds: int) -> None:
        won = " ".join(["r8", "r8", "r7", "r7"][: rounds - 1])
        match = table("M4", FOUR, {0: "r9"}, trophies=(won, "", "", ""), rounds_to_win=rounds)
        assert match.play("r9@3,0").result == tt.Result((0,), "line")

    @pytest.mark.rule("PUNTO-31")
    @pytest.mark.parametrize("rounds", [0, 6, -1, "2", 2.5, True, None])
    def test_no_other_number_of_rounds_is_accepted(self, rounds: object) -> None:
        with pytest.raises(tt.BadOption) as caught:
            new("M2", rounds_to_win=rounds)
        assert caught.value.rule == "PUNTO-31"

    @pytest.mark.rule("PUNTO-31")
    @pytest.mark.parametrize("mode", list(MODES))
    def test_even_five_rounds_leave_enough_cards_for_a_line(self, mode: str) -> None:
        """At most four trophies are gone when the last round begins: 14 of a colour's 18 stay."""
        fewest = 18
        for match in played({**MODES[mode], "rounds_to_win": 5}, 4, STYLES[1]):
            laid = [card[0] for cards in match.position()["trophies"] for card in cards]
            fewest = min(fewest, *(18 - laid.count(colour) for colour in "rgby"))
        assert 14 <= fewest < 18

    @pytest.mark.rule("PUNTO-2", "PUNTO-31")
    @pytest.mark.parametrize("mode", list(MODES))
    @pytest.mark.parametrize("rounds", [1, 3])
    def test_the_match_ends_exactly_when_a_side_has_won_them(self, mode: str, rounds: int) -> None:
        won: list[int] = []
        for match in played({**MODES[mode], "rounds_to_win": rounds}, 7, STYLES[1]):
            won += [event["side"] for event in caused(match, "round_won")]
            most = max((won.count(side) for side in won), default=0)
            assert (match.result is not None) == (most == rounds)


@pytest.mark.rule("PUNTO-32")
class TestGivingUp:
    """With two sides one may resign for one's side; with more nobody resigns for all."""

    @pytest.mark.parametrize(
        ("mode", "seat", "winners"), [("M2", 0, (1,)), ("M2", 1, (0,)), ("T4", 2, (1, 3))]
    )
    def test_the_other_side_wins(self, mode: str, seat: int, winners: tuple[int, ...]) -> None:
        assert new(mode).resign(seat).result == tt.Result(winners, "resignation")

    @pytest.mark.parametrize("mode", ["M3", "M4", "T6", "T8"])
    def test_with_three_or_more_sides_the_seat_is_handed_on(self, mode: str) -> None:
        with pytest.raises(tt.NotAllowed, match="the seat is handed on"):
            new(mode).resign(0)

    def test_all_together_may_call_it_a_draw(self) -> None:
        assert new("M3").draw_by_agreement().result == tt.Result((), "agreement")
