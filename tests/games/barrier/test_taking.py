"""The rule sheet, Taking: jumps and chains of jumps."""

import pytest

from tests.games.barrier.tables import from_cell, laid, refused, table


class TestJumping:
    @pytest.mark.rule("BARRIER-19")
    def test_a_neighbour_is_jumped_if_the_square_behind_it_is_empty(self) -> None:
        match = table("y: b2, c: c3 h8").play("b2xd4")
        assert match.position()["pawns"] == {"d4": "y", "h8": "c"}
        types = [event["type"] for event in match.events()]
        assert types == ["moved", "captured"]
        assert match.events()[1]["at"] == "c3"

    @pytest.mark.rule("BARRIER-19")
    def test_not_if_the_square_behind_it_is_taken_or_off_the_board(self) -> None:
        match = table("y: b2 g2, c: c3 d4 h3")
        assert refused(match, "b2xd4") == "BARRIER-19"
        assert from_cell(match, "g2") == {"g2-f3", "g2-g3"}

    @pytest.mark.rule("BARRIER-19")
    def test_an_ordinary_pawn_jumps_forward_only(self) -> None:
        match = table("y: d2, C: c1 e1, c: c2 e2 c3 d3 e3")
        assert from_cell(match, "d2") == {"d2xb4", "d2xd4", "d2xf4"}
        assert refused(match, "d2xb2") == "BARRIER-13"

    @pytest.mark.rule("BARRIER-19")
    def test_a_crowned_pawn_jumps_in_all_eight_directions(self) -> None:
        match = table("Y: d6, c: c5 d5 e5 c6 e6 c7 d7 e7")
        firsts = {move[:5] for move in from_cell(match, "d6")}
        landings = ("b4", "d4", "f4", "b6", "f6", "b8", "d8", "f8")
        assert firsts == {f"d6x{cell}" for cell in landings}

    @pytest.mark.rule("BARRIER-19")
    def test_on_a_tile_only_along_its_arrow(self) -> None:
        match = table("y: d4, c: e3 d5 h8", laid(d4=6))
        assert {move for move in match.legal_moves() if "x" in move} == {"d4xf2"}
        assert refused(match, "d4xd6") == "BARRIER-14"

    @pytest.mark.rule("BARRIER-19")
    def test_a_jump_needs_a_neighbour_and_lands_right_behind_it(self) -> None:
        match = table("y: b2, c: d4 h8")
        for move in ("b2xd4", "b2xe5", "b2xc4", "b2xb2", "b2xc3"):
            assert refused(match, move) == "BARRIER-19"


class TestWhoTakesWhom:
    @pytest.mark.rule("BARRIER-20")
    @pytest.mark.parametrize("mine", ["y", "Y"])
    @pytest.mark.parametrize("theirs", ["c", "C"])
    def test_any_pawn_takes_any_enemy_pawn(self, mine: str, theirs: str) -> None:
        match = table(f"{mine}: b2, {theirs}: c3, c: h8").play("b2xd4")
        assert match.position()["pawns"] == {"d4": mine, "h8": "c"}
        assert match.events()[1] == {"type": "captured", "seat": 0, "pawn": theirs, "at": "c3"}

    @pytest.mark.rule("BARRIER-20")
    def test_own_pawns_are_not_jumped(self) -> None:
        match = table("y: b2 c3, c: h8")
        assert from_cell(match, "b2") == {"b2-a3", "b2-b3"}
        assert refused(match, "b2xd4") == "BARRIER-20"


class TestTakingIsAChoice:
    @pytest.mark.rule("BARRIER-21")
    def test_one_may_step_although_one_could_take(self) -> None:
        match = table("y: b2 g2, c: c3 h8")
        assert {"b2xd4", "b2-b3", "g2-g3"} <= set(match.legal_moves())


class TestSeveralJumps:
    @pytest.mark.rule("BARRIER-22")
    def test_the_same_pawn_may_jump_again_or_stop_after_any_jump(self) -> None:
        match = table("Y: a1, c: b2 d2 f2")
        jumps = {move for move in match.legal_moves() if "x" in move}
        assert jumps == {"a1xc3", "a1xc3xe1", "a1xc3xe1xg3"}
        assert match.play("a1xc3").position()["pawns"] == {"c3": "Y", "d2": "c", "f2": "c"}
        assert match.play("a1xc3xe1").to_move == 1

    @pytest.mark.rule("BARRIER-22")
    def test_yellow_on_c5_continues_by_the_tile_on_c5(self) -> None:
        for tile, further in ((1, {"c3xc5xe5"}), (8, {"c3xc5xe7"}), (6, set())):
            match = table("y: c3, c: c4 d5 d6 h8", laid(c5=tile, e5=2))
            jumps = {move for move in match.legal_moves() if "x" in move}
            assert jumps == {"c3xc5"} | further

    @pytest.mark.rule("BARRIER-22")
    def test_after_a_backward_jump_from_a_tile_an_ordinary_pawn_goes_forward_again(self) -> None:
        match = table("y: d4, C: e1, c: e3 g3 h8", laid(d4=6))
        jumps = {move for move in match.legal_moves() if "x" in move}
        assert jumps == {"d4xf2", "d4xf2xh4"}
        assert refused(match, "d4xf2xd2") == "BARRIER-13"

    @pytest.mark.rule("BARRIER-22")
    def test_only_the_pawn_that_jumped_jumps_again(self) -> None:
        match = table("Y: a1 h3, c: b2 g2")
        assert "a1xc3xh3" not in match.legal_moves()
        assert {move for move in match.legal_moves() if "x" in move} == {"a1xc3", "h3xf1"}


