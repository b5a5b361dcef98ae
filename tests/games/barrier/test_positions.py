"""Positions: what comes out goes in again, and what cannot stand on the table is refused."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tabletier as tt
from tests.games.barrier.tables import ALL_OPTIONS, laid, standing

OPENING = tt.new("barrier", seed="positions").position()
LAYING = {
    **OPENING,
    "tiles": {"a4": 3, "b4": 5},
    "hands": [[1, 2, 4, 5, 6, 7, 8], [1, 2, 3, 4, 6, 7, 8]],
}
MOVING = standing("y: a1, Y: e5, c: b8")

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def set_up(position: Any, **options: Any) -> tt.Match:
    return tt.setup("barrier", position, options, seed="x")


def changed(position: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(position), **parts}


class TestRoundTrip:
    @pytest.mark.parametrize("options", [{}, {"first_player": 1}, {"first_player": "random"}])
    def test_every_state_of_a_match_while_tiles_are_laid(self, options: dict[str, Any]) -> None:
        match = tt.new("barrier", options, seed="round trip")
        chosen = random.Random(1)
        while len(match.moves) < 20:
            self.check(match)
            match = match.play(chosen.choice(match.legal_moves()))

    @pytest.mark.parametrize("options", ALL_OPTIONS)
    def test_every_state_of_a_match_to_its_end(self, options: dict[str, Any]) -> None:
        chosen = random.Random(2)
        for number in range(3):
            match = tt.new("barrier", options, seed=f"round trip {number}")
            while match.to_move is not None:
                self.check(match)
                match = match.play(chosen.choice(match.legal_moves()))
            self.check(match)

    def check(self, match: tt.Match) -> None:
        written = json.loads(json.dumps(match.position()))
        again = tt.setup("barrier", written, match.options)
        assert again._state == match._state
        assert again.position() == match.position()
        if match.result is None or match.result.reason != "repetition":
            assert again.legal_moves() == match.legal_moves()
            assert again.result == match.result

    def test_the_example_of_the_interface(self) -> None:
        position = {
            "tiles": {"a4": 3},
            "hands": [[1, 2, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
            "pawns": OPENING["pawns"],
            "to_move": 1,
            "quiet": 0,
        }
        assert set_up(position).position() == position

    def test_to_move_changes_after_the_last_move_as_after_any_other(self) -> None:
        match = set_up(standing("y: c3, c: c4")).play("c3xc5")
        assert match.to_move is None
        assert match.position()["to_move"] == 1

    def test_a_side_without_pawns_has_lost_whoever_is_to_move(self) -> None:
        for seat in (0, 1):
            match = set_up(standing("y: a1", to_move=seat))
            assert match.result == tt.Result((0,), "last_pawns")

    def test_the_order_of_hands_and_keys_does_not_matter(self) -> None:
        mixed = changed(LAYING, hands=[hand[::-1] for hand in LAYING["hands"]])
        backwards = dict(reversed(mixed.items()))
        assert set_up(backwards)._state == set_up(LAYING)._state
        assert set_up(backwards).position()["hands"] == LAYING["hands"]

    def test_setting_up_leaves_its_argument_alone(self) -> None:
        before = copy.deepcopy(LAYING)
        set_up(LAYING)
        assert before == LAYING


class TestImpossiblePositions:
    @pytest.mark.parametrize(
        ("position", "said"),
        [
            (None, "an object with the keys"),
            ([], "not []"),
            ({}, "the key 'tiles' is missing"),
            (changed(OPENING, extra=1), 'the key "extra" is unknown'),
            ({k: v for k, v in OPENING.items() if k != "quiet"}, "the key 'quiet' is missing"),
            (changed(MOVING, tiles=[]), "'tiles' is an object"),
            (changed(MOVING, tiles={**laid(), "a3": 1}), "no tile lies on a3"),
            (changed(MOVING, tiles={**laid(), "i4": 1}), '"i4" is not a cell'),
            (changed(MOVING, tiles={**laid(), "a4": 9}), "not 9 on a4"),
            (changed(MOVING, tiles={**laid(), "a4": True}), "not true on a4"),
            (changed(MOVING, tiles={**laid(), "a4": "1"}), 'not "1" on a4'),
            (changed(MOVING, tiles={**laid(), "a4": laid()["c4"]}), "has only one tile 2"),
            (changed(MOVING, hands=[[]]), "'hands' is a list of two lists"),
            (changed(MOVING, hands=[[], {}]), "Colourless's hand is a list"),
            (changed(MOVING, hands=[[1], []]), "Yellow holds [], not [1]"),
            (changed(LAYING, hands=[LAYING["hands"][0], [1, 2]]), "Colourless holds [1, 2, 3"),
            (changed(LAYING, hands=[[1] * 99, []]), "Yellow's hand is a list"),
            (changed(MOVING, pawns=7), "'pawns' is an object"),
            (changed(MOVING, pawns={}), "there is no pawn at all"),
            (changed(MOVING, pawns={"a1": "x"}), 'not "x"'),
            (changed(MOVING, pawns={"a1": "yY"}), 'not "yY"'),
            (changed(MOVING, pawns={"a1": 1}), "not 1"),
            (changed(MOVING, pawns={"a8": "y"}), "the pawn would be crowned: Y, not y"),
            (changed(MOVING, pawns={"h1": "c"}), "the pawn would be crowned: C, not c"),
            (
                standing("y: a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2, c: h8"),
                "13 yellow pawns, there are only 12",
            ),
            (changed(MOVING, to_move=None), "'to_move' runs from 0 to 1, not null"),
            (changed(MOVING, to_move=2), "not 2"),
            (changed(MOVING, to_move=False), "not false"),
            (changed(MOVING, to_move=0.0), "not 0.0"),
            (changed(MOVING, quiet=-1), "not -1"),
            (changed(MOVING, quiet=81), "'quiet' runs from 0 to 80, not 81"),
            (changed(MOVING, quiet=10**6000), "not int"),
            (changed(MOVING, quiet=float("nan")), "not nan"),
            (changed(LAYING, pawns={"a2": "y", "h8": "c"}), "pawns stay on their opening squares"),
            (changed(LAYING, quiet=1), "while tiles are laid there are 0 moves"),
            (changed(LAYING, to_move=1), "cannot be next"),
            (changed(OPENING, to_move=1), "Yellow begins"),
            (
                changed(OPENING, tiles={"b4": 1}, hands=[[*range(1, 9)], [*range(2, 9)]]),
                "with 0 and 1 tiles laid",
            ),
            (
                changed(OPENING, tiles={"a4": 1, "c4": 2}, hands=[[*range(3, 9)], [*range(1, 9)]]),
                "with 2 and 0 tiles laid",
            ),
        ],
    )
    def test_is_refused_with_what_came_and_what_was_expected(
        self, position: Any, said: str
    ) -> None:
        with pytest.raises(tt.BadPosition) as caught:
            set_up(position)
        assert said in caught.value.text.en
        assert caught.value.text.fr.startswith("Position impossible : ")
        assert caught.value.text.fr.endswith(".")

    def test_with_random_laying_all_tiles_lie(self) -> None:
        with pytest.raises(tt.BadPosition, match="all sixteen lie"):
            set_up(LAYING, layout="random")
        assert set_up(MOVING, layout="random").to_move == 0

    def test_when_the_lot_decides_either_player_may_have_begun(self) -> None:
        begun = changed(OPENING, to_move=1)
        assert set_up(begun, first_player="random").to_move == 1
        assert set_up(begun, first_player=1).to_move == 1
        with pytest.raises(tt.BadPosition, match="cannot be next"):
            set_up(
                changed(OPENING, tiles={"a4": 1}, hands=[[2, 3, 4, 5, 6, 7, 8], [*range(1, 9)]]),
                first_player="random",
            )

    def test_a_deep_nest_is_refused_without_being_looked_through(self) -> None:
        nest: Any = []
        for _ in range(100_000):
            nest = [nest]
        for key in OPENING:
            with pytest.raises(tt.BadPosition):
                set_up(changed(OPENING) | {key: nest})
        while nest:  # or Python would take it apart by recursion
            nest = nest.pop()


class TestAnyJson:
    @given(JSON)
    def test_whatever_comes_in_is_set_up_or_refused(self, position: Any) -> None:
        with pytest.raises(tt.BadPosition):
            set_up(position)

    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.sampled_from([OPENING, LAYING, MOVING]),
        st.lists(st.tuples(st.sampled_from(sorted(OPENING)), JSON), min_size=1, max_size=2),
    )
    def test_so_is_a_position_with_some_parts_replaced(
        self, position: dict[str, Any], parts: list[tuple[str, Any]]
    ) -> None:
        self.offer({**position, **dict(parts)})

    @given(
        st.sampled_from([OPENING, LAYING, MOVING]),
        st.sampled_from(["tiles", "pawns"]),
        st.text("abhi0145 9", max_size=3),
        st.sampled_from(["y", "Y", "c", "C", 1, 8, 0, 9, "", None]),
    )
    def test_so_is_one_with_an_entry_more(
        self, position: dict[str, Any], key: str, cell: str, value: Any
    ) -> None:
        self.offer({**position, key: {**position[key], cell: value}})

    def offer(self, position: dict[str, Any]) -> None:
        """Set a position up; if it can stand it comes out again, else BadPosition says so."""
        try:
            match = set_up(position)
        except tt.BadPosition:
            return
        assert set_up(match.position())._state == match._state
