"""The rule sheet, Aim to Laying the barrier: what is on the table and how the tiles get there."""

from collections import Counter

import pytest

import tabletier as tt
from tests.games.barrier.plain import DASHES, DOTS
from tests.games.barrier.tables import opening, refused, table


def new(**options: object) -> tt.Match:
    return tt.new("barrier", options, seed="laying")


class TestAim:
    """You win when all the pawns left in play are yours."""

    @pytest.mark.rule("BARRIER-1")
    def test_taking_the_last_enemy_pawn_wins(self) -> None:
        match = table("y: c3, c: c4").play("c3xc5")
        assert match.result == tt.Result((0,), "last_pawns")
        assert match.to_move is None
        assert match.legal_moves() == ()

    @pytest.mark.rule("BARRIER-1")
    def test_colourless_wins_in_the_same_way(self) -> None:
        last = table("y: f7, c: g8", to_move=1).play("g8xe6")
        assert last.result == tt.Result((1,), "last_pawns")

    @pytest.mark.rule("BARRIER-1")
    def test_a_chain_may_take_the_last_pawns(self) -> None:
        match = table("Y: a1, c: b2 d2").play("a1xc3xe1")
        assert match.result == tt.Result((0,), "last_pawns")


class TestWhatIsOnTheTable:
    @pytest.mark.rule("BARRIER-2")
    def test_files_run_from_a_to_h_and_rows_from_1_to_8(self) -> None:
        match = table("Y: a1 h8, c: e2")
        assert "a1-b2" in match.legal_moves()
        assert "h8-g7" in match.legal_moves()
        for text in ("i1-h2", "a9-a8", "a0-a1", "A1-A2"):
            with pytest.raises(tt.BadNotation):
                match.play(text)

    @pytest.mark.rule("BARRIER-2")
    def test_every_square_is_used(self) -> None:
        for cell in (f"{name}{row}" for name in "abcdefgh" for row in range(1, 9)):
            other = "h8" if cell != "h8" else "a1"
            match = table(f"Y: {cell}, C: {other}")
            assert match.position()["pawns"][cell] == "Y"

    @pytest.mark.rule("BARRIER-3")
    def test_yellow_is_seat_0_and_goes_north_colourless_is_seat_1_and_goes_south(self) -> None:
        text = "y: a2, c: h7"
        assert set(table(text).legal_moves()) == {"a2-a3", "a2-b3"}
        assert set(table(text, to_move=1).legal_moves()) == {"h7-h6", "h7-g6"}
        assert new().teams == ((0,), (1,))

    @pytest.mark.rule("BARRIER-4")
    def test_twelve_pawns_a_side_on_every_second_square_of_three_rows(self) -> None:
        pawns = new().position()["pawns"]
        yellow = "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"
        colourless = "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6"
        assert pawns == dict.fromkeys(yellow.split(), "y") | dict.fromkeys(colourless.split(), "c")

    @pytest.mark.rule("BARRIER-5")
    def test_both_players_have_the_same_eight_tiles(self) -> None:
        assert new().position()["hands"] == [[1, 2, 3, 4, 5, 6, 7, 8]] * 2

    @pytest.mark.rule("BARRIER-5")
    def test_tiles_go_on_rows_4_and_5_only(self) -> None:
        for cell in ("a3", "a1", "b6", "h8"):
            assert refused(new(), f"1@{cell}") == "BARRIER-5"

    @pytest.mark.rule("BARRIER-6")
    def test_yellow_lays_on_dots_and_colourless_on_dashes(self) -> None:
        yellow = new()
        assert {move[2:] for move in yellow.legal_moves()} == set(DOTS)
        assert refused(yellow, "1@b4") == "BARRIER-6"
        colourless = yellow.play("1@a4")
        assert {move[2:] for move in colourless.legal_moves()} == set(DASHES)
        assert refused(colourless, "1@c4") == "BARRIER-6"

    @pytest.mark.rule("BARRIER-6")
    def test_squares_that_share_a_side_never_carry_the_same_mark(self) -> None:
        owners = new().view()["table"]["owners"]
        assert Counter(owners.values()) == {0: 8, 1: 8}
        for left, right in zip("abcdefg", "bcdefgh", strict=True):
            assert owners[f"{left}4"] != owners[f"{right}4"]
            assert owners[f"{left}5"] != owners[f"{right}5"]
        assert all(owners[f"{name}4"] != owners[f"{name}5"] for name in "abcdefgh")


