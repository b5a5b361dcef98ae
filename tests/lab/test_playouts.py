"""Bulk play plays whole games by the rules: the same ones as stepping through them."""

import numpy as np
import pytest

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.specialise import specialise
from tabletier.lab.bulk import (
    PLAYOUTS,
    BulkGames,
    Choice,
    option_sets,
    play_games,
    play_streams,
    reasons,
    streams,
)
from tabletier.match.options import fill
from tests.lab.stepping import Ended, step_through
from tests.lab.toys import DICE, LADDER


def ended(game: Game, played: BulkGames) -> list[Ended]:
    """Bulk play's columns as one value per game."""
    names = reasons(game)
    return [
        Ended(length, winners, names[reason], first)
        for length, winners, reason, first in zip(*(c.tolist() for c in played), strict=True)
    ]


def compare(game: Game, options: Choice, count: int) -> list[Ended]:
    generators = streams(count, "compare", game.key, options)
    played = ended(game, play_streams(game, options, generators))
    assert played == [step_through(game, options, int(stream)) for stream in generators]
    return played


@pytest.mark.parametrize("key", keys())
def test_every_game_is_played_as_by_the_verbs_one_by_one(key: str) -> None:
    game = find(key)
    for options in option_sets(game):
        compare(game, options, 3)


class TestToys:
    def test_draws_of_chance_are_no_moves_and_every_seat_can_win(self) -> None:
        played = compare(DICE, {}, 200)
        assert {game.winners for game in played} == {1, 2, 4}
        assert all(game.first == 0 and 5 <= game.length <= 60 for game in played)

    def test_a_chain_of_steps_is_one_move(self) -> None:
        options = fill(LADDER, {"top": 5, "lazy": False})
        lengths = {game.length for game in compare(LADDER, options, 100)}
        assert lengths == {3, 4, 5}  # three hops at best, five single steps at worst

    def test_the_third_occurrence_of_a_position_is_a_draw(self) -> None:
        played = compare(LADDER, fill(LADDER, {}), 300)
        assert {"top", "tired", "repetition"} == {game.reason for game in played}
        assert all(game.winners == 0 for game in played if game.reason != "top")

    def test_a_reason_that_yields_to_repetition_does(self) -> None:
        """Standing still four times repeats the first position a third time: a repetition,
        although patience ends after the same move."""
        still = {"top": 9, "patience": 5, "lazy": True}
        lengths = {
            (game.length, game.reason)
            for game in compare(LADDER, still, 2000)
            if game.reason != "top"
        }
        assert lengths == {(4, "repetition"), (5, "tired"), (5, "repetition")}

    def test_games_with_more_positions_than_the_first_table_holds(self) -> None:
        long = fill(LADDER, {"top": 5000, "patience": 10_000, "lazy": False})
        playouts = specialise(PLAYOUTS, LADDER)
        played = play_games(LADDER, long, 3, "long")
        assert all(length > 2 * playouts.SLOTS for length in played.lengths)
        assert played.reasons.tolist() == [0, 0, 0]
        assert ended(LADDER, played)[0] == step_through(
            LADDER, long, int(streams(1, "long", LADDER.key, long)[0])
        )


class TestSeeds:
    def test_the_same_seed_gives_the_same_games_and_another_gives_others(self) -> None:
        once, again = (play_games(DICE, {}, 50, "seed").lengths.tolist() for _ in range(2))
        assert once == again
        assert once != play_games(DICE, {}, 50, "another").lengths.tolist()

    def test_more_games_begin_with_the_same_ones(self) -> None:
        assert streams(100, "a")[:10].tolist() == streams(10, "a").tolist()

    def test_generators_are_distinct_and_within_the_generator_s_range(self) -> None:
        many = streams(100_000, "range")
        assert len(np.unique(many)) == 100_000
        assert many.min() > 0
        assert many.max() < 1 << 62

    def test_a_single_game_and_no_game_at_all_can_be_played(self) -> None:
        assert len(play_games(DICE, {}, 1, "one").lengths) == 1
        assert len(play_games(DICE, {}, 0, "none").lengths) == 0
