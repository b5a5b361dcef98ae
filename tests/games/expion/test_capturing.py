"""Capturing (EXPION-23 to EXPION-32)."""

import pytest

from tests.games.expion.tables import before_capture, marbles, table, taken_by, why_not


class TestFlanking:
    @pytest.mark.rule("EXPION-23")
    @pytest.mark.parametrize("players", [2, 3])
    def test_two_marbles_of_one_player_capture_the_enemy_between_them(self, players: int) -> None:
        match = table(players=players, n="d6", s="g6", e="e6 i2", w="a2")
        after = match.play("g6-f6")
        assert "e6" not in marbles(after)
        assert marbles(after, "e") == {"i2": "e"}

    @pytest.mark.rule("EXPION-23")
    def test_two_partners_capture_together(self) -> None:
        match = table(players=4, turn="s", n="d6", s="g6", e="e6 i2", w="a2")
        assert taken_by(match, "g6-f6") == {"e6"}

    @pytest.mark.rule("EXPION-23")
    def test_two_marbles_of_one_colour_capture_in_a_column_too(self) -> None:
        assert taken_by(table(n="c7 d4", e="c6 i2", expion="g7"), "d4-d5") == set()
        assert taken_by(table(n="c7 d5", e="c6 i2", expion="g7"), "d5-c5") == {"c6"}

    @pytest.mark.rule("EXPION-23")
    def test_one_of_the_two_must_have_just_moved(self) -> None:
        """d6 and f6 flank e6 already; another marble's move does not capture it."""
        match = table(n="d6 f6 b9", e="e6 i2")
        assert taken_by(match, "b9-b8") == set()
        assert taken_by(match, "f6-g6") == set()

    @pytest.mark.rule("EXPION-24")
    def test_a_marble_that_steps_between_two_enemies_is_safe(self) -> None:
        match = table(turn="e", n="d6 f6", e="e7 i2", expion="g3")
        after = match.play("e7-e6")
        assert marbles(after)["e6"] == "e"
        assert marbles(after.play("f6-g6"))["e6"] == "e"

    @pytest.mark.rule("EXPION-25")
    def test_one_move_captures_in_several_directions(self) -> None:
        """d5 comes between c5, d6 and e5, each with a friend behind it."""
        match = table(n="b5 d7 f5 d4", e="c5 d6 i2", w="e5", expion="g3")
        after = match.play("d4-d5")
        assert set(marbles(after)) == {"b5", "d7", "f5", "d5", "i2"}

    @pytest.mark.rule("EXPION-25")
    def test_all_captures_are_judged_on_the_same_position(self) -> None:
        match = table(turn="e", e="c5 e5", w="c3 e3 d2", n="c4 e4 h9", expion="g7")
        assert taken_by(match, "c5-d5") == set()
        both = table(turn="e", e="c6 e5", w="c3 e3", n="c4 h9", s="d5", expion="g7")
        assert taken_by(both, "c6-c5") == {"c4", "d5"}

    @pytest.mark.rule("EXPION-26")
    def test_two_marbles_side_by_side_are_safe(self) -> None:
        assert taken_by(table(n="c6 g6", e="d6 e6", expion="g3"), "g6-f6") == set()

    @pytest.mark.rule("EXPION-26")
    def test_nothing_is_captured_diagonally(self) -> None:
        assert taken_by(table(n="d7 g5", e="e6 i2", expion="c3"), "g5-f5") == set()

    @pytest.mark.rule("EXPION-26")
    def test_a_partners_marble_is_never_captured(self) -> None:
        match = table(players=4, n="d6 g6", s="e6", e="i2", expion="c3")
        assert taken_by(match, "g6-f6") == set()

    @pytest.mark.rule("EXPION-26")
    def test_two_enemies_of_different_colours_do_not_capture_a_third_side(self) -> None:
        """Only marbles of one side capture: North and East never do together."""
        match = table(players=4, n="d6 b9", s="h1", w="e6", e="g6", turn="e", expion="c3")
        assert taken_by(match, "g6-f6") == set()


class TestCampMarbles:
    @pytest.mark.rule("EXPION-27")
    @pytest.mark.parametrize(
        ("turn", "home", "enemy", "source", "target"),
        [
            ("n", "d9", "d8", "c7", "d7"),
            ("e", "i4", "h4", "g3", "g4"),
            ("s", "d1", "d2", "c3", "d3"),
            ("w", "a4", "b4", "c3", "c4"),
        ],
    )
    def test_a_marble_in_camp_is_one_of_the_two_captors(
        self, turn: str, home: str, enemy: str, source: str, target: str
    ) -> None:
        other = "e" if turn in "ns" else "n"
        cells = {turn: f"{home} {source}", other: f"{enemy} {'i8' if other == 'e' else 'h9'}"}
        match = table(players=4, turn=turn, expion="f6", marbles=cells)
        assert taken_by(match, f"{source}-{target}") == {enemy}

    @pytest.mark.rule("EXPION-27")
    def test_a_partner_at_home_captures_too(self) -> None:
        match = table(players=4, turn="n", s="d1", n="c3", e="d2 i8", expion="f6")
        assert taken_by(match, "c3-d3") == {"d2"}

    @pytest.mark.rule("EXPION-27")
    def test_the_neighbouring_camps_marbles_do_not_capture_round_the_corner(self) -> None:
        """West's a8 lies beside b8, North's b9 above it: only marbles in line capture."""
        match = table(turn="n", n="b9 d8", e="c8 i2", expion="f6")
        assert taken_by(match, "b9-b8") == {"c8"}
        corner = table(turn="n", n="b9 c7", e="b8 i2", expion="f6")
        assert taken_by(corner, "c7-c8") == set()
        assert taken_by(corner, "c7-b7") == {"b8"}

    @pytest.mark.rule("EXPION-27")
    def test_a_marble_that_leaves_camp_captures_from_where_it_stops(self) -> None:
        match = table(n="d9 f7", e="e7 i2", expion="g3")
        assert taken_by(match, "d9-d7") == {"e7"}
        assert taken_by(match, "d9-d6") == set()

    @pytest.mark.rule("EXPION-27")
    def test_a_marble_in_camp_is_never_captured(self) -> None:
        """No enemy can stand on both sides of it: camp cells are closed to them."""
        match = table(turn="e", n="d9 h9", e="c7 i8", w="d7", expion="g3")
        assert taken_by(match, "d7-d8") == set()
        assert "d9" in marbles(match.play("d7-d8"))


