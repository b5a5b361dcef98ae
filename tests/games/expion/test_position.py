"""The public position format: what is written, and what is refused when read."""

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tests.games.expion.tables import CAMP_CELLS, table

GOOD: dict[str, Any] = {
    "marbles": {"b9": "n", "i2": "e", "d4": "s", "a5": "w"},
    "expion": "e5",
    "first_capture": True,
    "cycle": 0,
    "quiet": 3,
}


def bad(position: Any, **options: Any) -> tt.BadPosition:
    with pytest.raises(tt.BadPosition) as caught:
        tt.setup("expion", position, options)
    assert caught.value.text.fr.startswith("Position impossible : ")
    assert caught.value.text.en.startswith("Impossible position: ")
    assert len(caught.value.text.en) < 250
    return caught.value


def changed(**values: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **values}


class TestWriting:
    def test_the_start_reads_as_the_interface_says(self) -> None:
        position = tt.new("expion", seed="x").position()
        marbles = {cell: camp for camp, cells in CAMP_CELLS.items() for cell in cells}
        assert position == {
            "marbles": marbles,
            "expion": "e5",
            "first_capture": False,
            "cycle": 0,
            "quiet": 0,
        }
        assert json.loads(json.dumps(position)) == position

    def test_a_given_position_comes_back(self) -> None:
        assert tt.setup("expion", GOOD, {"players": 4}).position() == GOOD

    def test_positions_of_finished_games_come_back(self) -> None:
        won = table(turn="w", w="e7", n="b9", expion="e8").play("e7-e8")
        gone = table(n="d6 g6", e="e6").play("g6-f6")
        stalled = table(n="d5", e="f3", quiet=99).play("d5-d6")
        for match in (won, gone, stalled):
            again = tt.setup("expion", match.position(), match.options)
            assert again.result == match.result
            assert again.position() == match.position()
            assert again.to_move is None


