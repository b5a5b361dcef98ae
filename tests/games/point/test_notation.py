"""Texts of moves and draws: one text per move, and nothing else is read."""

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.point.notation import parse, read, write
from tests.games.point.tables import ALL_OPTIONS, FEW, GAME, listed, position, state_at, table, walk

OPTIONS = st.sampled_from(ALL_OPTIONS)
SEEDS = st.integers(0, 10_000)


class TestReading:
    @pytest.mark.parametrize(
        "text",
        [
            *("", " ", "row", "row ", "row bbwwbbwwwwbb", "ROW BBWWBBWWWWBB", "BBWWBBWWWWBB"),
            *("row BBWWBBWWWWBB ", " row BBWWBBWWWWBB", "row  BBWWBBWWWWBB", "row BBWWBBWWWWBB\n"),
            *("wb>bww@6", "WB>BWW", "WB>BWW@", "WB>BWW@0", "WB>BWW@06", "WB>BWW@-1", "WB>BWW@100"),
            *("WB>BWW@6 ", "WB=BWW@6", "take", "take WB>BWW", "takeWB>BWW@6", "take  WB>BWW@6"),
            *(
                "WB>BWW@٦",
                "discard",
                "discard WB",
                "discard WB>BWW",
                "discard WB=BW",
                "draw ",
                "Draw",
            ),
            *(
                "discard WWB=BW",
                "goon",
                "go  on",
                "stop.",
                "regroup",
                "regroup ",
                "regroup WB=BWW,",
            ),
            *("regroup WW=BBB,BB=BBB", "regroup WB=BWW;BB=BBB", "regroup WB=BWW, WW=BBB"),
            *("WBBBBBB>B@1", "row " + "B" * 49, "\x00", "é", "🂡", "\ud800"),
        ],
    )
    def test_anything_but_the_one_text_of_a_move_is_unreadable(self, text: str) -> None:
        match = tt.new("point", {"rows": "random"}, seed="read")
        with pytest.raises(tt.BadNotation):
            match.play(text)

    def test_the_error_says_what_came_and_what_is_expected_here(self) -> None:
        phases = {
            "rows": tt.new("point", seed="x"),
            "use": table(position(["BBWWBBWWWWBB", None])),
        }
        examples = {"rows": "row BBWWBBWWWWBB", "use": "WB>BWW@6"}
        for phase, match in phases.items():
            with pytest.raises(tt.BadNotation) as caught:
                match.play("hello")
            assert "'hello'" in caught.value.text.en
            assert "« hello »" in caught.value.text.fr
            assert examples[phase] in caught.value.text.en
            assert examples[phase] in caught.value.text.fr

    @pytest.mark.parametrize("junk", [None, 5, b"draw", ["draw"], 1.5])
    def test_what_is_no_text_is_unreadable(self, junk: object) -> None:
        match = tt.new("point", seed="junk")
        with pytest.raises(tt.BadNotation):
            match.play(junk)  # type: ignore[arg-type] # that is the point

    def test_the_turned_card_reads_as_the_interfaces_say(self) -> None:
        match = table(position(["BBWWWWBBBWWBWWW", None], [["WB=BWW"], []], bank=(1, 1)))
        assert {"WB>BWW@6", "WWB>BW@5"} <= set(match.legal_moves())


class TestRoundTrips:
    @FEW
    @given(OPTIONS, SEEDS)
    def test_every_legal_move_is_written_and_read_again(
        self, options: dict[str, object], seed: int
    ) -> None:
        for state in islice(walk(options, seed), 60):
            moves = listed(state)
            texts = [write(state, (move,)) for move in moves]
            assert len(set(texts)) == len(texts)
            sample = range(0, len(moves), 1 + len(moves) // 50)
            assert all(read(state, texts[k]) == (moves[k],) for k in sample)

    def test_draws_are_told_apart(self) -> None:
        match = tt.new("point", {"players": 3, "rows": "random"}, seed="draws")
        texts = [entry.text.split(" ")[0] for entry in match.log]
        assert texts == ["row"] * 3 + ["deal"] * 9 + ["starts", "draw"]


class TestNonsense:
    @FEW
    @given(st.text(alphabet="BW=>@,0123456789 rowtakedscgp", max_size=40))
    def test_any_text_is_either_played_or_refused(self, text: str) -> None:
        match = tt.new("point", {"players": 4, "teams": True, "rows": "random"}, seed="any")
        refusal = match.explain(text)
        if text in match.legal_moves():
            assert refusal is None
            assert match.play(text).moves == (text,)
        else:
            assert refusal is not None
            with pytest.raises(tt.GameError, match=re.escape(refusal.text.en)):
                match.play(text)

    @FEW
    @given(OPTIONS, SEEDS, st.integers(0, 80), st.data())
    def test_mutated_moves_never_break_anything(
        self, options: dict[str, object], seed: int, depth: int, data: st.DataObject
    ) -> None:
        state = state_at(options, seed, depth)
        text = write(state, (data.draw(st.sampled_from(listed(state)[:60])),))
        place = data.draw(st.integers(0, len(text)))
        piece = data.draw(st.sampled_from(["", "B", "W", "9", "=", ">", "@", ",", "take ", " "]))
        skip = data.draw(st.integers(0, 3))
        mutated = text[:place] + piece + text[place + skip :]
        words = parse(mutated)
        if words is None:
            with pytest.raises(tt.BadNotation):
                read(state, mutated)
        else:
            steps = read(state, mutated)
            if steps is None or steps[0] not in listed(state):
                assert GAME.refuse(state, mutated).rule is not None
