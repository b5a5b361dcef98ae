"""The board, the pieces and the players (EXPION-1 to EXPION-10)."""

from collections import Counter
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.expion import GAME
from tabletier.games.expion.board import COLOURS
from tests.games.expion.tables import before_capture, marbles, moves_from, table, why_not

AREA = {f"{file}{rank}" for file in "bcdefgh" for rank in "2345678"}


def start(players: int = 2, **options: Any) -> tt.Match:
    return tt.new("expion", {"players": players, **options}, seed="x")


class TestBoardAndPieces:
    @pytest.mark.rule("EXPION-1")
    def test_there_are_seven_marbles_of_each_colour(self) -> None:
        assert Counter(marbles(start()).values()) == {"n": 7, "e": 7, "s": 7, "w": 7}

    @pytest.mark.rule("EXPION-1")
    def test_an_eighth_marble_of_a_colour_is_refused(self) -> None:
        with pytest.raises(tt.BadPosition, match="North has 8 marbles") as caught:
            table(n="b9 c9 d9 e9 f9 g9 h9 d5", e="i5")
        assert caught.value.rule == "EXPION-1"

    @pytest.mark.rule("EXPION-2")
    def test_the_board_has_77_cells(self) -> None:
        board = AREA | set(marbles(start()))
        assert len(board) == 77
        for file in "abcdefghi":
            for rank in "123456789":
                refusal = start().explain(f"{file}{rank}-e5")
                assert refusal is not None
                assert (refusal.code == "move/notation") == (f"{file}{rank}" not in board)

    @pytest.mark.rule("EXPION-2")
    @pytest.mark.parametrize(
        ("turn", "home", "first"), [("n", "e9", "e8"), ("e", "i5", "h5"), ("s", "e1", "e2")]
    )
    def test_each_camp_cell_faces_a_line_of_the_area(
        self, turn: str, home: str, first: str
    ) -> None:
        assert first in moves_from(table(turn=turn, n="e9", e="i5", s="e1", w="a5"), home)

    @pytest.mark.rule("EXPION-3")
    @pytest.mark.parametrize(
        ("special", "cells"),
        [
            ("corners", ["b2", "b8", "h2", "h8"]),
            ("inner", ["d4", "d6", "f4", "f6"]),
            ("edge_mid", ["b5", "e2", "e8", "h5"]),
            ("second", ["c3", "c7", "g3", "g7"]),
        ],
    )
    def test_the_option_special_says_which_cells_are_closed_to_the_expion(
        self, special: str, cells: list[str]
    ) -> None:
        assert start(special=special).view()["table"]["special"] == cells
        for cell in AREA:
            if cell in cells:
                with pytest.raises(tt.BadPosition, match="special cell"):
                    table(special=special, expion=cell, n="b9", e="i2")
            else:
                assert table(special=special, expion=cell, n="b9", e="i2").to_move == 0

    @pytest.mark.rule("EXPION-3")
    def test_marbles_may_stand_on_special_cells(self) -> None:
        assert "b8" in moves_from(table(n="c8", e="i5"), "c8")

    @pytest.mark.rule("EXPION-4")
    def test_blue_and_green_are_partners(self) -> None:
        assert COLOURS == {
            "n": "brown",
            "e": "blue",
            "s": "natural",
            "w": "green",
            "expion": "red",
        }
        assert GAME.teams({"players": 4}) == ((0, 2), (1, 3))


class TestPlayers:
    @pytest.mark.rule("EXPION-5", "EXPION-6")
    @pytest.mark.parametrize(
        ("players", "owners", "teams"),
        [
            (2, {"n": 0, "e": 1, "s": 0, "w": 1}, ((0,), (1,))),
            (3, {"n": 0, "e": 1, "s": 0, "w": 2}, ((0,), (1, 2))),
            (4, {"n": 0, "e": 1, "s": 2, "w": 3}, ((0, 2), (1, 3))),
        ],
    )
    def test_north_and_south_play_against_east_and_west(
        self, players: int, owners: dict[str, int], teams: tuple[tuple[int, ...], ...]
    ) -> None:
        match = start(players)
        assert match.view()["table"]["owners"] == owners
        assert match.teams == teams
        assert match.seats == players

    @pytest.mark.rule("EXPION-6")
    @pytest.mark.parametrize("players", [1, 5, "2", 2.0, True, None])
    def test_two_three_or_four_play(self, players: object) -> None:
        with pytest.raises(tt.BadOption):
            start(players)  # type: ignore[arg-type] # that is the point

    @pytest.mark.rule("EXPION-7")
    def test_at_the_start_all_camps_are_full_and_the_expion_is_in_the_centre(self) -> None:
        position = start().position()
        assert position["expion"] == "e5"
        assert len(position["marbles"]) == 28
        assert not AREA & set(position["marbles"])
        assert position["first_capture"] is False
        assert (position["cycle"], position["quiet"]) == (0, 0)

    @pytest.mark.rule("EXPION-8")
    @pytest.mark.parametrize(
        ("players", "seats"), [(2, [0, 1, 0, 1]), (3, [0, 1, 0, 2]), (4, [0, 1, 2, 3])]
    )
    def test_turns_go_round_north_east_south_west(self, players: int, seats: list[int]) -> None:
        match, seen = start(players), []
        for move in ("e9-e7", "i2-h2", "b1-b2" if players == 4 else "b9-b8", "a8-b8"):
            seen.append(match.to_move)
            match = match.play(move if move in match.legal_moves() else match.legal_moves()[0])
        assert seen == seats
        assert match.to_move == 0

    @pytest.mark.rule("EXPION-9")
    @pytest.mark.parametrize("turn", ["n", "s"])
    @pytest.mark.parametrize("players", [2, 3])
    def test_the_owner_of_two_colours_moves_either(self, players: int, turn: str) -> None:
        match = before_capture(players=players, turn=turn)
        assert moves_from(match, "e9")
        assert moves_from(match, "e1")
        assert not moves_from(match, "i5")

    @pytest.mark.rule("EXPION-9")
    def test_with_four_players_a_partners_marbles_are_not_ones_own(self) -> None:
        match = start(4)
        assert moves_from(match, "e9")
        assert not moves_from(match, "e1")
        assert why_not(match, "e1-e2") == "EXPION-9"

    @pytest.mark.rule("EXPION-9")
    def test_one_moves_a_marble_and_not_an_empty_cell_nor_the_enemys(self) -> None:
        match = start()
        assert why_not(match, "d5-d6") == "EXPION-9"
        assert why_not(match, "i5-h5") == "EXPION-9"
        assert why_not(match, "e9-e9") == "EXPION-9"

    @pytest.mark.rule("EXPION-10")
    def test_the_option_tells_who_may_confer(self) -> None:
        names = GAME.options[0].names
        assert "may confer" in names[3].en
        assert "may not confer" in names[4].en

    @pytest.mark.rule("EXPION-10")
    def test_there_is_nothing_to_tell_a_partner_that_he_does_not_see(self) -> None:
        match = start(4).play("e9-e6")
        tables = [match.view(seat)["table"] for seat in (None, 0, 1, 2, 3)]
        assert all(seen == tables[0] for seen in tables)
