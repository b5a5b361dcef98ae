"""The rule sheet, from The cards and the aim to Setting up a round."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import (
    CARDS,
    MODES,
    SIDES,
    TWO_OF_EACH,
    cards_of,
    caused,
    counts,
    everything,
    new,
    table,
)

ALL_MODES = pytest.mark.parametrize("mode", MODES)
BOTH = pytest.mark.parametrize("expert", [False, True], ids=["normal", "expert"])


def owned(match: tt.Match, side: int | None) -> list[str]:
    return [letter for letter, owner in match.position()["colours"].items() if owner == side]


class TestTheCards:
    """72 cards: four colours, values 1 to 9, two of each."""

    @pytest.mark.rule("PUNTO-1")
    @ALL_MODES
    def test_there_are_72_cards_two_of_each(self, mode: str) -> None:
        assert everything(new(mode).position()) == TWO_OF_EACH
        assert TWO_OF_EACH.total() == 72

    @pytest.mark.rule("PUNTO-1")
    def test_a_position_with_a_third_copy_cannot_be(self) -> None:
        with pytest.raises(tt.BadPosition, match="r5 is there 3 times"):
            table("M2", "r5 . \nb1 r5", {0: "r5"})


class TestSixWaysToPlay:
    """Sides, line needed, line counted."""

    @pytest.mark.rule("PUNTO-3", "PUNTO-6")
    @pytest.mark.parametrize(
        ("options", "teams"),
        [
            ({"players": 2}, ((0,), (1,))),
            ({"players": 3}, ((0,), (1,), (2,))),
            ({"players": 4}, ((0,), (1,), (2,), (3,))),
            ({"players": 4, "teams": True}, ((0, 2), (1, 3))),
            ({"players": 6}, ((0, 3), (1, 4), (2, 5))),
            ({"players": 8, "teams": True}, ((0, 4), (1, 5), (2, 6), (3, 7))),
        ],
    )
    def test_who_plays_with_whom(
        self, options: dict[str, Any], teams: tuple[tuple[int, ...], ...]
    ) -> None:
        match = tt.new("punto", options, seed="sides")
        assert match.teams == teams
        assert match.seats == options["players"]

    @pytest.mark.rule("PUNTO-3")
    @pytest.mark.parametrize("players", [6, 8])
    def test_six_and_eight_always_play_in_teams(self, players: int) -> None:
        match = tt.new("punto", {"players": players, "teams": False}, seed="x")
        assert match.options["teams"] is True

    @pytest.mark.rule("PUNTO-3")
    @pytest.mark.parametrize("players", [2, 3])
    def test_two_and_three_cannot_play_in_teams(self, players: int) -> None:
        with pytest.raises(tt.BadOption, match="Teams of two need 4, 6 or 8") as caught:
            tt.new("punto", {"players": players, "teams": True})
        assert caught.value.rule == "PUNTO-3"
        assert "demandent 4, 6 ou 8 joueurs" in caught.value.text.fr

    @pytest.mark.rule("PUNTO-3")
    @pytest.mark.parametrize("players", [0, 1, 5, 7, 9, True])
    def test_no_other_numbers_play(self, players: object) -> None:
        with pytest.raises(tt.BadOption):
            tt.new("punto", {"players": players})

    @pytest.mark.rule("PUNTO-3", "PUNTO-14")
    @ALL_MODES
    def test_five_are_needed_between_two_sides_else_four(self, mode: str) -> None:
        needed = 5 if SIDES[mode] == 2 else 4
        reds = [f"r{value}" for value in range(1, needed)]
        short = table(mode, " ".join(reds[:-1]), {0: "r9"}).play(f"r9@{needed - 2},0")
        assert caused(short, "round_won") == []
        enough = table(mode, " ".join(reds), {0: "r9"}).play(f"r9@{needed - 1},0")
        assert len(caused(enough, "line")[0]["cells"]) == needed

    def test_the_options_and_their_defaults(self) -> None:
        assert tt.new("punto", seed="x").options == {
            "players": 2,
            "teams": False,
            "edition": "2024",
            "expert": False,
            "rounds_to_win": 2,
            "first_player": "random",
            "empty_pile": "block",
            "round_ender": "stuck",
        }


class TestWhoseCards:
    """Two colours, or one; with three sides the fourth is neutral."""

    @pytest.mark.rule("PUNTO-4")
    @BOTH
    @pytest.mark.parametrize(("mode", "each"), [("M2", 2), ("T4", 2), ("M4", 1), ("T8", 1)])
    def test_two_sides_have_two_colours_each_four_have_one(
        self, mode: str, each: int, expert: bool
    ) -> None:
        match = new(mode, expert=expert)
        for side in range(SIDES[mode]):
            colours = owned(match, side)
            assert len(colours) == each
            assert cards_of(match, side) == sorted([c for c in CARDS if c[0] in colours] * 2)
        assert owned(match, None) == []

    @pytest.mark.rule("PUNTO-4")
    @BOTH
    @pytest.mark.parametrize("mode", ["M3", "T6"])
    def test_three_sides_have_one_colour_and_six_neutral_cards(
        self, mode: str, expert: bool
    ) -> None:
        match = new(mode, expert=expert)
        (neutral,) = owned(match, None)
        assert counts(match, neutral) == [6, 6, 6]
        for side in range(3):
            (colour,) = owned(match, side)
            assert counts(match, colour)[side] == 18


class TestSeatsAndTeams:
    """Clockwise; teams take turns; no exchange of cards."""

    @pytest.mark.rule("PUNTO-6")
    @ALL_MODES
    def test_play_goes_round_the_table(self, mode: str) -> None:
        match = new(mode, first_player=1)
        seats = []
        for _ in range(2 * match.seats):
            assert match.to_move is not None
            seats.append(match.to_move)
            match = match.play(match.legal_moves()[0])
        assert seats == [(1 + turn) % match.seats for turn in range(2 * match.seats)]

    @pytest.mark.rule("PUNTO-6", "PUNTO-9")
    def test_partners_never_exchange_cards(self) -> None:
        """Only the card turned over can be played, and the partner's pile stays as large."""
        match = table("T4", "b1", {0: "r5"})
        sizes = match.position()["pile_sizes"]
        assert {move[:2] for move in match.legal_moves()} == {"r5"}
        after = match.play("r5@1,0").position()["pile_sizes"]
        assert after == [sizes[0], sizes[1] - 1, sizes[2], sizes[3]]