class TestLaying:
    @pytest.mark.rule("BARRIER-7")
    def test_yellow_lays_first_colourless_last_and_yellow_moves_first(self) -> None:
        match = new()
        for number in range(16):
            assert match.to_move == number % 2
            match = match.play(match.legal_moves()[0])
        assert match.to_move == 0
        assert "a1-a2" in match.legal_moves()

    @pytest.mark.rule("BARRIER-7")
    def test_colourless_may_begin_by_agreement(self) -> None:
        match = new(first_player=1)
        assert match.to_move == 1
        while len(match.moves) < 16:
            match = match.play(match.legal_moves()[-1])
        assert match.to_move == 1
        assert opening(first_player=1).to_move == 1

    @pytest.mark.rule("BARRIER-7")
    def test_or_the_lot_decides_who_begins(self) -> None:
        seeds = [f"seed {number}" for number in range(20)]
        for layout in ("players", "random"):
            options = {"first_player": "random", "layout": layout}
            begun = {tt.new("barrier", options, seed=seed).to_move for seed in seeds}
            assert begun == {0, 1}

    @pytest.mark.rule("BARRIER-8")
    def test_any_tile_in_hand_on_any_free_square_of_ones_own(self) -> None:
        match = new()
        assert len(match.legal_moves()) == 64
        match = match.play("3@a4").play("3@b4")
        assert len(match.legal_moves()) == 49
        assert refused(match, "3@c4") == "BARRIER-8"
        assert match.position()["tiles"] == {"a4": 3, "b4": 3}
        assert match.position()["hands"] == [[1, 2, 4, 5, 6, 7, 8]] * 2

    @pytest.mark.rule("BARRIER-8")
    def test_until_all_sixteen_lie_no_pawn_moves(self) -> None:
        match = new()
        while len(match.moves) < 16:
            assert refused(match, "a3-a4") == "BARRIER-8"
            match = match.play(match.legal_moves()[0])
        assert match.explain("a3-a4") is None

    @pytest.mark.rule("BARRIER-9")
    def test_a_tile_is_never_turned(self) -> None:
        arrows = {1: ["N", "E"], 3: ["S", "W"], 6: ["SE", "SW"]}
        for tile, arrow in arrows.items():
            for square in DOTS:
                (event,) = new().play(f"{tile}@{square}").events()
                assert event["arrow"] == arrow

    @pytest.mark.rule("BARRIER-10")
    def test_a_tile_that_lies_stays(self) -> None:
        match = new().play("3@a4").play("1@b4")
        assert refused(match, "1@a4") == "BARRIER-10"
        laid = opening()
        assert refused(laid, "1@a4") == "BARRIER-10"
        after = laid.play("c1-c2").play("b8-b7")
        assert after.position()["tiles"] == laid.position()["tiles"]

    @pytest.mark.rule("BARRIER-10")
    def test_a_wall_need_not_leave_the_other_side_a_way_across(self) -> None:
        walled = {"a4": 6, "c4": 2, "e4": 3, "g4": 5, "b5": 1, "d5": 4, "f5": 7, "h5": 8}
        match = new()
        for square, tile in walled.items():
            match = match.play(f"{tile}@{square}")
            match = match.play(match.legal_moves()[0])
        assert match.result is None
        assert match.to_move == 0

    @pytest.mark.rule("BARRIER-11")
    def test_random_laying_shuffles_each_sides_tiles_on_its_own_squares(self) -> None:
        layouts = set()
        for number in range(30):
            match = tt.new("barrier", {"layout": "random"}, seed=str(number))
            tiles = match.position()["tiles"]
            assert sorted(tiles[square] for square in DOTS) == list(range(1, 9))
            assert sorted(tiles[square] for square in DASHES) == list(range(1, 9))
            assert match.to_move == 0
            layouts.add(tuple(tiles[square] for square in DOTS))
        assert len(layouts) > 25

    @pytest.mark.rule("BARRIER-11")
    def test_every_tile_comes_to_every_own_square_equally_often(self) -> None:
        games = 800
        seen: Counter[tuple[str, int]] = Counter()
        for number in range(games):
            match = tt.new("barrier", {"layout": "random"}, seed=f"shuffle {number}")
            seen.update(match.position()["tiles"].items())
        assert len(seen) == 16 * 8
        expected = games / 8
        chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
        # 16 squares with 7 degrees of freedom each; the seeds are fixed, so this never varies.
        assert chi_square < 160

    def test_the_position_of_the_interface_is_what_comes_out(self) -> None:
        match = new().play("3@a4")
        assert match.position() == {
            "tiles": {"a4": 3},
            "hands": [[1, 2, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
            "pawns": new().position()["pawns"],
            "to_move": 1,
            "quiet": 0,
        }
