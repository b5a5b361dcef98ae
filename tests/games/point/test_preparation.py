"""Preparation (POINT-4 to POINT-9)."""

from math import comb

import pytest

import tabletier as tt
from tabletier.games.point.notation import NAMES, some_pawns
from tests.games.point import plain
from tests.games.point.tables import GAME, rule_of

FIRST, SECOND = "row BBWWBBWWWWBB", "row WWBBWWBBWWBB"
SEEDS = [f"lots {number}" for number in range(60)]


def begun(players: int, seed: str, **options: object) -> tt.Match:
    """A match in which everybody has chosen a row."""
    match = tt.new("point", {"players": players, **options}, seed=seed)
    while match.position()["phase"] == "rows":
        match = match.play(FIRST)
    return match


class TestRows:
    @pytest.mark.rule("POINT-4")
    def test_any_order_of_six_black_and_six_white_pawns_may_be_laid_out(self) -> None:
        match = tt.new("point", seed="rows")
        assert match.legal_moves() == tuple(f"row {row}" for row in plain.ALL_ROWS)
        assert len(match.legal_moves()) == 924

    @pytest.mark.rule("POINT-4")
    @pytest.mark.parametrize("row", ["BBBBBBBWWWWW", "BWBWBWBWBWB", "B", "BW" * 24])
    def test_other_rows_are_refused(self, row: str) -> None:
        match = tt.new("point", seed="rows")
        refusal = match.explain(f"row {row}")
        assert refusal is not None
        assert refusal.rule == "POINT-4"
        black, white = (some_pawns(row.count(pawn), NAMES[pawn]) for pawn in "BW")
        assert f"a {black.fr} et {white.fr}" in refusal.text.fr
        assert f"has {black.en} and {white.en}" in refusal.text.en
        assert refusal.text.en.endswith("twelve pawns, six black and six white (POINT-4).")

    @pytest.mark.rule("POINT-4")
    @pytest.mark.parametrize(("players", "pawns"), [(2, 24), (3, 36), (4, 48)])
    def test_pawns_not_laid_out_stay_in_the_box(self, players: int, pawns: int) -> None:
        start = begun(players, "pawns").position()
        assert sum(map(len, start["rows"])) == pawns
        assert start["bank"] == {"B": 0, "W": 0}

    @pytest.mark.rule("POINT-4")
    def test_both_printed_rows_are_offered(self) -> None:
        match = tt.new("point", seed="rows")
        assert {FIRST, SECOND} <= set(match.legal_moves())
        assert FIRST in GAME.ask(match._state).fr
        assert SECOND in GAME.ask(match._state).en

    @pytest.mark.rule("POINT-4", "POINT-34")
    @pytest.mark.parametrize(
        ("row", "percent"), [("BBBBBBWWWWWW", 29), ("BBWWBBWWWWBB", 12), ("BWBWBWBWBWBW", 43)]
    )
    def test_solid_blocks_are_a_poor_choice(self, row: str, percent: int) -> None:
        """How often none of the first four cards can be used, the bank being empty."""
        empty = {"B": 0, "W": 0}
        useless = sum(not plain.uses(row, empty, card) for card in plain.DECK)
        assert abs(100 * comb(useless, 4) / comb(64, 4) - percent) < 2

    @pytest.mark.rule("POINT-5")
    def test_rows_are_chosen_before_cards_are_dealt_and_lots_are_drawn(self) -> None:
        match = tt.new("point", {"players": 3}, seed="order").play(FIRST)
        assert match.position() == {
            "rows": ["BBWWBBWWWWBB", None, None],
            "colours": [None, None, None],
            "hands": [[], [], []],
            "bank": {"B": 0, "W": 0},
            "offer": None,
            "used": [],
            "rebuilds": 0,
            "stopped": [False, False, False],
            "phase": "rows",
            "regrouped": False,
            "to_move": 1,
        }

    @pytest.mark.rule("POINT-5")
    def test_a_chosen_row_is_secret_until_all_have_chosen(self) -> None:
        start = tt.new("point", {"players": 3}, seed="secret")
        match, other = start.play(FIRST), start.play(SECOND)
        for seat in (1, 2, None):
            assert match.view(seat) == other.view(seat)
            assert match.events_for(seat) == other.events_for(seat)
            assert match.view(seat)["table"]["rows"] == [None, None, None]
            assert match.view(seat)["table"]["chosen"] == [True, False, False]
        assert match.view(0)["table"]["rows"] == ["BBWWBBWWWWBB", None, None]
        assert match.events_for(0) == ({"type": "row_chosen", "seat": 0, "row": FIRST[4:]},)

    @pytest.mark.rule("POINT-5")
    def test_the_rows_are_shown_together(self) -> None:
        match = tt.new("point", seed="shown").play(FIRST).play(SECOND)
        shown = [FIRST[4:], SECOND[4:]]
        assert {"type": "rows_revealed", "rows": shown} in match.events_for(None)
        assert match.view(None)["table"]["rows"] == shown

    @pytest.mark.rule("POINT-5")
    def test_rows_are_laid_out_once(self) -> None:
        match = tt.new("point", seed="once")
        assert rule_of(match, "draw") == "POINT-5"
        assert rule_of(match.play(FIRST).play(SECOND), FIRST) == "POINT-5"