class TestJumpsAndTheBarrier:
    @pytest.mark.rule("BARRIER-23")
    def test_a_jump_over_a_pawn_on_a_tile_does_not_ask_for_that_tile(self) -> None:
        for tile in range(1, 9):
            match = table("y: c3, c: c4 h8", laid(c4=tile))
            assert "c3xc5" in match.legal_moves()

    @pytest.mark.rule("BARRIER-23")
    def test_a_jump_lands_on_any_tile(self) -> None:
        for tile in range(1, 9):
            match = table("y: c2, c: c3 h8", laid(c4=tile))
            assert "c2xc4" in match.legal_moves()

    @pytest.mark.rule("BARRIER-23")
    def test_a_jump_starts_from_a_tile_along_its_arrow(self) -> None:
        match = table("y: e5, c: e6 f5 d6", laid(e5=1))
        jumps = {move for move in match.legal_moves() if "x" in move}
        assert {move[:5] for move in jumps} == {"e5xe7", "e5xg5"}


class TestTakenAtOnce:
    @pytest.mark.rule("BARRIER-24")
    def test_no_pawn_is_jumped_twice(self) -> None:
        # A landing square is always an even number of files and rows away from the start and a
        # jumped square never is, so this is all one sees of a jumped pawn being removed at once.
        match = table("Y: b1, c: b2")
        assert {move for move in match.legal_moves() if "x" in move} == {"b1xb3"}
        assert refused(match, "b1xb3xb1") == "BARRIER-19"

    @pytest.mark.rule("BARRIER-24")
    def test_a_chain_may_land_where_it_began(self) -> None:
        match = table("Y: b1, C: c1, c: b2 c3 d2 h8").play("b1xb3xd3xd1xb1")
        assert match.position()["pawns"] == {"b1": "Y", "h8": "c"}


class TestCrowningEndsTheTurn:
    @pytest.mark.rule("BARRIER-25")
    @pytest.mark.parametrize("capture", ["optional", "mandatory"])
    def test_even_if_a_further_capture_is_possible(self, capture: str) -> None:
        match = table("y: g6, c: g7 f7 h7 a6", capture=capture)
        assert "g6xg8" in match.legal_moves()
        assert refused(match, "g6xg8xe6") == "BARRIER-25"
        after = match.play("g6xg8")
        assert after.to_move == 1
        assert after.position()["pawns"]["g8"] == "Y"

    @pytest.mark.rule("BARRIER-25")
    def test_a_pawn_already_crowned_goes_on_from_the_last_row(self) -> None:
        match = table("Y: g6, c: g7 f7 a6")
        assert "g6xg8xe6" in match.legal_moves()


class TestMandatoryTaking:
    @pytest.mark.rule("BARRIER-26")
    def test_whoever_can_take_must_take(self) -> None:
        match = table("y: b2 g2, c: c3 h8", capture="mandatory")
        assert match.legal_moves() == ("b2xd4",)
        assert refused(match, "g2-g3") == "BARRIER-26"
        assert match.explain("b2-b3") is not None

    @pytest.mark.rule("BARRIER-26")
    def test_without_a_capture_any_step_will_do(self) -> None:
        match = table("y: b2, c: h8", capture="mandatory")
        assert set(match.legal_moves()) == {"b2-a3", "b2-b3", "b2-c3"}

    @pytest.mark.rule("BARRIER-26")
    def test_the_chain_must_be_finished(self) -> None:
        match = table("Y: a1, c: b2 d2 f2", capture="mandatory")
        assert match.legal_moves() == ("a1xc3xe1xg3",)
        for move in ("a1xc3", "a1xc3xe1"):
            assert refused(match, move) == "BARRIER-26"

    @pytest.mark.rule("BARRIER-26")
    def test_any_pawn_and_any_route_the_shorter_one_too(self) -> None:
        match = table("Y: a1 h1, c: b2 d2 a2, C: g1", capture="mandatory")
        assert set(match.legal_moves()) == {"a1xa3xc1xe3", "a1xc3xe1", "h1xf1"}
