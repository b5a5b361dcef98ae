"""Positions in and out: what came out goes in again, and nothing impossible goes in."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletier as tt
from tests.games.point import plain
from tests.games.point.tables import (
    ALL_OPTIONS,
    DUEL,
    FEW,
    GAME,
    TEAMS,
    position,
    state_at,
    table,
    walk,
)

ROW = "BBWWBBWWWWBB"


class TestRoundTrip:
    @FEW
    @given(st.sampled_from(ALL_OPTIONS), st.integers(0, 10_000))
    def test_every_state_comes_back_exactly(self, options: dict[str, Any], seed: int) -> None:
        states = list(walk(options, seed))
        for state in (*states[:8], *states[8:-4:5], *states[-4:]):
            given_ = GAME.position(state, None)
            assert GAME.setup(given_, options) == (state, None)

    @FEW
    @given(st.sampled_from(ALL_OPTIONS), st.integers(0, 10_000))
    def test_a_match_set_up_goes_on_as_the_one_it_came_from(
        self, options: dict[str, Any], seed: int
    ) -> None:
        state = state_at(options, seed, seed % 150)
        given_ = GAME.position(state, None)
        match = tt.setup("point", given_, options, seed="again")
        assert match.position() == given_
        assert set(match.legal_moves()) == plain.legal(given_, options)

    def test_a_match_that_is_over_stays_over(self) -> None:
        match = table(position(["WBB", None], [["BB=BBW"], []], bank=(5, 3))).play("WBB>BB@1")
        again = tt.setup("point", match.position(), match.options)
        assert again.result == match.result
        assert again.legal_moves() == ()

    def test_phase_has_no_meaning_when_the_match_is_over(self) -> None:
        match = table(position(["WBB", None], [["BB=BBW"], []], bank=(5, 3))).play("WBB>BB@1")
        for phase in ("rows", "start", "use", "pure", None, "?"):
            again = tt.setup("point", {**match.position(), "phase": phase}, match.options)
            assert again.result == match.result

    def test_hands_come_out_sorted_and_go_in_in_any_order(self) -> None:
        given_ = position([ROW, None])
        turned = {**given_, "hands": [hand[::-1] for hand in given_["hands"]]}
        assert table(turned).position() == given_

    def test_colours_may_be_null_while_rows_are_chosen(self) -> None:
        match = tt.new("point", seed="n").play(f"row {ROW}")
        again = tt.setup("point", {**match.position(), "colours": None})
        assert again.position() == match.position()

    def test_rows_may_have_been_chosen_in_any_order(self) -> None:
        start = tt.new("point", seed="order").position()
        match = tt.setup("point", {**start, "rows": [None, ROW]}, seed="order")
        assert match.to_move == 0
        assert match.play(f"row {ROW}").position()["phase"] == "use"


def duel(**parts: Any) -> dict[str, Any]:
    return {**position([ROW, "WWBBWWBBWWBB"]), **parts}


def choosing(**parts: Any) -> dict[str, Any]:
    return {**tt.new("point", seed="c").play(f"row {ROW}").position(), **parts}


PURE = "BBBBBBBB"
CARD = "WW=WWW"

BAD_DUELS: dict[str, tuple[Any, str]] = {
    "not an object": (["rows"], "object"),
    "nothing": (None, "object"),
    "a key missing": (
        {k: v for k, v in duel().items() if k != "bank"},
        "the key 'bank' is missing",
    ),
    "a key too many": ({**duel(), "extra": 1}, "unknown; expected rows, "),
    "one row": (duel(rows=[ROW]), "'rows': expected a list of 2"),
    "three rows": (duel(rows=[ROW] * 3), "'rows': expected a list of 2"),
    "a row of other letters": (duel(rows=[ROW, "BBX"]), "'rows': expected a row"),
    "an empty row": (duel(rows=[ROW, ""]), "player 2 has no pawn in the row (POINT-4)."),
    "a row too long": (duel(rows=[ROW, "B" * 49]), "49 pawns, the box has 48 (POINT-2)."),
    "a number for a row": (duel(rows=[ROW, 12]), "'rows': expected a row"),
    "a pawn too many": (duel(rows=[ROW + "B", ROW]), "hold 13 black pawns, not 12"),
    "a pawn too few": (duel(rows=[ROW[1:], ROW]), "hold 11 black pawns, not 12"),
    "a bank out of nowhere": (duel(bank={"B": 0, "W": 1}), "hold 13 white pawns, not 12"),
    "half a bank": (duel(bank={"B": 0}), "'bank': expected"),
    "a bank of texts": (duel(bank={"B": "0", "W": 0}), "'bank' runs from 0 to 24"),
    "a bank of truths": (duel(bank={"B": False, "W": 0}), "'bank' runs from 0 to 24"),
    "a bank in debt": (duel(bank={"B": -1, "W": 0}), "'bank' runs from 0 to 24"),
    "two blacks": (duel(colours=["B", "B"]), "alternate"),
    "no colours": (duel(colours=[None, None]), "alternate"),
    "a strange colour": (duel(colours=["B", "X"]), "'colours': expected"),
    "a card too few": (duel(hands=[duel()["hands"][0][:3], duel()["hands"][1]]), "holds 3"),
    "a hand of eight": (duel(hands=[[CARD] * 8, duel()["hands"][1]]), "8 times"),
    "an unknown card": (duel(used=["BB=BB"]), "'used': expected a card"),
    "a turned card": (duel(used=["WWB=BW"]), "'used': expected a card"),
    "a card three times": (duel(used=[CARD] * 3), "3 times, the box has 2"),
    "too many cards": (duel(used=[CARD] * 65), "'used': expected a list"),
    "an unknown card face up": (duel(offer="B=W"), "'offer': expected a card"),
    "a list face up": (duel(offer=[CARD]), "'offer': expected a card"),
    "face up after drawing": (duel(offer=CARD), "left face up only while"),
    "too many rebuildings": (duel(rebuilds=4), "'rebuilds' runs from 0 to 3"),
    "half a rebuilding": (duel(rebuilds=0.5), "'rebuilds'"),
    "not a number": (duel(rebuilds=float("nan")), "'rebuilds'"),
    "a huge number": (duel(rebuilds=10**5000), "'rebuilds'"),
    "stopping alone": (duel(stopped=[True, False]), "only in teams"),
    "numbers for flags": (duel(stopped=[0, 0]), "'stopped': expected true or false"),
    "an unknown phase": (duel(phase="draw"), "'phase': expected one of"),
    "no phase": (duel(phase=None), "'phase': expected one of"),
    "regrouping alone": (duel(regrouped=True), "nobody can have regrouped"),
    "no such seat": (duel(to_move=2), "'to_move' runs from 0 to 1, not 2"),
    "a seat by name": (duel(to_move="0"), "'to_move' runs from 0 to 1"),
    "over without a reason": (
        {**position([ROW, "WWBBWWBBWWBB"], phase="start"), "to_move": None},
        "nothing has ended the match",
    ),
    "start without a choice": (
        position([ROW, "WWBBWWBBWWBB"], phase="start"),
        "nothing to decide before drawing",
    ),
    "start with a useless card": (
        position([ROW, "WWBBWWBBWWBB"], phase="start", offer="BB=BBB"),
        "left face up only while",
    ),
    "a question nobody puts": (
        position([ROW, "WWBBWWBBWWBB"], phase="pure"),
        "player 1 may not stop",
    ),
    "won already": (position([PURE, None], bank=(2, 2)), "won already"),
    "two winners": (
        {**position([PURE, "WWWWWWWW"], bank=(4, 4), phase="start"), "to_move": None},
        "nothing has ended the match",
    ),
    "over with a card face up": (
        {**position([PURE, None], bank=(2, 2), phase="start", offer=CARD), "to_move": None},
        "no card is left face up",
    ),
    "all rows chosen": (choosing(rows=[ROW, ROW]), "while one is missing"),
    "the wrong seat chooses": (choosing(to_move=0), "while one is missing"),
    "another phase without rows": (choosing(phase="use"), "while one is missing"),
    "nobody chooses": (choosing(to_move=None), "while one is missing"),
    "a chosen row of seven": (choosing(rows=["B" * 7 + "W" * 5, None]), "has not six black"),
    "a chosen row too short": (choosing(rows=["BW", None]), "has not six black"),
    "colours before rows": (choosing(colours=["B", "W"]), "before all rows"),
    "cards before rows": (choosing(hands=[[CARD], []]), "before all rows"),
    "a bank before rows": (choosing(bank={"B": 1, "W": 1}), "before all rows"),
    "used cards before rows": (choosing(used=[CARD]), "before all rows"),
}


class TestImpossiblePositions:
    @pytest.mark.parametrize("name", BAD_DUELS)
    def test_it_is_refused_and_the_sentence_says_why(self, name: str) -> None:
        given_, why = BAD_DUELS[name]
        with pytest.raises(tt.BadPosition) as caught:
            tt.setup("point", given_, DUEL)
        assert why in caught.value.text.en
        assert caught.value.text.fr.startswith("Position impossible")

    def test_three_players_all_collect_black(self) -> None:
        given_ = position([None, None, None], colours=["B", "W", "B"])
        with pytest.raises(tt.BadPosition, match="all collect black"):
            table(given_)

    def test_rows_drawn_by_lot_are_never_chosen(self) -> None:
        with pytest.raises(tt.BadPosition, match="drawn by lot"):
            tt.setup("point", choosing(), {"rows": "random"})

    def test_a_full_bank_counts_all_pawns_of_the_box(self) -> None:
        with pytest.raises(tt.BadPosition, match="hold 12 black pawns, not 24"):
            tt.setup("point", duel(), {"bank": "box"})
        full = duel(bank={"B": 12, "W": 12})
        assert tt.setup("point", full, {"bank": "box"}).position() == full

    @pytest.mark.parametrize(
        ("given_", "why"),
        [
            (
                position(
                    ["BWBW", None, None, None], stopped=[True, False, False, False], to_move=1
                ),
                "without a row",
            ),
            (
                position(
                    [PURE, None, "BB", None],
                    stopped=[True, False, True, False],
                    to_move=1,
                    bank=(2, 2),
                ),
                "cannot both",
            ),
            (
                position(
                    [PURE, None, "BWBW", None],
                    stopped=[True, False, False, False],
                    to_move=0,
                    bank=(2, 2),
                    phase="start",
                ),
                "player 1, who has stopped",
            ),
            (position([PURE, None, "BBBB", None], to_move=1, bank=(2, 2)), "won already"),
            (
                position(
                    [PURE, None, "BWBW", None],
                    stopped=[True, False, False, False],
                    to_move=2,
                    bank=(2, 2),
                    regrouped=True,
                ),
                "nobody can have regrouped",
            ),
            (
                position([PURE, None, "BWBW", None], bank=(2, 2), phase="start", regrouped=True),
                "nobody can have regrouped",
            ),
            (
                position(
                    [PURE, None, "BB", None],
                    stopped=[True, False, False, False],
                    to_move=2,
                    bank=(2, 2),
                    phase="pure",
                ),
                "may not stop",
            ),
        ],
    )
    def test_teams(self, given_: dict[str, Any], why: str) -> None:
        with pytest.raises(tt.BadPosition, match=why):
            tt.setup("point", given_, TEAMS)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["B", "W", "WB=BWW", "BBWW", "use", "rows", "start", "pure"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


def mutated(value: Any, data: st.DataObject) -> Any:
    """The value with one thing in it replaced by something else."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 9)):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: mutated(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.integers(0, 3)):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], mutated(value[place], data), *value[place + 1 :]]
    return data.draw(JUNK)


class TestNonsense:
    @FEW
    @given(st.sampled_from(ALL_OPTIONS), st.integers(0, 300), st.integers(0, 60), st.data())
    def test_a_mutated_position_is_set_up_or_refused(
        self, options: dict[str, Any], seed: int, depth: int, data: st.DataObject
    ) -> None:
        given_ = GAME.position(state_at(options, seed, depth), None)
        before = copy.deepcopy(given_)
        changed = mutated(given_, data)
        assert given_ == before
        try:
            state, _ = GAME.setup(changed, options)
        except tt.BadPosition:
            return
        assert GAME.setup(GAME.position(state, None), options) == (state, None)

    @FEW
    @given(JUNK)
    def test_anything_at_all_is_refused(self, junk: Any) -> None:
        with pytest.raises(tt.BadPosition):
            tt.setup("point", junk)

    def test_deep_nesting_is_refused(self) -> None:
        deep: Any = []
        for _level in range(100_000):
            deep = [deep]
        for key in duel():
            with pytest.raises(tt.BadPosition):
                tt.setup("point", duel(**{key: deep}))
        while deep:  # taken apart by hand: Python's own clean-up would recurse
            deep = deep[0]
