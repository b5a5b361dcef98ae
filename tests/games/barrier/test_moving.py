"""The rule sheet, Moving: steps, tiles, crowning."""

import pytest

from tests.games.barrier.tables import from_cell, laid, opening, refused, table


class TestATurn:
    @pytest.mark.rule("BARRIER-12")
    def test_the_opening_moves_of_the_rule_digest(self) -> None:
        match = opening()
        assert from_cell(match, "a3") == {"a3-a4", "a3-b4"}
        assert "c1-c2" in match.legal_moves()
        assert refused(match, "c1-b2") == "BARRIER-12"
        assert refused(match, "c1-d2") == "BARRIER-12"

    @pytest.mark.rule("BARRIER-12")
    def test_players_take_turns_and_move_only_their_own_pawns(self) -> None:
        match = opening()
        assert refused(match, "b6-b5") == "BARRIER-12"
        after = match.play("a3-a4")
        assert after.to_move == 1
        assert refused(after, "c3-c4") == "BARRIER-12"
        assert after.play("b6-b5").to_move == 0

    @pytest.mark.rule("BARRIER-12")
    def test_a_step_is_one_square_to_an_empty_square(self) -> None:
        match = table("y: c2 c3, c: d3 h8")
        assert from_cell(match, "c2") == {"c2-b3", "c2xe4"}
        for move in ("c2-c3", "c2-d3", "c2-c4", "c2-e4", "c2-c2", "d4-d5"):
            assert refused(match, move) == "BARRIER-12"


class TestOrdinaryPawns:
    @pytest.mark.rule("BARRIER-13")
    def test_yellow_goes_forward_straight_or_diagonally(self) -> None:
        match = table("y: c2, c: h8")
        assert from_cell(match, "c2") == {"c2-b3", "c2-c3", "c2-d3"}

    @pytest.mark.rule("BARRIER-13")
    def test_colourless_goes_the_other_way(self) -> None:
        match = table("y: a1, c: f7", to_move=1)
        assert from_cell(match, "f7") == {"f7-e6", "f7-f6", "f7-g6"}

    @pytest.mark.rule("BARRIER-13")
    def test_never_sideways_or_backwards(self) -> None:
        match = table("y: c2, c: h8")
        for move in ("c2-b2", "c2-d2", "c2-b1", "c2-c1", "c2-d1"):
            assert refused(match, move) == "BARRIER-13"

    @pytest.mark.rule("BARRIER-13")
    def test_the_edge_of_the_board_is_the_edge(self) -> None:
        match = table("y: a6 h6, c: d7")
        assert from_cell(match, "a6") == {"a6-a7", "a6-b7"}
        assert from_cell(match, "h6") == {"h6-h7", "h6-g7"}


class TestOnATile:
    @pytest.mark.rule("BARRIER-14")
    def test_tile_3_on_a4_sends_yellow_home_and_lets_colourless_in(self) -> None:
        tiles = laid(a4=3)
        assert from_cell(table("y: a4, c: h8", tiles), "a4") == {"a4-a3"}
        assert from_cell(table("y: h1, c: a4", tiles, to_move=1), "a4") == {"a4-a3"}
        assert refused(table("y: a4, c: h8", tiles), "a4-a5") == "BARRIER-14"

    @pytest.mark.rule("BARRIER-14")
    def test_a_crowned_pawn_obeys_the_arrow_too(self) -> None:
        match = table("Y: e5, c: h8", laid(e5=1))
        assert from_cell(match, "e5") == {"e5-e6", "e5-f5"}

    @pytest.mark.rule("BARRIER-14")
    def test_an_arrow_may_lead_sideways(self) -> None:
        match = table("y: d4, c: h8", laid(d4=4))
        assert from_cell(match, "d4") == {"d4-c4", "d4-d5"}

    @pytest.mark.rule("BARRIER-14")
    def test_every_tile_on_both_rows_means_its_two_directions(self) -> None:
        cells = {
            "d4": ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"],
            "d5": ["d6", "e6", "e5", "e4", "d4", "c4", "c5", "c6"],
        }
        arrows = {
            1: (0, 2),
            2: (2, 4),
            3: (4, 6),
            4: (6, 0),
            5: (1, 3),
            6: (3, 5),
            7: (5, 7),
            8: (7, 1),
        }
        for cell, around in cells.items():
            for tile, heads in arrows.items():
                for pawn in "yY":
                    match = table(f"{pawn}: {cell}, c: h8", laid(**{cell: tile}))
                    expected = {f"{cell}-{around[head]}" for head in heads}
                    assert from_cell(match, cell) == expected

    @pytest.mark.rule("BARRIER-14")
    def test_a_tile_does_not_limit_how_one_enters_it(self) -> None:
        for tile in range(1, 9):
            match = table("y: c3, c: h8", laid(c4=tile))
            assert "c3-c4" in match.legal_moves()


