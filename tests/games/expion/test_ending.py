"""Elimination and the end of the game (EXPION-33 to EXPION-39)."""

from typing import ClassVar

import pytest

import tabletier as tt
from tabletier.games.expion import GAME
from tabletier.games.expion.rules import repetition_key
from tests.games.expion.tables import CAMP_CELLS, before_capture, marbles, table


class TestElimination:
    @pytest.mark.rule("EXPION-33")
    def test_the_place_of_a_player_without_marbles_is_skipped(self) -> None:
        match = table(players=4, turn="n", n="d6 g6", s="e1", e="e6", w="a2")
        after = match.play("g6-f6")
        assert after.result is None
        assert after.events()[-1] == {"type": "eliminated", "seat": 1, "camps": ["e"]}
        assert (after.to_move, after.position()["cycle"]) == (2, 2)
        later = after.play("e1-e2").play("a2-b2").play("d6-c6")
        assert later.to_move == 2

    @pytest.mark.rule("EXPION-33")
    def test_with_three_players_solo_then_moves_twice_in_a_row(self) -> None:
        match = table(players=3, turn="n", n="d6 g6", s="e1", e="e6", w="a2")
        after = match.play("g6-f6")
        assert after.to_move == 0
        assert after.play("e1-e2").to_move == 2

    @pytest.mark.rule("EXPION-33")
    def test_a_colour_without_marbles_is_no_player_when_its_owner_has_another(self) -> None:
        match = table(turn="n", n="d6 g6", s="e1", e="e6", w="a2")
        after = match.play("g6-f6")
        assert (after.to_move, after.position()["cycle"]) == (1, 1)
        assert set(after.legal_moves()) == {"a2-b2", "a2-c2", "a2-d2"}

    @pytest.mark.rule("EXPION-33")
    def test_a_position_never_waits_for_a_player_without_marbles(self) -> None:
        with pytest.raises(tt.BadPosition, match="East, whose player has no marble") as caught:
            table(players=4, turn="e", n="b9", s="b1", w="a2")
        assert caught.value.rule == "EXPION-33"


class TestBase:
    @pytest.mark.rule("EXPION-34")
    @pytest.mark.parametrize(("players", "winners"), [(2, (1,)), (3, (1, 2)), (4, (1, 3))])
    def test_bringing_the_expion_into_an_enemy_base_wins_for_the_whole_side(
        self, players: int, winners: tuple[int, ...]
    ) -> None:
        match = before_capture(
            players=players, turn="w", open_cells="e9", w="e7", n="b5", expion="e8"
        )
        after = match.play("e7-e8")
        assert after.result == tt.Result(winners, "base")
        assert after.position()["expion"] == "e9"
        assert marbles(after)["e8"] == "w"
        assert after.legal_moves() == ()
        assert after.events()[1]["base"] == "n"

    @pytest.mark.rule("EXPION-34")
    @pytest.mark.parametrize(
        ("turn", "pusher", "expion", "goal"),
        [("n", "g5", "h5", "i5"), ("s", "c5", "b5", "a5"), ("e", "e3", "e2", "e1")],
    )
    def test_each_side_has_two_enemy_bases(
        self, turn: str, pusher: str, expion: str, goal: str
    ) -> None:
        other = "e" if turn in "ns" else "n"
        cells = {turn: pusher, other: {"e": "i2", "n": "b9"}[other]}
        after = table(players=4, turn=turn, expion=expion, marbles=cells).play(f"{pusher}-{expion}")
        assert after.position()["expion"] == goal
        assert after.result is not None
        assert after.result.reason == "base"

    @pytest.mark.rule("EXPION-34")
    def test_an_eliminated_partner_wins_too(self) -> None:
        match = table(players=4, turn="w", w="e7", n="b9", s="b1", expion="e8")
        assert match.play("e7-e8").result == tt.Result((1, 3), "base")

    @pytest.mark.rule("EXPION-34")
    def test_nothing_is_captured_by_the_winning_push(self) -> None:
        """e8 would flank d8 with c8, but the game has been won."""
        match = table(turn="w", w="e7 c8", n="d8 b9", expion="e8")
        after = match.play("e7-e8")
        assert "d8" in marbles(after)
        assert [event["type"] for event in after.events()] == ["moved", "pushed", "over"]

    @pytest.mark.rule("EXPION-34")
    def test_the_base_of_an_eliminated_player_is_still_a_goal(self) -> None:
        match = table(players=4, turn="w", w="e7", e="i2", s="b1", expion="e8")
        assert match.play("e7-e8").result == tt.Result((1, 3), "base")

    @pytest.mark.rule("EXPION-19", "EXPION-34")
    @pytest.mark.parametrize(("special", "goals"), [("corners", 5), ("edge_mid", 6), ("inner", 7)])
    def test_base_cells_behind_a_special_cell_are_no_goals(self, special: str, goals: int) -> None:
        for camp, cells in CAMP_CELLS.items():
            won = [cell for cell in cells if self.can_be_entered(special, camp, cell)]
            assert len(won) == goals

    def can_be_entered(self, special: str, camp: str, cell: str) -> bool:
        """Whether the other side, pushing at right angles to a camp, enters this cell of it."""
        x, y = (ord(cell[0]) - ord("a"), int(cell[1]))
        inward = {"n": (0, -1), "e": (-1, 0), "s": (0, 1), "w": (1, 0)}[camp]
        front, behind = (f"{'abcdefghi'[x + k * inward[0]]}{y + k * inward[1]}" for k in (1, 2))
        pusher, other = ("e", "n") if camp in "ns" else ("n", "e")
        try:
            match = table(
                turn=pusher, expion=front, special=special, marbles={pusher: behind, other: "d5 f5"}
            )
        except tt.BadPosition:
            return False
        after = match.play(f"{behind}-{front}")
        return after.position()["expion"] == cell and after.result is not None


