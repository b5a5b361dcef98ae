"""How a match stands for a side, whoever is to move."""

from random import Random

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.match.match import Match
from tabletier.search.evaluation import chances, known_by, of_result, standing
from tabletier.search.knowledge import knowledge_of, side_of
from tabletier.search.players import choose, find_player


def judged(match: Match, seat: int, simulations: int) -> tuple[float, ...]:
    assert match.to_move is not None
    known = known_by(match, seat)
    thought = choose(find_player(f"tree:{simulations}", find(known.game)), known, "seed")
    return chances(thought, known, match.to_move)


def before_the_end(key: str) -> Match:
    """A match that whoever is to move can win at once."""
    for seed in range(200):
        dice, match = Random(seed), tt.new(key, seed=str(seed))
        while match.to_move is not None:
            moves = match.legal_moves()
            after = match.play(dice.choice(moves))
            if after.result is not None and match.to_move in after.result.winners:
                return match
            match = after
    raise AssertionError("nobody ever wins")


@pytest.mark.parametrize("key", keys())
def test_whoever_can_win_at_once_plays_on_and_the_other_would_agree(key: str) -> None:
    match = before_the_end(key)
    assert match.to_move is not None
    for side, team in enumerate(match.teams):
        value = judged(match, team[0], 300)
        assert (standing(value, side) == "ahead") == (match.to_move in team), value


@pytest.mark.parametrize("key", keys())
def test_every_seat_can_judge_at_any_time_from_what_it_knows(key: str) -> None:
    dice, match = Random(3), tt.new(key, seed="judging")
    for _ in range(12):
        for seat in range(match.seats):
            value = judged(match, seat, 20)
            assert len(value) == len(match.teams)
            assert sum(value) == pytest.approx(1.0)
        match = match.play(dice.choice(match.legal_moves()))


@pytest.mark.parametrize("key", keys())
def test_a_seat_is_not_told_more_than_it_may_know(key: str) -> None:
    match = tt.new(key, seed="judging")
    for _ in range(6):
        for seat in range(match.seats):
            known = known_by(match, seat)
            if find(key).hidden(match.view(seat)["table"]):
                assert known.table == match.view(seat)["table"]
            else:
                assert known == knowledge_of(match)
        match = match.play(match.legal_moves()[0])


def test_a_match_that_is_over_is_not_judged() -> None:
    match = tt.new(keys()[0], seed="over")
    with pytest.raises(ValueError, match="over"):
        known_by(match.draw_by_agreement(), 0)


def test_about_even_is_a_share_and_a_little_more() -> None:
    drawn = of_result(((0,), (1,), (2,)), ())
    assert all(standing(drawn, side) == "even" for side in range(3))
    assert standing((0.55, 0.45), 0) == "even"
    assert standing((0.56, 0.44), 0) == "ahead"
    assert standing((0.56, 0.44), 1) == "behind"
    match = tt.new(keys()[0], seed="even")
    assert side_of(known_by(match, 0)) in range(len(match.teams))