class TestChameleon:
    @pytest.mark.rule("EXPION-28")
    def test_the_expion_captures_for_a_player_with_a_marble_beside_it(self) -> None:
        match = table(n="e8", s="g6", e="f7 i2", expion="e7")
        assert taken_by(match, "g6-g7") == {"f7"}

    @pytest.mark.rule("EXPION-28", "EXPION-31")
    def test_without_a_marble_beside_it_the_expion_does_not_capture(self) -> None:
        match = table(n="c8", s="g6", e="f7 i2", expion="e7")
        assert taken_by(match, "g6-g7") == set()

    @pytest.mark.rule("EXPION-28")
    def test_the_pushed_expion_captures_with_any_marble_of_the_side(self) -> None:
        """North pushes it from e5 to e4, where it flanks d4 with c4 and e3 with e2."""
        match = table(players=4, n="e6", s="c4 e2", e="d4 e3 i2", expion="e5")
        assert taken_by(match, "e6-e5") == {"d4", "e3"}

    @pytest.mark.rule("EXPION-28")
    def test_the_pushed_expion_captures_with_a_marble_in_camp(self) -> None:
        match = table(turn="e", e="g4", w="a4", n="b4 b9", expion="d4")
        after = match.play("g4-f4").play("b9-b8").play("f4-e4").play("b8-c8")
        assert taken_by(after, "e4-d4") == {"b4"}

    @pytest.mark.rule("EXPION-29")
    def test_with_four_players_a_partners_marble_beside_the_expion_does_not_do(self) -> None:
        match = table(players=4, turn="s", n="e8", s="g6", e="f7 i2", expion="e7")
        assert taken_by(match, "g6-g7") == set()

    @pytest.mark.rule("EXPION-29")
    def test_a_marble_in_camp_beside_the_expion_does(self) -> None:
        match = table(players=4, turn="n", n="e9 g7", e="f8 i2", expion="e8")
        assert taken_by(match, "g7-g8") == {"f8"}

    @pytest.mark.rule("EXPION-29")
    def test_three_players_the_partners_count_one_by_one(self) -> None:
        match = table(players=3, turn="e", n="d6 b9", e="b6", w="e5", expion="e6")
        assert taken_by(match, "b6-c6") == set()
        solo = table(players=3, turn="n", n="b6", s="e5", e="d6 i2", w="a2", expion="e6")
        assert taken_by(solo, "b6-c6") == {"d6"}

    @pytest.mark.rule("EXPION-29")
    def test_the_neighbour_counts_where_it_stands_after_the_move(self) -> None:
        """The pusher was not beside the Ex*pion's new cell before, but is after."""
        match = table(players=4, n="e6 c4", e="d4 i2", expion="e5")
        assert taken_by(match, "e6-e5") == {"d4"}

    @pytest.mark.rule("EXPION-30")
    def test_arriving_beside_the_expion_does_not_wake_it(self) -> None:
        """c4 and the Ex*pion on e4 flank d4 already; North's f5-f4 comes beside the Ex*pion."""
        match = table(n="c4 f5", e="d4 i2", expion="e4")
        assert taken_by(match, "f5-f4") == set()

    @pytest.mark.rule("EXPION-31")
    def test_the_expion_is_never_captured(self) -> None:
        match = table(turn="e", e="d5", w="f4", n="b9", expion="e5")
        after = match.play("f4-f5")
        assert after.position()["expion"] == "e5"
        assert after.events()[1:] == ()

    @pytest.mark.rule("EXPION-31")
    def test_the_expion_between_does_not_protect_a_marble_elsewhere(self) -> None:
        """d5 is flanked in its row though the Ex*pion stands above it."""
        match = table(turn="e", e="c5", w="e4", n="d5 b9", expion="d6")
        assert taken_by(match, "e4-e5") == {"d5"}

    @pytest.mark.rule("EXPION-32")
    def test_capturing_is_automatic(self) -> None:
        match = table(n="e8", s="g6", e="f7 i2", expion="e7")
        assert [move for move in match.legal_moves() if move.startswith("g6-g7")] == ["g6-g7"]
        assert "f7" not in marbles(match.play("g6-g7"))

    @pytest.mark.rule("EXPION-32")
    def test_a_chameleon_capture_counts_as_the_first_capture(self) -> None:
        match = before_capture(open_cells="e9", n="e8", s="g6", e="f7", expion="e7")
        assert why_not(match, "g6-g5") == "EXPION-15"
        after = match.play("g6-g7")
        assert after.position()["first_capture"] is True
        assert after.events()[1]["chameleon"] is True
        assert after.events()[2] == {"type": "retreats_allowed"}
        assert "g7-g6" in after.play("i2-h2").legal_moves()