class TestReading:
    @pytest.mark.parametrize(
        "given",
        [None, 0, 1.5, True, "", "e5", [], [GOOD], math.nan, math.inf, 10**5000, object()],
        ids=lambda given: type(given).__name__,
    )
    def test_a_position_is_a_dictionary(self, given: Any) -> None:
        assert "an object with the keys marbles, expion" in bad(given).text.en

    @pytest.mark.parametrize("key", sorted(GOOD))
    def test_no_key_may_be_missing(self, key: str) -> None:
        position = copy.deepcopy(GOOD)
        del position[key]
        assert f"the key '{key}' is missing" in bad(position).text.en

    @pytest.mark.parametrize("key", ["to_move", "", "Marbles", 3, None])
    def test_no_other_key_is_known(self, key: Any) -> None:
        assert "is unknown; expected marbles" in bad({**GOOD, key: 1}).text.en

    @pytest.mark.parametrize("marbles", [None, [], "b9", 5, [["b9", "n"]]])
    def test_marbles_are_a_dictionary(self, marbles: Any) -> None:
        assert "'marbles' is an object" in bad(changed(marbles=marbles)).text.en

    @pytest.mark.rule("EXPION-2")
    @pytest.mark.parametrize("cell", ["a1", "i9", "j5", "e0", "e10", "", "E5", 5, None, "e5 "])
    def test_a_marble_stands_on_a_cell_of_the_board(self, cell: Any) -> None:
        error = bad(changed(marbles={**GOOD["marbles"], cell: "n"}))
        assert error.rule == "EXPION-2"

    @pytest.mark.rule("EXPION-1")
    @pytest.mark.parametrize("letter", ["", "N", "x", "ne", "nesw", 0, None, [], {}, True, 1e9])
    def test_a_marble_is_one_of_four_letters(self, letter: Any) -> None:
        error = bad(changed(marbles={**GOOD["marbles"], "c4": letter}))
        assert "at c4, n, e, s or w was expected" in error.text.en
        assert error.cells == ("c4",)

    @pytest.mark.rule("EXPION-13")
    @pytest.mark.parametrize(("cell", "letter"), [("c9", "s"), ("i3", "w"), ("c1", "e")])
    def test_only_its_own_marbles_stand_in_a_camp(self, cell: str, letter: str) -> None:
        error = bad(changed(marbles={**GOOD["marbles"], cell: letter}))
        assert (error.rule, error.cells) == ("EXPION-13", (cell,))

    @pytest.mark.parametrize("cell", ["a1", "", "x", None, 5, ["e5"], {"e5": 1}])
    def test_the_expion_stands_on_a_cell_of_the_board(self, cell: Any) -> None:
        assert "the Ex*pion stands on a cell" in bad(changed(expion=cell)).text.en

    def test_the_expion_shares_its_cell_with_no_marble(self) -> None:
        assert bad(changed(expion="d4")).cells == ("d4",)
        assert bad(changed(expion="b9")).cells == ("b9",)

    @pytest.mark.rule("EXPION-19")
    @pytest.mark.parametrize("cell", ["b8", "h2", "h9", "a8", "i2", "b1"])
    def test_the_expion_stands_on_no_special_cell_nor_behind_one(self, cell: str) -> None:
        position = changed(expion=cell, marbles={"d4": "n", "d6": "e"})
        assert bad(position).rule == "EXPION-19"
        assert tt.setup("expion", position, {"special": "inner"}).position() == position

    @pytest.mark.rule("EXPION-16")
    @pytest.mark.parametrize("value", [False, 1, 0, None, "true", []])
    def test_first_capture_is_what_the_marbles_show(self, value: Any) -> None:
        error = bad(changed(first_capture=value))
        assert "with 4 marbles of 28, 'first_capture' is true" in error.text.en
        full = tt.new("expion", seed="x").position()
        assert "'first_capture' is false" in bad({**full, "first_capture": True}).text.en

    @pytest.mark.parametrize("key", ["cycle", "quiet"])
    @pytest.mark.parametrize(
        "value",
        [-1, 101, 10**30, -(10**5000), 1.0, math.nan, True, False, None, "0", [], {}],
        ids=lambda value: type(value).__name__,
    )
    def test_numbers_are_small_and_whole(self, key: str, value: Any) -> None:
        assert f"'{key}' runs from 0 to" in bad(changed(**{key: value})).text.en

    @pytest.mark.rule("EXPION-38")
    def test_quiet_ends_at_a_hundred(self) -> None:
        assert tt.setup("expion", changed(quiet=100)).result == tt.Result((), "stall")

    def test_a_table_without_marbles_is_nobodys_turn(self) -> None:
        for cycle in range(4):
            refusal = bad(changed(marbles={}, cycle=cycle, first_capture=True))
            assert refusal.text.en.endswith("there is no marble at all (EXPION-1).")

    @pytest.mark.rule("EXPION-33")
    def test_who_has_no_marble_left_has_no_turn(self) -> None:
        refusal = bad(changed(marbles={"e9": "n"}, cycle=1, first_capture=True, expion="e5"))
        assert refusal.rule == "EXPION-33"
        assert "it is the turn of East, whose player has no marble left" in refusal.text.en
        assert "cycle" not in refusal.text.en + refusal.text.fr

    def test_deep_nesting_is_refused_in_a_sentence(self) -> None:
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        for key in GOOD:
            bad(changed(**{key: deep}))
        bad(changed(marbles={"d4": deep}))
        bad(deep)

    def test_the_given_position_is_left_alone(self) -> None:
        given = copy.deepcopy(GOOD)
        match = tt.setup("expion", given, {"players": 4})
        match.position()["marbles"].clear()
        match.play("b9-b8")
        assert given == GOOD


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=3), children, max_size=3)
    ),
    max_leaves=6,
)


class TestFuzzing:
    @settings(max_examples=200)
    @given(st.sampled_from(sorted(GOOD)), anything)
    def test_any_value_of_any_key_is_read_or_refused(self, key: str, value: Any) -> None:
        position = changed(**{key: value})
        try:
            match = tt.setup("expion", position, {"players": 4})
        except tt.BadPosition:
            return
        assert match.position() == position

    @settings(max_examples=200)
    @given(
        st.dictionaries(
            st.sampled_from([f"{f}{r}" for f in "abcdefghi" for r in "123456789"]),
            st.sampled_from("nesw"),
        ),
        st.sampled_from(["e5", "e9", "b8", "c4", "a5", "h1"]),
        st.booleans(),
        st.integers(-1, 4),
        st.integers(0, 101),
        st.sampled_from([2, 3, 4]),
    )
    def test_any_scattering_is_playable_or_refused(
        self,
        marbles: dict[str, str],
        expion: str,
        first_capture: bool,
        cycle: int,
        quiet: int,
        players: int,
    ) -> None:
        position = {
            "marbles": marbles,
            "expion": expion,
            "first_capture": first_capture,
            "cycle": cycle,
            "quiet": quiet,
        }
        try:
            match = tt.setup("expion", position, {"players": players})
        except tt.BadPosition:
            return
        assert match.position() == position
        for move in match.legal_moves():
            match.play(move)
        assert (match.result is None) == bool(match.legal_moves())
