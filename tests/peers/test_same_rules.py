"""Connect Four and Breakthrough are the games that OpenSpiel plays, move by move."""

from random import Random

import pytest

from tabletier.games.kernel.contract import OVER
from tests.peers.boards import KEYS, Both, peer_perft, perft, random_position, start

DEPTHS = {"connect_four": 5, "breakthrough": 3}
KNOWN = {
    "connect_four": (7, 49, 343, 2401, 16807),
    "breakthrough": (22, 484, 11132),
}


@pytest.mark.parametrize("key", KEYS)
def test_as_many_sequences_of_moves_from_the_opening(key: str) -> None:
    both = start(key)
    for depth, count in enumerate(KNOWN[key], start=1):
        assert perft(both.game, both.ours, depth) == count
        assert peer_perft(both.theirs, depth) == count


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(12))
def test_as_many_sequences_of_moves_from_random_positions(key: str, seed: int) -> None:
    both = random_position(key, 5 + 3 * seed, seed)
    depth = DEPTHS[key] - 1
    assert perft(both.game, both.ours, depth) == peer_perft(both.theirs, depth)


@pytest.mark.parametrize("key", KEYS)
def test_random_games_have_the_same_moves_all_the_way_and_the_same_end(key: str) -> None:
    for seed in range(60):
        both, random = start(key), Random(seed)
        while texts := sorted(both.texts()):
            assert both.game.rules.to_move(both.ours) == both.theirs.current_player()
            assert texts == sorted(both.their_texts())
            both = both.after(random.choice(texts))
        check_end(both)


def check_end(both: Both) -> None:
    """Both call the game over, and name the same winner."""
    assert both.theirs.is_terminal()
    assert both.game.rules.to_move(both.ours) == OVER
    seats, _ = both.game.rules.outcome(both.ours)
    returns = both.theirs.returns()
    assert seats == sum(1 << seat for seat, value in enumerate(returns) if value > 0)
