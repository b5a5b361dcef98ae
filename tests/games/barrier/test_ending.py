"""The rule sheet, The end of the game."""

import pytest

import tabletier as tt
from tests.games.barrier.tables import laid, refused, table

BACK_AND_FORTH = ("a1-a2", "h8-h7", "a2-a1", "h7-h8")


class TestNoMove:
    @pytest.mark.rule("BARRIER-27")
    def test_yellows_only_pawn_on_tile_7_at_a5_has_lost(self) -> None:
        match = table("y: a5, c: d7", laid(a5=7))
        assert match.result == tt.Result((1,), "no_move")
        assert match.legal_moves() == ()

    @pytest.mark.rule("BARRIER-27")
    def test_moving_the_other_side_into_a_standstill_wins(self) -> None:
        match = table("y: a1 a2 b1 c1, c: a3").play("b1-b2")
        assert match.result == tt.Result((0,), "no_move")

    @pytest.mark.rule("BARRIER-27")
    def test_it_is_the_player_to_move_who_must_have_a_move(self) -> None:
        match = table("y: a5, c: d7", laid(a5=7), to_move=1)
        assert match.result is None
        assert match.play("d7-d6").result == tt.Result((1,), "no_move")


@pytest.mark.rule("BARRIER-34")
class TestPassing:
    """BARRIER-34 As another reading, whoever cannot move passes while the other can."""

    def stuck(self, quiet: int = 0) -> tt.Match:
        return table("y: a5, c: d7", laid(a5=7), quiet=quiet, no_move="pass")

    def test_a_player_who_cannot_move_has_one_move_to_pass(self) -> None:
        match = self.stuck()
        assert match.legal_moves() == ("pass",)
        after = match.play("pass")
        assert after.to_move == 1
        assert after.position() == {**match.position(), "to_move": 1, "quiet": 1}
        assert list(after.events()) == [{"type": "passed", "seat": 0}]

    def test_only_then(self) -> None:
        match = table("y: a2, c: d7", no_move="pass")
        assert refused(match, "pass") == "BARRIER-34"
        with pytest.raises(tt.BadNotation):
            table("y: a2, c: d7").play("pass")
        assert refused(self.stuck(), "a5-a6") == "BARRIER-34"

    def test_it_counts_as_a_quiet_move(self) -> None:
        assert self.stuck(79).play("pass").result == tt.Result((), "stall")

    def test_it_counts_for_repetition(self) -> None:
        match = table("y: a5, C: d7", laid(a5=7), no_move="pass")
        for move in ("pass", "d7-d8", "pass", "d8-d7") * 2:
            assert match.result is None
            match = match.play(move)
        assert match.result == tt.Result((), "repetition")

    def test_when_nobody_can_move_the_pawns_are_counted_at_once(self) -> None:
        match = table("y: a5, c: h4 h5", laid(a5=7, h4=5, h5=5), no_move="pass")
        assert match.result == tt.Result((1,), "stall")
        assert match.legal_moves() == ()