class TestOffTheTileAgain:
    @pytest.mark.rule("BARRIER-15")
    def test_a_pawn_sent_home_goes_forward_again(self) -> None:
        match = table("y: a4, c: h8", laid(a4=3)).play("a4-a3").play("h8-h7")
        assert from_cell(match, "a3") == {"a3-a4", "a3-b4"}

    @pytest.mark.rule("BARRIER-15")
    def test_a_pawn_that_crossed_goes_on_forward(self) -> None:
        match = table("y: e5, c: h8", laid(e5=1)).play("e5-e6").play("h8-h7")
        assert from_cell(match, "e6") == {"e6-d7", "e6-e7", "e6-f7"}

    @pytest.mark.rule("BARRIER-15")
    def test_a_crowned_pawn_is_free_again(self) -> None:
        match = table("Y: e5, c: h8", laid(e5=1)).play("e5-e6").play("h8-h7")
        assert len(from_cell(match, "e6")) == 8


class TestCrowning:
    @pytest.mark.rule("BARRIER-16")
    def test_yellow_is_crowned_on_row_8(self) -> None:
        match = table("y: b7, c: h7").play("b7-a8")
        assert match.position()["pawns"]["a8"] == "Y"
        assert [event["type"] for event in match.events()] == ["moved", "crowned"]

    @pytest.mark.rule("BARRIER-16")
    def test_colourless_is_crowned_on_row_1(self) -> None:
        match = table("y: h2, c: b2", to_move=1).play("b2-b1")
        assert match.position()["pawns"]["b1"] == "C"

    @pytest.mark.rule("BARRIER-16")
    def test_a_crown_is_never_lost_at_home_or_on_the_barrier(self) -> None:
        match = table("Y: c2, C: h7")
        for move in ("c2-c1", "h7-h8", "c1-d2", "h8-h7", "d2-d3", "h7-h8", "d3-d4"):
            match = match.play(move)
        assert match.position()["pawns"] == {"d4": "Y", "h8": "C"}

    @pytest.mark.rule("BARRIER-16")
    def test_a_crowned_pawn_is_not_crowned_twice(self) -> None:
        match = table("Y: b7, c: h7").play("b7-a8")
        assert [event["type"] for event in match.events()] == ["moved"]


class TestCrownedPawns:
    @pytest.mark.rule("BARRIER-17")
    def test_one_square_in_all_eight_directions(self) -> None:
        match = table("Y: c2, c: h8")
        around = ("b1", "c1", "d1", "b2", "d2", "b3", "c3", "d3")
        assert from_cell(match, "c2") == {f"c2-{cell}" for cell in around}

    @pytest.mark.rule("BARRIER-17")
    def test_one_square_only(self) -> None:
        assert refused(table("Y: c2, c: h8"), "c2-e2") == "BARRIER-12"


class TestPawnsThatCannotMove:
    @pytest.mark.rule("BARRIER-18")
    def test_a_dead_end_holds_its_pawn_while_others_move(self) -> None:
        match = table("y: a5 h2, c: d7", laid(a5=7))
        assert from_cell(match, "a5") == set()
        assert from_cell(match, "h2") == {"h2-h3", "h2-g3"}

    @pytest.mark.rule("BARRIER-18")
    @pytest.mark.parametrize(
        ("tiles", "ends"),
        [
            ("right_angle", {"a": {7}, "h": {5}}),
            ("acute", {"a": {6, 7}, "h": {2, 3}}),
            ("obtuse", {"a": set(), "h": set()}),
        ],
    )
    def test_the_dead_ends_of_each_tile_set(self, tiles: str, ends: dict[str, set[int]]) -> None:
        for name, dead in ends.items():
            for row in (4, 5):
                cell = f"{name}{row}"
                stuck = {
                    tile
                    for tile in range(1, 9)
                    if not from_cell(
                        table(f"Y: {cell} d1, C: d8", laid(**{cell: tile}), tiles=tiles), cell
                    )
                }
                assert stuck == dead

    @pytest.mark.rule("BARRIER-18")
    def test_a_pawn_whose_arrows_are_blocked_waits(self) -> None:
        match = table("y: d4 d3 c4, c: h8", laid(d4=3, c4=8))
        assert from_cell(match, "d4") == set()
        assert from_cell(match, "c4") == {"c4-b5", "c4-d5"}
