"""Moves and observations in numbers: every game's `space.py` against its rules, texts and views."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.match.spaces import extent_of, space_of
from tabletier.testing.conformance.tables import Trial, all_tables
from tabletier.testing.conformance.twins import (
    TwinWorld,
    can_be_seen,
    followed,
    fooled,
    parted,
    worlds,
)
from tabletier.testing.conformance.two_ways import other_way
from tabletier.testing.conformance.walks import Node, walk, walked
from tests.conformance import space_trace


def mask_at(table: Trial, state: Any) -> NDArray[np.int8]:
    mask = np.zeros(len(tt.actions(table.key, table.options)), np.int8)
    space_of(table.game).mark(state, mask, 1)
    return mask


def seen_at(table: Trial, state: Any, seat: int) -> bytes:
    shown = tt.observations(table.key, table.options)
    planes, scalars = np.zeros(shown.shape, np.int8), np.zeros(len(shown.scalars), np.float32)
    space_of(table.game).observe(state, seat, planes.reshape(-1), scalars)
    assert planes.min() >= 0
    assert planes.max() <= shown.high
    assert scalars.min() >= 0
    assert scalars.max() <= 1
    return planes.tobytes() + scalars.tobytes()


def decisions(table: Trial) -> Iterator[Node]:
    """Every state of two random games in which a seat must decide, chains included."""
    for node in (*walked(table), *walk(table, "spaces")):
        if node.seat not in (CHANCE, OVER):
            yield node


class TestActions:
    def test_every_action_has_a_text_of_its_own(self, table: Trial) -> None:
        space = tt.actions(table.key, table.options)
        assert len(set(space)) == len(space) == len(space.texts)
        assert all(space.index(text) == number for number, text in enumerate(space))
        assert space.options == table.options

    def test_every_legal_step_is_an_action_and_back_again(self, wide_table: Trial) -> None:
        game, space = wide_table.game, space_of(wide_table.game)
        texts = tt.actions(wide_table.key, wide_table.options).texts
        for node in decisions(wide_table):
            for step in node.steps:
                action = int(space.action_of(node.state, step))
                assert texts[action] == game.write(node.state, (step,))
                assert space.step_of(node.state, action) == step

    def test_the_mask_shows_the_legal_steps_and_nothing_else(self, wide_table: Trial) -> None:
        space = space_of(wide_table.game)
        for node in decisions(wide_table):
            listed = {int(space.action_of(node.state, step)) for step in node.steps}
            mask = mask_at(wide_table, node.state)
            assert set(np.flatnonzero(mask).tolist()) == listed
            space.mark(node.state, mask, 0)
            assert not mask.any()

    def test_nothing_is_marked_when_nobody_decides(self, table: Trial) -> None:
        for node in walked(table):
            if node.seat in (CHANCE, OVER):
                assert not mask_at(table, node.state).any()


class TestExtent:
    def test_no_match_goes_beyond_it(self, wide_table: Trial) -> None:
        extent = extent_of(wide_table.key, wide_table.options)
        for walk_ in (walked(wide_table), tuple(walk(wide_table, "extent"))):
            decided = sum(node.seat not in (CHANCE, OVER) for node in walk_)
            drawn = sum(node.seat == CHANCE for node in walk_)
            assert decided <= extent.actions
            assert drawn <= extent.draws

    def test_some_draw_goes_as_many_ways_and_none_more(self, wide_table: Trial) -> None:
        ways = [len(set(node.steps)) for node in walked(wide_table) if node.seat == CHANCE]
        assert max(ways, default=0) == extent_of(wide_table.key, wide_table.options).outcomes


class TestObservations:
    def test_every_plane_and_scalar_is_told_in_words_of_its_own(self, table: Trial) -> None:
        shown = tt.observations(table.key, table.options)
        assert len(set(shown.planes)) == len(shown.planes) == shown.shape[0]
        assert len(set(shown.scalars)) == len(shown.scalars)

    def test_what_is_seen_lies_within_its_bounds_and_changes(self, table: Trial) -> None:
        seen = {seen_at(table, node.state, seat) for node in walked(table) for seat in table.seats}
        assert len(seen) > len(walked(table)) // 3

    def test_equal_views_are_equal_arrays(self, table: Trial) -> None:
        """Twin worlds: what a seat cannot tell apart, its arrays do not tell apart either."""
        game, dice, compared = table.game, random.Random(f"{table} spaces"), 0
        for world in worlds(table, "spaces"):
            for parting in parted(table, world, dice):
                for twins in fooled(game, parting, tuple(table.seats)):
                    for pair in (twins, *followed(table, twins, dice)):
                        for seat in pair.fooled if can_be_seen(game, pair) else ():
                            assert seat is not None
                            ours = seen_at(table, pair.one.node.state, seat)
                            theirs = seen_at(table, pair.other.node.state, seat)
                            assert ours == theirs
                            compared += 1
        hides = any(
            game.hidden(match.view(seat)["table"])
            for match in table.sample(20)
            for seat in table.seats
        )
        assert compared or not hides

    def test_what_differs_to_the_eye_mostly_differs_in_numbers(self, table: Trial) -> None:
        """An array that told nothing would pass the test above."""
        dice, differing, same = random.Random(f"{table} apart"), 0, 0
        for world in worlds(table, "apart"):
            for parting in parted(table, world, dice):
                one, other = parting.one.node, parting.other.node
                if not can_be_seen(table.game, parting):
                    continue
                for seat in table.seats:
                    views = [_view(table, w, seat) for w in (parting.one, parting.other)]
                    if views[0] != views[1]:
                        equal = seen_at(table, one.state, seat) == seen_at(table, other.state, seat)
                        same += equal
                        differing += not equal
        assert differing > 20 * same or differing + same == 0


def _view(table: Trial, world: TwinWorld, seat: int) -> Any:
    return table.game.view(world.node.state, world.memory, seat)


class TestMatches:
    def test_a_match_is_walked_by_numbers_to_the_same_end(self, table: Trial) -> None:
        """The moves that come of actions are the match's own, whatever they are made of."""
        dice = random.Random(f"{table} stepwise")
        walk = tt.stepwise(table.new("stepwise"))
        match = walk.match
        while walk.to_move is not None:
            legal = walk.legal_actions()
            assert legal == tuple(np.flatnonzero(walk.legal_mask()).tolist())
            if not walk.taken:
                assert np.array_equal(walk.legal_mask(), walk.match.legal_mask())
            step = walk.step(dice.choice(legal))
            if not step.taken:
                match = match.play(step.match.moves[-1])
                assert step.match == match
            walk = step
        assert walk.result == match.result
        assert walk.legal_actions() == ()
        with pytest.raises(tt.GameOver):
            walk.step(0)

    def test_first_steps_are_the_beginnings_of_legal_moves(self, table: Trial) -> None:
        for match in table.sample(10):
            space = tt.actions(table.key, table.options)
            starts = [space.text(action) for action in tt.stepwise(match).legal_actions()]
            moves = match.legal_moves()
            assert all(any(move.startswith(text) for move in moves) for text in starts)
            assert all(any(move.startswith(text) for text in starts) for move in moves)

    def test_a_seat_sees_the_same_from_equal_views(self, table: Trial) -> None:
        match = table.sample(5)[2]
        again = tt.setup(table.key, match.position(), table.options, seed="elsewhere")
        for seat in table.seats:
            mine, theirs = match.observation(seat), again.observation(seat)
            assert mine.flat().tobytes() == theirs.flat().tobytes()
            assert len(mine.flat()) == tt.observations(table.key, table.options).size


def test_plain_and_compiled_spaces_write_the_same(key: str) -> None:
    ours, theirs = list(space_trace.lines(key)), other_way("tests.conformance.space_trace", key)
    for mine, other in zip(ours, theirs, strict=False):
        assert mine == other
    assert len(ours) == len(theirs) > 100


def test_tables_are_many() -> None:
    assert len(all_tables(2)) > 40