class TestNoMarbles:
    @pytest.mark.rule("EXPION-35")
    @pytest.mark.parametrize(("players", "winners"), [(2, (0,)), (3, (0,)), (4, (0, 2))])
    def test_a_side_without_marbles_loses(self, players: int, winners: tuple[int, ...]) -> None:
        match = table(players=players, n="d6 g6", e="e6")
        after = match.play("g6-f6")
        assert after.result == tt.Result(winners, "elimination")
        assert after.position()["cycle"] == (2 if players < 4 else 0)

    @pytest.mark.rule("EXPION-35")
    def test_marbles_still_in_camp_keep_a_side_alive(self) -> None:
        assert table(n="d6 g6", e="e6", w="a2").play("g6-f6").result is None


class TestNoMoves:
    # North's row shuts South in, West's column shuts East in, and neither may go back.
    JAM: ClassVar = {
        "n": "b2 c2 d2 e2 f2 g2 h2",
        "s": "b1 c1 d1 e1 f1 g1 h1",
        "e": "i2 i3 i4 i5 i6 i7 i8",
        "w": "h3 h4 h5 h6 h7 g8 a2",
    }

    @pytest.mark.rule("EXPION-36")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_when_no_player_has_a_move_the_game_is_drawn_at_once(self, players: int) -> None:
        match = table(players=players, turn="w", marbles=self.JAM)
        assert match.result is None
        after = match.play("g8-h8")
        assert after.result == tt.Result((), "blocked")
        assert after.legal_moves() == ()
        assert after.to_move is None

    @pytest.mark.rule("EXPION-36")
    def test_as_long_as_anybody_can_move_the_others_pass(self) -> None:
        match = table(players=4, turn="n", marbles=self.JAM)
        assert match.legal_moves() == ("pass",)
        after = match.play("pass")
        assert after.legal_moves() == ("i8-h8",)
        assert after.position()["quiet"] == 1


class TestRepetition:
    SHUFFLE = ("d5-c5", "f4-f5", "c5-d5", "f5-f4")

    @pytest.mark.rule("EXPION-37")
    def test_the_third_time_the_same_position_comes_the_game_is_drawn(self) -> None:
        match = table(n="d5 b9", e="f4 i2", expion="g7")
        for move in self.SHUFFLE * 2:
            assert match.result is None
            match = match.play(move)
        assert match.result == tt.Result((), "repetition")
        assert match.to_move is None

    @pytest.mark.rule("EXPION-37")
    def test_twice_is_not_enough(self) -> None:
        match = table(n="d5 b9", e="f4 i2", expion="g7")
        assert _played(match, *self.SHUFFLE).result is None

    @pytest.mark.rule("EXPION-37")
    @pytest.mark.parametrize(("players", "same"), [(2, True), (3, False), (4, False)])
    def test_the_players_to_follow_must_be_the_same(self, players: int, same: bool) -> None:
        """The same board at North's and at South's place: the same only with two players."""
        board = {"n": "d5 b9", "s": "d2", "e": "f4 i2", "w": "a2"}
        north = key(table(players=players, turn="n", marbles=board))
        south = key(table(players=players, turn="s", marbles=board))
        assert (north == south) is same
        assert north != key(table(players=players, turn="e", marbles=board))

    @pytest.mark.rule("EXPION-37")
    def test_the_count_of_quiet_turns_is_not_part_of_the_position(self) -> None:
        assert key(table(n="d5", e="f4", quiet=3)) == key(table(n="d5", e="f4", quiet=40))

    @pytest.mark.rule("EXPION-37")
    def test_captures_leave_no_way_back(self) -> None:
        match = table(n="d6 g6", e="e6 i2", w="a2")
        assert len(marbles(match.play("g6-f6"))) < len(marbles(match))


