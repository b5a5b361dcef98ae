"""How matches end."""

import pytest

import tabletier as tt
from tabletier.match.match import Match
from tabletier.testing.conformance.tables import Trial

pytestmark = pytest.mark.clause("outcome, teams")


def check_result(table: Trial, match: Match) -> None:
    """Whole sides win, not all of them, for a reason the rules know."""
    result = match.result
    assert result is not None
    winners = set(result.winners)
    assert list(result.winners) == sorted(winners)
    assert winners <= set(table.seats)
    assert winners != set(table.seats)
    for team in match.teams:
        assert winners >= set(team) or not winners & set(team)
    assert result.reason in (*table.game.rules.REASONS, "repetition")
    if result.reason == "repetition":
        assert winners == set()


def test_whole_sides_win_for_a_reason_the_rules_know(wide_table: Trial) -> None:
    match = wide_table.whole_match("wide")[-1]
    check_result(wide_table, match)
    assert match.to_move is None


def test_nobody_has_won_while_the_match_goes_on(table: Trial) -> None:
    assert all(match.result is None for match in table.whole_match()[:-1])


def test_every_position_may_be_left_by_agreement(table: Trial) -> None:
    for match in table.sample(3):
        over = match.draw_by_agreement()
        assert over.result == tt.Result((), "agreement")
        assert over.position() == match.position()
        assert tt.load(over.record()) == over


def test_a_seat_of_two_sides_may_resign_and_one_of_more_may_not(wide_table: Trial) -> None:
    match = wide_table.new()
    for seat in wide_table.seats:
        if len(match.teams) > 2:
            with pytest.raises(tt.NotAllowed):
                match.resign(seat)
            continue
        over = match.resign(seat)
        (winning,) = [team for team in match.teams if seat not in team]
        assert over.result == tt.Result(winning, "resignation")
        assert over.legal_moves() == ()
        assert tt.load(over.record()) == over