class TestCardsAndLots:
    @pytest.mark.rule("POINT-6")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_everyone_is_dealt_three_cards(self, players: int) -> None:
        match = begun(players, "deal")
        dealt = [event["seat"] for event in match.events() if event["type"] == "dealt"]
        assert dealt == [seat for seat in range(players) for _card in range(3)]

    @pytest.mark.rule("POINT-6")
    def test_all_hands_are_open(self) -> None:
        match = begun(2, "open")
        hands = match.position()["hands"]
        assert match.view(0)["table"]["hands"] == hands == match.view(None)["table"]["hands"]

    @pytest.mark.rule("POINT-6")
    def test_what_is_left_is_the_pile(self) -> None:
        match = begun(4, "rest")
        assert match.view(0)["table"]["pile"] == plain.pile(match.position())
        assert len(plain.pile(match.position())) == 64 - 12 - 1

    @pytest.mark.rule("POINT-7")
    def test_lots_decide_who_is_black_and_black_starts(self) -> None:
        starts = {self.start(begun(2, seed)) for seed in SEEDS}
        assert starts == {(0, "BW"), (1, "WB")}

    @pytest.mark.rule("POINT-7", "POINT-24")
    def test_with_three_players_any_may_start(self) -> None:
        assert {self.start(begun(3, seed)) for seed in SEEDS} == {(n, "BBB") for n in range(3)}

    @pytest.mark.rule("POINT-7", "POINT-25")
    @pytest.mark.parametrize("teams", [False, True])
    def test_with_four_players_colours_alternate_and_either_black_seat_starts(
        self, teams: bool
    ) -> None:
        starts = {self.start(begun(4, seed, teams=teams)) for seed in SEEDS}
        assert starts == {(0, "BWBW"), (2, "BWBW"), (1, "WBWB"), (3, "WBWB")}

    @staticmethod
    def start(match: tt.Match) -> tuple[int | None, str]:
        return match.to_move, "".join(match.position()["colours"])

    @pytest.mark.rule("POINT-7")
    def test_play_goes_round_the_table(self) -> None:
        match = begun(3, "round")
        seats = []
        for _turn in range(7):
            seats.append(match.to_move)
            match = match.play(match.legal_moves()[0])
            if match.position()["phase"] == "start":
                match = match.play("draw")
        first = seats[0] or 0
        assert seats == [(first + turn) % 3 for turn in range(7)]


class TestBank:
    @pytest.mark.rule("POINT-8")
    def test_the_bank_is_empty_at_the_start(self) -> None:
        assert begun(2, "bank").position()["bank"] == {"B": 0, "W": 0}

    @pytest.mark.rule("POINT-8")
    @pytest.mark.parametrize(("players", "rest"), [(2, 12), (3, 6), (4, 0)])
    def test_or_it_holds_all_pawns_of_the_box_that_are_left(self, players: int, rest: int) -> None:
        bank = begun(players, "bank", bank="box").position()["bank"]
        assert bank == {"B": rest, "W": rest}


class TestRandomRows:
    @pytest.mark.rule("POINT-9")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_rows_may_be_drawn_by_lot(self, players: int) -> None:
        match = tt.new("point", {"players": players, "rows": "random"}, seed="lot")
        start = match.position()
        assert start["phase"] == "use"
        assert all(row in plain.ALL_ROWS for row in start["rows"])
        assert len(set(start["rows"])) == players

    @pytest.mark.rule("POINT-9")
    def test_they_differ_from_match_to_match(self) -> None:
        rows = {
            tt.new("point", {"rows": "random"}, seed=seed).position()["rows"][0] for seed in SEEDS
        }
        assert len(rows) > 50