class TestSettingUp:
    """Piles, colours, first player."""

    @pytest.mark.rule("PUNTO-7", "PUNTO-26")
    @BOTH
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize(
        ("mode", "pile"), [("M2", 36), ("M3", 24), ("M4", 18), ("T4", 18), ("T6", 12), ("T8", 9)]
    )
    def test_everybody_has_a_pile_and_the_first_player_a_card_an_expert_two(
        self, mode: str, pile: int, edition: str, expert: bool
    ) -> None:
        match = new(mode, first_player=0, edition=edition, expert=expert)
        seats = MODES[mode]["players"]
        held = [2] * seats if expert else [1] + [0] * (seats - 1)
        assert match.position()["board"] == {}
        assert [len(hand) for hand in match.position()["hands"]] == held
        assert match.position()["pile_sizes"] == [pile - cards for cards in held]

    @pytest.mark.rule("PUNTO-8")
    @ALL_MODES
    def test_colours_stay_for_the_whole_match(self, mode: str) -> None:
        match = new(mode, rounds_to_win=3)
        colours = match.position()["colours"]
        rounds = 0
        while rounds < 2 and match.to_move is not None:
            match = match.play(match.legal_moves()[-1])
            rounds += len(caused(match, "new_round"))
        assert rounds == 2
        assert match.position()["colours"] == colours

    @pytest.mark.rule("PUNTO-28")
    @ALL_MODES
    def test_the_first_player_may_be_chosen(self, mode: str) -> None:
        for seat in range(MODES[mode]["players"]):
            assert new(mode, first_player=seat).to_move == seat

    @pytest.mark.rule("PUNTO-28")
    def test_a_seat_that_is_not_there_cannot_be_chosen(self) -> None:
        with pytest.raises(tt.BadOption, match="There is no seat 2 among 2 players") as caught:
            new("M2", first_player=2)
        assert caught.value.rule == "PUNTO-28"


class TestTeamPiles:
    """A team halves its cards; the odd one goes to the member who plays earlier."""

    @pytest.mark.rule("PUNTO-29")
    @pytest.mark.parametrize(
        ("mode", "line", "card", "sizes"),
        [
            ("T4", "r1 r2 r3 r4", "r9@4,0", [17, 17, 18, 18]),
            ("T6", "r1 r2 r3", "r9@3,0", [11, 11, 12, 12, 12, 12]),
            ("T8", "r1 r2 r3", "r9@3,0", [8, 8, 9, 9, 9, 9, 9, 9]),
        ],
    )
    def test_an_odd_card_goes_to_the_member_who_plays_earlier(
        self, mode: str, line: str, card: str, sizes: list[int]
    ) -> None:
        """Seat 0 wins, seat 1 starts (and has turned one over), so the partner plays before 0."""
        match = table(mode, line, {0: "r9"}).play(card)
        assert match.to_move == 1
        assert match.position()["pile_sizes"] == sizes

    @pytest.mark.rule("PUNTO-29")
    def test_the_odd_card_goes_to_the_earlier_member_also_if_he_has_won(self) -> None:
        """The second member of team 0 wins; seat 3 starts, then 0 plays before 2."""
        match = table("T4", "r1 r2 r3 r4", {2: "r9"}, to_move=2).play("r9@4,0")
        assert match.to_move == 3
        assert match.position()["pile_sizes"] == [18, 18, 17, 17]

    @pytest.mark.rule("PUNTO-29")
    def test_an_even_number_is_halved(self) -> None:
        match = table("T8", "r1 r2 r3", {0: "r9"}, trophies=("r8", "", "", ""), rounds_to_win=3)
        after = match.play("r9@3,0")
        assert after.position()["pile_sizes"] == [8, 8, 9, 9, 8, 9, 9, 9]
