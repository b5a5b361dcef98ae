"""Exactly the listed moves are accepted; every other text is refused with a reason one can read."""

import random
from typing import Any

import pytest

import tabletier as tt
from tabletier.match.match import Match
from tabletier.testing.conformance.mutations import mutated_text
from tabletier.testing.conformance.sentences import is_said, rule_ids
from tabletier.testing.conformance.tables import Trial, all_tables

pytestmark = pytest.mark.clause("write, read, refuse, spoken, legal_moves")

STATES = 12
MUTATIONS = 60


def texts_of(table: Trial) -> list[str]:
    """Moves that were legal at some time at this table, and some that were at other tables."""
    ours = [move for match in table.sample(STATES) for move in match.legal_moves()]
    others = [move for other in all_tables() for move in other.whole_match()[-1].moves[:3]]
    return [*ours, *others]


def test_what_is_written_as_a_move_is_not_taken_for_other_words(table: Trial) -> None:
    for match in table.sample(STATES):
        assert all(table.game.spoken(move) == move for move in match.legal_moves())


def check_refused(match: Match, text: str) -> None:
    """Playing fails, explaining tells the same, and the reason is one that a player can use."""
    with pytest.raises((tt.IllegalMove, tt.BadNotation)) as caught:
        match.play(text)
    error, refusal = caught.value, match.explain(text)
    assert refusal is not None
    assert (refusal.text, refusal.rule) == (error.text, error.rule)
    assert tuple(refusal.cells) == tuple(error.cells)
    assert is_said(error.text) or set("{}") & set(text)
    assert len(error.text.fr) < 800
    assert len(error.text.en) < 800
    assert refusal.code == error.code
    if isinstance(error, tt.IllegalMove):
        known = rule_ids(match.game)
        assert known is None or error.rule in known, f"{text!r} is refused by {error.rule}"
        assert all(isinstance(cell, str) for cell in refusal.cells)
        assert "/" in refusal.detail


class TestPlaying:
    def test_every_listed_move_is_accepted_and_its_text_kept(self, table: Trial) -> None:
        for match in table.sample(STATES):
            moves = match.legal_moves()
            assert list(moves) == sorted(set(moves))
            for move, steps in match._choices().items():
                read = table.game.read(match._state, move)
                assert read == steps, f"read: not the steps that {move!r} was written for"
                assert move.isascii()
                assert match.explain(move) is None, f"read: {move!r} is legal and is not accepted"
                assert match.play(move).moves == (*match.moves, move)

    def test_every_other_text_is_refused_and_explained(self, table: Trial) -> None:
        dice, pool = random.Random(str(table)), texts_of(table)
        for match in table.sample(STATES):
            legal = set(match.legal_moves())
            texts = {*pool, *(mutated_text(dice, pool) for _ in range(MUTATIONS))}
            for text in sorted(texts - legal):
                check_refused(match, text)
            for text in texts & legal:
                assert match.explain(text) is None

    def test_a_refused_move_leaves_the_match_as_it_was(self, table: Trial) -> None:
        match = table.sample(3)[1]
        before = match.record(), match.legal_moves(), match.position(), match.events()
        for text in (*texts_of(table)[:200], "", "nonsense"):
            if match.explain(text) is not None:
                with pytest.raises(tt.GameError):
                    match.play(text)
        assert (match.record(), match.legal_moves(), match.position(), match.events()) == before

    @pytest.mark.parametrize("move", [None, 1, True, b"a", [], {}, ("a",)])
    def test_what_is_no_text_is_no_move(self, key: str, move: Any) -> None:
        match = tt.new(key, seed="x")
        with pytest.raises(tt.BadNotation):
            match.play(move)
        refusal = match.explain(move)
        assert refusal is not None
        assert refusal.code == tt.BadNotation.code

    def test_nothing_can_be_played_when_the_match_is_over(self, table: Trial) -> None:
        over = table.whole_match()[-1]
        assert over.legal_moves() == ()
        assert over.to_move is None
        for text in (*over.moves[-3:], "nonsense", ""):
            with pytest.raises(tt.GameOver):
                over.play(text)
            refusal = over.explain(text)
            assert refusal is not None
            assert refusal.code == tt.GameOver.code


class TestWhoMoves:
    def test_the_log_says_who_made_every_move(self, table: Trial) -> None:
        matches = table.whole_match()
        movers = [match.to_move for match in matches[:-1]]
        assert all(seat in table.seats for seat in movers)
        logged = [entry.by for entry in matches[-1].log if entry.act == "move"]
        assert logged == movers

    def test_every_seat_has_its_turn_some_time(self, key: str) -> None:
        tables = [table for table in all_tables() if table.key == key]
        for table in tables:
            whole = (*table.whole_match(), *table.whole_match("again"))
            assert {match.to_move for match in whole} == {None, *table.seats}
