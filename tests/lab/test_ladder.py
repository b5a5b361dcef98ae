"""The Elo ladder of the benchmarks: what it fits, and what a game more or less changes."""

import numpy as np

from benchmarks.ladder import NAMES, PAIRS, fit, ladder, table


def test_known_strengths_are_found_again() -> None:
    elo = np.array([0.0, 200.0, 400.0, 600.0])
    games = np.full((4, 4), 4000.0) - 4000 * np.eye(4)
    won = (games / (1 + 10 ** (-(elo[:, None] - elo[None, :]) / 400))).sum(axis=1)
    assert np.allclose(fit(games, won), elo, atol=2)


def test_who_loses_every_game_is_at_a_finite_distance() -> None:
    games = np.array([[0.0, 20.0], [20.0, 0.0]])
    distance = fit(games, np.array([0.0, 20.0]))[1]
    assert 500 < distance < 800


def test_every_player_of_the_ladder_meets_somebody_and_all_are_connected() -> None:
    reached = {NAMES[0]}
    for _ in NAMES:
        reached |= {name for pair in PAIRS if set(pair) & reached for name in pair}
    assert reached == set(NAMES)


def test_a_ladder_is_told_from_the_top_down_with_its_intervals() -> None:
    first, second = NAMES.index("random"), NAMES.index("1")
    points = {
        deck: [(first, second, 0.0), (first, second, float(deck % 4 == 0))] for deck in range(40)
    }
    rungs = ladder(points)
    assert [rung.name for rung in rungs] == ["1", "random"]
    assert rungs[0].low < rungs[0].elo < rungs[0].high
    assert rungs[0].games == 80
    assert "| random | 0 |  | 80 |" in table("a game", rungs)
