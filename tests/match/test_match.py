"""A match is a value: playing gives another one, and the old one stays as it was."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Game, Refusal
from tabletier.match.match import Match


@pytest.fixture
def match(toy: Game) -> Match:
    """The total is 2 after the first draw, and seat 0 is to move."""
    found = next(m for n in range(9) if (m := tt.new(toy.key, seed=f"{n}")).log[0].text == "+2")
    assert found.to_move == 0
    return found


def at(toy: Game, total: int, turn: int = 0) -> Match:
    return tt.setup(toy.key, {"total": total, "turn": turn}, seed="x")


def played(match: Match, *moves: str) -> Match:
    for move in moves:
        match = match.play(move)
    return match


class TestAValue:
    def test_no_part_of_it_can_be_changed(self, match: Match) -> None:
        for name in (*(field.name for field in fields(match)), "game", "moves", "extra"):
            with pytest.raises(FrozenInstanceError):
                setattr(match, name, None)
        with pytest.raises(FrozenInstanceError):
            del match.seed

    def test_playing_gives_another_match_and_the_old_one_can_still_be_played(
        self, match: Match
    ) -> None:
        before = match.record()
        one, other = match.play("+1"), match.play("+3")
        assert match.record() == before
        assert (match.moves, one.moves, other.moves) == ((), ("+1",), ("+3",))
        assert match.play("+1") == one
        assert one != other

    def test_it_says_what_it_is(self, match: Match) -> None:
        assert repr(match.play("+1")) == f"<Match {match.game}, 1 moves, to move: 1>"
        assert "seed" not in repr(match)

    def test_members(self, match: Match, toy: Game) -> None:
        assert (match.game, match.options, match.seats) == (toy.key, {"sides": 2}, 2)
        assert match.teams == ((0,), (1,))
        assert match.legal_moves() == ("+1", "+2", "+3")
        assert match.position() == {"total": 2, "turn": 0}
        assert match.start is None
        assert match.result is None

    def test_options_and_start_are_copies(self, toy: Game) -> None:
        match = at(toy, 5)
        match.options["sides"] = 3
        start = match.start
        assert start is not None
        start["total"] = 9
        assert (match.seats, match.start) == (2, {"total": 5, "turn": 0})


class TestMoves:
    def test_a_legal_move_has_nothing_to_explain(self, match: Match) -> None:
        assert match.explain("+1") is None

    def test_an_illegal_move_names_the_rule_in_both_languages(self, match: Match) -> None:
        with pytest.raises(tt.IllegalMove) as caught:
            match.play("+0")
        error = caught.value
        assert (error.code, error.rule, error.cells) == ("move/illegal", "TOY-1", ("a",))
        assert error.text == ("De 1 à 3 (TOY-1).", "From 1 to 3 (TOY-1).")
        assert match.explain("+0") == Refusal("step/size", "TOY-1", error.text, ("a",))

    @pytest.mark.parametrize("move", ["", "1", "+1 ", "+12", None, 1, b"+1", ["+1"]])
    def test_what_cannot_be_read_is_bad_notation(self, match: Match, move: Any) -> None:
        with pytest.raises(tt.BadNotation) as caught:
            match.play(move)
        assert caught.value.code == "move/notation"
        assert caught.value.rule is None
        told = match.explain(move)
        assert told == Refusal("move/notation", None, caught.value.text, (), "move/notation")

    def test_after_the_end_nothing_can_be_played(self, toy: Game) -> None:
        over = at(toy, 10).play("+2")
        assert over.result == tt.Result((0,), "goal")
        assert over.legal_moves() == ()
        assert over.to_move is None
        acts: list[Callable[[], Match]] = [
            lambda: over.play("+1"),
            lambda: over.resign(0),
            over.draw_by_agreement,
        ]
        for act in acts:
            with pytest.raises(tt.GameOver) as caught:
                act()
            assert caught.value.code == "game/over"
        told = over.explain("+1")
        assert told is not None
        assert told.code == "game/over"

    def test_a_draw_has_no_winners(self, toy: Game) -> None:
        assert at(toy, 11).play("+3").result == tt.Result((), "overshot")


class TestEvents:
    def test_those_of_the_set_up_are_the_first_draws(self, match: Match) -> None:
        assert match.events() == ({"type": "drawn", "number": 2, "total": 2},)

    def test_those_of_a_move_include_the_draws_it_called_for(self, match: Match) -> None:
        added, drawn = match.play("+2").events()
        assert added == {"type": "added", "number": 2, "total": 4}
        assert drawn["type"] == "drawn"
        assert played(match, "+2", "+1").events()[0]["type"] == "added"

    def test_a_match_from_a_position_has_caused_nothing_yet(self, toy: Game) -> None:
        assert at(toy, 5).events() == ()

    def test_the_last_one_is_the_end(self, toy: Game) -> None:
        over = {"type": "over", "winners": [0], "reason": "goal"}
        assert at(toy, 10).play("+2").events()[-1] == over
        assert at(toy, 5).resign(1).events() == ({**over, "reason": "resignation"},)

    def test_onlookers_see_their_own(self, match: Match) -> None:
        assert match.events_for(None) == match.events_for(1) == match.events()


class TestSeats:
    def test_a_seat_and_a_spectator_have_a_view(self, match: Match) -> None:
        table = {"total": 2, "turn": 0}
        shared = {"game": match.game, "to_move": 0, "result": None, "table": table}
        assert match.view() == match.view(None) == {**shared, "seat": None}
        assert match.view(1) == {**shared, "seat": 1}

    @pytest.mark.parametrize(
        "seat", [-1, 2, True, 0.0, "0", [], 10**5000, "x" * 10**6], ids=lambda v: type(v).__name__
    )
    def test_a_seat_that_is_not_there_is_refused(self, match: Match, seat: Any) -> None:
        for act in (match.view, match.events_for, match.resign):
            with pytest.raises(tt.NoSuchSeat) as caught:
                act(seat)
            assert caught.value.code == "seat/unknown"
            assert "from 0 to 1" in caught.value.text.en
            assert len(caught.value.text.en) < 150


class TestGivingUp:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_the_other_side_wins_whoever_is_to_move(self, match: Match, seat: int) -> None:
        over = match.resign(seat)
        assert over.result == tt.Result((1 - seat,), "resignation")
        assert (over.to_move, over.legal_moves()) == (None, ())
        assert over.position() == match.position()
        assert over.log[-1] == (seat, "resign", "")
        assert match.result is None

    def test_with_three_sides_nobody_resigns_for_all(self, toy: Game) -> None:
        match = tt.new(toy.key, {"sides": 3}, seed="x")
        for seat in range(3):
            with pytest.raises(tt.NotAllowed) as caught:
                match.resign(seat)
            assert caught.value.code == "match/not-allowed"
            assert "nobody resigns for all" in caught.value.text.en

    @pytest.mark.parametrize("sides", [2, 3])
    def test_all_together_may_agree_on_a_draw(self, toy: Game, sides: int) -> None:
        over = tt.new(toy.key, {"sides": sides}, seed="x").draw_by_agreement()
        assert over.result == tt.Result((), "agreement")
        assert over.moves == ()
        assert over.log[-1] == (-1, "agree", "")


class TestRepetition:
    def test_the_third_time_a_position_comes_up_the_match_is_drawn(self, toy: Game) -> None:
        match = at(toy, 7)
        for _ in range(3):
            match = match.play("+0")
            assert match.result is None
        match = match.play("+0")
        assert match.result == tt.Result((), "repetition")
        assert (match.to_move, match.legal_moves()) == (None, ())
        assert match.events()[-1]["reason"] == "repetition"
        assert tt.load(match.record()) == match

    def test_setting_up_counts_the_position_anew(self, toy: Game) -> None:
        again = played(at(toy, 7), "+0", "+0", "+0", "+0").position()
        assert tt.setup(toy.key, again).legal_moves() == ("+0", "+1", "+2", "+3")

    def test_an_ending_that_yields_is_called_repetition_when_both_hold(self, toy: Game) -> None:
        match = played(at(toy, 8), "+1", "+1", "+1")
        assert match.play("+3").result == tt.Result((), "repetition")

    def test_any_other_ending_stands(self, toy: Game) -> None:
        match = played(at(toy, 8), "+1", "+1", "+1")
        assert match.play("+1").result == tt.Result((1,), "goal")

    def test_an_ending_that_yields_stands_where_nothing_was_repeated(self, toy: Game) -> None:
        assert played(at(toy, 10), "+1", "+3").result == tt.Result((), "overshot")


class TestSettingUp:
    @pytest.mark.parametrize("position", [None, [], "x", {}, {"total": 1}, 3])
    def test_what_is_no_position_is_refused(self, toy: Game, position: Any) -> None:
        with pytest.raises(tt.BadPosition) as caught:
            tt.setup(toy.key, position)
        assert caught.value.code == "position/bad"

    def test_it_asks_for_the_game_first_then_for_the_options(self, toy: Game) -> None:
        with pytest.raises(tt.UnknownGame):
            tt.setup("zzz", None, {"zzz": 1})
        with pytest.raises(tt.BadOption):
            tt.setup(toy.key, None, {"zzz": 1})


class TestAsAnyOtherValue:
    def test_equal_matches_are_one_key(self, match: Match) -> None:
        assert len({match, tt.load(match.record()), match.play("+1")}) == 2

    def test_a_copy_is_the_match_itself(self, match: Match) -> None:
        assert copy.copy(match) is match
        assert copy.deepcopy([match])[0] is match

    def test_a_match_can_be_sent_to_another_process(self, match: Match) -> None:
        played = match.play("+1")
        revived = pickle.loads(pickle.dumps(played))
        assert revived == played
        assert revived.record() == played.record()
        assert revived.events() == played.events()


@pytest.mark.parametrize("key", tt.games())
def test_after_a_resignation_nobody_is_shown_to_move(key: str) -> None:
    over = tt.new(key, seed="x").resign(0)
    assert over.view(0)["to_move"] is None
    assert over.view(0)["table"].get("to_move") is None


@pytest.mark.parametrize("names", [["Ann"], [1, 2], "ab", ["Ann", "a\nb"], ["Ann", "x" * 101]])
def test_names_that_no_record_may_have_are_refused_when_it_is_written(names: Any) -> None:
    match = tt.new("expion", seed="s")
    with pytest.raises(tt.BadRecord, match="'names' is a list of 2 names"):
        match.record(names=names)
    assert tt.load(match.record(names=("Ann", ""))) == match
