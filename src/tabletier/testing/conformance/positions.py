"""A position says all there is: set up again, the same match goes on."""

import copy
import json
from typing import Any

import pytest

import tabletier as tt
from tabletier.match.match import Match
from tabletier.testing.conformance.tables import Trial

pytestmark = pytest.mark.clause("position, setup")

UNSEEN = ("resignation", "agreement", "repetition")
"""How a match may end that its position does not show."""


def shown_in_its_position(matches: tuple[Match, ...]) -> list[Match]:
    last = matches[-1].result
    assert last is not None
    return list(matches if last.reason not in UNSEEN else matches[:-1])


def same(match: Match, other: Match) -> None:
    """Two matches that stand in the same position."""
    assert other.position() == match.position(), "setup, then position: the same position"
    assert other.to_move == match.to_move, "setup: the same seat is to move"
    assert other.legal_moves() == match.legal_moves(), "setup: the same moves are legal"
    assert (other.teams, other.seats, other.options) == (match.teams, match.seats, match.options)
    for seat in (None, *range(match.seats)):
        assert other.view(seat) == match.view(seat), "setup: everybody is shown the same"


def changed(value: Any) -> None:
    """Spoil everything that can be changed in a value."""
    if isinstance(value, dict):
        for item in value.values():
            changed(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            changed(item)
        value.clear()


class TestSettingUp:
    def test_every_position_of_a_match_can_be_set_up_again(self, table: Trial) -> None:
        for match in shown_in_its_position(table.whole_match()):
            position = match.position()
            again = tt.setup(table.key, position, match.options, "x")
            same(match, again)
            assert again.log == ()
            assert again.moves == ()
            assert again.start == position

    def test_so_can_some_under_every_pair_of_options(self, wide_table: Trial) -> None:
        matches = shown_in_its_position(wide_table.whole_match("wide"))
        for match in (*matches[:: max(1, len(matches) // 8)], matches[-1]):
            same(match, tt.setup(wide_table.key, match.position(), match.options, "x"))

    def test_a_finished_match_is_still_finished_and_the_same_side_has_won(
        self, wide_table: Trial
    ) -> None:
        over = shown_in_its_position(wide_table.whole_match("wide"))[-1]
        if over.result is not None:
            again = tt.setup(wide_table.key, over.position(), over.options, "x")
            assert again.result == over.result

    def test_a_position_travels_as_json(self, table: Trial) -> None:
        for match in table.whole_match():
            position = match.position()
            assert json.loads(json.dumps(position)) == position
            assert all(key.isascii() for key in position)

    def test_the_match_goes_on_from_there_to_its_end(self, table: Trial) -> None:
        for match in table.sample(4):
            again = tt.setup(table.key, json.loads(json.dumps(match.position())), match.options)
            for _ in range(10):
                if again.to_move is not None:
                    again = again.play(again.legal_moves()[-1])
            assert tt.load(again.record()) == again


class TestNothingIsShared:
    """What a match hands out is the caller's, who may change it without changing the match."""

    def test_setting_up_leaves_the_given_position_alone(self, table: Trial) -> None:
        position = table.sample(3)[-1].position()
        kept = copy.deepcopy(position)
        match = tt.setup(table.key, position, table.options, "x")
        assert position == kept
        changed(position)
        assert match.position() == kept
        assert match.start == kept

    def test_changing_what_a_match_handed_out_does_not_change_it(self, table: Trial) -> None:
        match = table.sample(3)[-1]
        again = tt.setup(table.key, match.position(), table.options, "x")
        for here in (match, again):
            before = here.record(), here.position(), here.events(), here.legal_moves()
            for given in (here.position(), here.view(), here.view(0), here.options, here.start):
                changed(given)
            for event in (*here.events(), *here.events_for(0)):
                changed(event)
            assert (here.record(), here.position(), here.events(), here.legal_moves()) == before