def key(match: tt.Match) -> tuple[int, ...]:
    state, _ = GAME.setup(match.position(), match.options)
    return repetition_key(state)


def _played(match: tt.Match, *moves: str) -> tt.Match:
    for move in moves:
        match = match.play(move)
    return match


class TestNoProgress:
    @pytest.mark.rule("EXPION-38")
    def test_a_hundred_turns_without_capture_or_departure_are_a_draw(self) -> None:
        match = table(n="d5 b9", e="f4 i2", expion="g7", quiet=98).play("d5-c5")
        assert match.result is None
        after = match.play("f4-f5")
        assert after.result == tt.Result((), "stall")
        assert after.position()["quiet"] == 100

    @pytest.mark.rule("EXPION-38")
    def test_a_departure_or_a_capture_begins_the_count_anew(self) -> None:
        leaving = table(n="d5 b9", e="f4 i2", quiet=99).play("b9-b7")
        assert (leaving.result, leaving.position()["quiet"]) == (None, 0)
        capture = table(n="d6 g6", e="e6 i2", quiet=99).play("g6-f6")
        assert (capture.result, capture.position()["quiet"]) == (None, 0)

    @pytest.mark.rule("EXPION-38")
    def test_a_pass_is_a_turn(self) -> None:
        match = table(n="b9", e="b8 h3", w="c8 b7", quiet=99)
        assert match.play("pass").result == tt.Result((), "stall")

    @pytest.mark.rule("EXPION-38")
    def test_the_skipped_place_of_an_eliminated_player_is_no_turn(self) -> None:
        match = table(players=4, n="d5", s="d3", w="f4", quiet=10).play("d5-c5")
        assert (match.to_move, match.position()["quiet"]) == (2, 11)

    @pytest.mark.rule("EXPION-38")
    def test_a_push_is_no_progress(self) -> None:
        assert table(n="e6", e="i2", quiet=99).play("e6-e5").result == tt.Result((), "stall")

    @pytest.mark.rule("EXPION-38", "EXPION-34")
    def test_a_win_on_the_hundredth_turn_is_a_win(self) -> None:
        match = table(turn="e", w="e7", n="b9", expion="e8", quiet=99)
        assert match.play("e7-e8").result == tt.Result((1,), "base")

    @pytest.mark.rule("EXPION-37", "EXPION-38")
    def test_when_both_hold_it_is_called_a_repetition(self) -> None:
        match = table(n="d5 b9", e="f4 i2", expion="g7", quiet=92)
        match = _played(match, *TestRepetition.SHUFFLE * 2)
        assert match.position()["quiet"] == 100
        assert match.result == tt.Result((), "repetition")


class TestGivingUp:
    @pytest.mark.rule("EXPION-39")
    @pytest.mark.parametrize(
        ("players", "seat", "winners"), [(2, 0, (1,)), (3, 2, (0,)), (3, 0, (1, 2)), (4, 2, (1, 3))]
    )
    def test_the_other_side_wins(self, players: int, seat: int, winners: tuple[int, ...]) -> None:
        match = tt.new("expion", {"players": players}).resign(seat)
        assert match.result == tt.Result(winners, "resignation")
        assert match.legal_moves() == ()

    @pytest.mark.rule("EXPION-39")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_all_together_may_agree_on_a_draw(self, players: int) -> None:
        match = tt.new("expion", {"players": players}).draw_by_agreement()
        assert match.result == tt.Result((), "agreement")
        with pytest.raises(tt.GameOver):
            match.draw_by_agreement()
