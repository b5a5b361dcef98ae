"""Texts of moves: what is written, what is read, and what is not a move at all."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.barrier import GAME
from tests.games.barrier.tables import opening, table


@cache
def matches() -> tuple[tt.Match, ...]:
    """One match of each kind: tiles to lay, the first move, jumps to make, jumps that must be."""
    return (
        tt.new("barrier", seed="notation"),
        opening(),
        table("Y: a1 d4, y: b2, c: c2 e5, C: g7"),
        table("Y: a1, c: b2 d2 f2", capture="mandatory"),
    )


class TestWriting:
    def test_tiles_steps_jumps_and_chains(self) -> None:
        assert "3@a4" in tt.new("barrier", seed="x").legal_moves()
        match = table("Y: a1, c: b2 d2 f2")
        assert match.legal_moves() == ("a1-a2", "a1-b1", "a1xc3", "a1xc3xe1", "a1xc3xe1xg3")

    def test_draws_of_chance_are_in_the_log(self) -> None:
        match = tt.new("barrier", {"layout": "random", "first_player": "random"}, seed="log")
        texts = [entry.text for entry in match.log]
        assert texts[0] in ("starts 0", "starts 1")
        assert all(text[1] == "@" for text in texts[1:])
        assert len(texts) == 17
        assert match.moves == ()

    def test_the_end_of_a_chain_is_not_written(self) -> None:
        match = table("Y: a1, c: b2 d2 f2")
        steps = GAME.read(match._state, "a1xc3")
        assert steps is not None
        assert len(steps) == 2
        assert GAME.write(match._state, steps) == "a1xc3"

    def test_within_a_chain_stopping_has_a_name(self) -> None:
        from tabletier.games.barrier.rules import STOP

        match = table("Y: a1, c: b2 d2 f2")
        assert GAME.write(match._state, (STOP,)) == "stop"


class TestReading:
    @pytest.mark.parametrize(
        "text",
        [
            *("", " ", "3", "3@", "@a4", "0@a4", "9@a4", "33@a4", "3@i4", "3@a9", "3 @a4"),
            *("c3", "c3-", "-c3", "c3-c9", "c3 - c4", "c3--c4", "c3-c4-c5", "C3-C4", "c3–c4"),
            *("c3x", "xc3", "c3xx", "c3xe5x", "c3Xe5", "c3xe5-e6", "c3×e5", "c3xe5 ", "c3-d4\n"),
            *("stop", "starts 0", "pass", "résigner", "3@a4\x00", "٣@a4"),
        ],
    )
    def test_anything_else_is_bad_notation_with_an_example(self, text: str) -> None:
        for match in matches():
            with pytest.raises(tt.BadNotation, match="c3-d4"):
                match.play(text)
            refusal = match.explain(text)
            assert refusal is not None
            assert refusal.code == "move/notation"

    def test_a_very_long_chain_is_refused_in_no_time(self) -> None:
        text = "a1" + "xc3xa1" * 20_000
        with pytest.raises(tt.IllegalMove):
            matches()[2].play(text)

    @given(st.text(alphabet="abchx@-134589 ", max_size=9), st.integers(0, 3))
    def test_any_text_is_played_or_refused(self, text: str, kind: int) -> None:
        match = matches()[kind]
        if text in match.legal_moves():
            assert match.play(text).moves == (text,)
        else:
            with pytest.raises(tt.GameError):
                match.play(text)

    @given(st.text(max_size=12), st.integers(0, 3))
    def test_whatever_the_alphabet(self, text: str, kind: int) -> None:
        match = matches()[kind]
        assert (match.explain(text) is None) == (text in match.legal_moves())