class TestNoProgress:
    @pytest.mark.rule("BARRIER-28")
    def test_eighty_single_moves_without_capture_or_crowning_stop_the_game(self) -> None:
        match = table("Y: a1 d1, C: h8", quiet=78)
        match = match.play("a1-a2")
        assert match.result is None
        assert match.position()["quiet"] == 79
        match = match.play("h8-h7")
        assert match.result == tt.Result((0,), "stall")
        assert match.position()["quiet"] == 80

    @pytest.mark.rule("BARRIER-28")
    @pytest.mark.parametrize(
        ("pawns", "winners"),
        [
            ("Y: a1, c: h7 h6", (1,)),
            ("Y: a1, y: b1, c: h7 h6", (0,)),
            ("Y: a1, y: b1, c: h7, C: g7", ()),
            ("Y: a1 b1, c: h7 h6 g6", (1,)),
        ],
    )
    def test_more_pawns_win_then_more_crowned_pawns_then_nobody(
        self, pawns: str, winners: tuple[int, ...]
    ) -> None:
        assert table(pawns, quiet=79).play("a1-a2").result == tt.Result(winners, "stall")

    @pytest.mark.rule("BARRIER-28")
    def test_a_capture_starts_the_count_again(self) -> None:
        match = table("Y: a1, C: b2 h8", quiet=79).play("a1xc3")
        assert match.result is None
        assert match.position()["quiet"] == 0

    @pytest.mark.rule("BARRIER-28")
    def test_a_crowning_starts_the_count_again(self) -> None:
        match = table("y: a7, C: h8", quiet=79).play("a7-a8")
        assert match.result is None
        assert match.position()["quiet"] == 0

    @pytest.mark.rule("BARRIER-28")
    def test_laying_a_tile_is_not_a_move_in_this_count(self) -> None:
        match = tt.new("barrier", seed="quiet")
        while len(match.moves) < 16:
            match = match.play(match.legal_moves()[0])
        assert match.position()["quiet"] == 0
        assert match.play("a1-a2").position()["quiet"] == 1


class TestRepetition:
    @pytest.mark.rule("BARRIER-29")
    def test_the_third_time_is_a_draw(self) -> None:
        match = table("Y: a1, C: h8")
        for move in BACK_AND_FORTH * 2:
            assert match.result is None
            match = match.play(move)
        assert match.result == tt.Result((), "repetition")
        assert match.to_move is None

    @pytest.mark.rule("BARRIER-29")
    def test_the_same_pawns_with_the_other_player_to_move_are_another_position(self) -> None:
        match = table("Y: a1, C: h8")
        # A triangle of three moves against two: the pawns meet again with the turn changed.
        for move in ("a1-a2", "h8-h7", "a2-b1", "h7-h8", "b1-a1", "h8-h7", "a1-a2", "h7-h8"):
            match = match.play(move)
            assert match.result is None

    @pytest.mark.rule("BARRIER-29")
    def test_a_crown_makes_another_position(self) -> None:
        from tabletier.games.barrier import rules

        plain = table("y: a2, C: h8")
        crowned = table("Y: a2, C: h8")
        assert rules.repetition_key(plain._state) != rules.repetition_key(crowned._state)


class TestWhichEndingCounts:
    @pytest.mark.rule("BARRIER-30")
    def test_no_pawns_left_comes_before_no_move(self) -> None:
        match = table("y: c3, c: c4").play("c3xc5")
        assert match.result == tt.Result((0,), "last_pawns")

    @pytest.mark.rule("BARRIER-30")
    def test_no_move_comes_before_no_progress(self) -> None:
        match = table("Y: h1 g1, c: a5", laid(a5=7), quiet=79).play("h1-h2")
        assert match.position()["quiet"] == 80
        assert match.result == tt.Result((0,), "no_move")
        # Had the count decided, the two pawns would have won as well; so also with fewer pawns:
        match = table("Y: h1, c: a5, C: a4", laid(a5=7, a4=7), quiet=79).play("h1-h2")
        assert match.result == tt.Result((0,), "no_move")

    @pytest.mark.rule("BARRIER-30")
    def test_no_progress_comes_before_repetition(self) -> None:
        match = table("Y: a1 d1, C: h8", quiet=72)
        for move in BACK_AND_FORTH * 2:
            assert match.result is None
            match = match.play(move)
        assert match.result == tt.Result((0,), "stall")


class TestGivingUp:
    @pytest.mark.rule("BARRIER-31")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_whoever_resigns_loses(self, seat: int) -> None:
        match = tt.new("barrier", seed="resign").resign(seat)
        assert match.result == tt.Result((1 - seat,), "resignation")
        with pytest.raises(tt.GameOver):
            match.play("3@a4")

    @pytest.mark.rule("BARRIER-31")
    def test_both_may_agree_on_a_draw(self) -> None:
        match = tt.new("barrier", seed="agree").draw_by_agreement()
        assert match.result == tt.Result((), "agreement")
