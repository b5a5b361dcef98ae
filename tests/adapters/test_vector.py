"""Many matches at once: each row is a match, whatever the number of rows or threads."""

from typing import Any, cast

import numpy as np
import pytest

import tabletier as tt
from tabletier.adapters import vector
from tabletier.adapters.vector.env import whole
from tabletier.games.kernel.columns import store
from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.testing.conformance.tables import Trial, spread
from tests.adapters.reference import Row

TABLES = [table for key in tt.games() for table in spread(key)[:3]]


def make(table: Trial, count: int, seed: int = 7, **how: Any) -> vector.VectorGames:
    return vector.make(table.key, table.options, count, seed=seed, **how)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_rows_are_played_as_plain_python_plays_them(table: Trial) -> None:
    """State by state, with everything that is shown, until several matches have ended."""
    count, ended = 3, 0
    env = make(table, count)
    seen, info = env.reset()
    rows = [Row(table.game, table.options, 7 + number) for number in range(count)]
    kept = np.zeros((count, env.states().shape[1]), np.int64)
    for _ in range(400):
        for number, row in enumerate(rows):
            store(row.state, kept, number)
            planes, scalars, mask = row.seen_now()
            assert np.array_equal(seen["planes"][number], planes)
            assert np.array_equal(seen["scalars"][number], scalars)
            assert np.array_equal(seen["action_mask"][number], mask)
            assert info["to_move"][number] == row.game.rules.to_move(row.state)
        assert np.array_equal(env.states(), kept)
        actions, actors = env.sample(), info["to_move"].copy()
        seen, reward, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        assert not info["illegal"].any()
        for number, row in enumerate(rows):
            rewards, reason = row.step(int(actions[number]))
            assert info["rewards"][number].tolist() == rewards
            assert reward[number] == rewards[actors[number]]
            assert terminated[number] == (reason is not None)
            if reason is not None:
                ended += 1
                assert env.reasons[info["reason"][number]] == reason
                assert info["length"][number] == row.last
        if ended > 4:
            break
    assert ended or max(row.length for row in rows) > 100


WITHOUT_CHANCE = [key for key in tt.games() if find(key).draws(fill(find(key), {})) == "never"]


@pytest.mark.parametrize("key", WITHOUT_CHANCE)
def test_matches_without_chance_are_matches_of_the_house(key: str) -> None:
    env = vector.make(key, num_envs=1, seed=3)
    env.reset()
    walk = tt.stepwise(tt.new(key))
    while walk.result is None:
        action = int(env.sample()[0])
        seen, _, terminated, _, info = env.step([action])
        walk = walk.step(action)
        if walk.result is None:
            assert walk.to_move is not None
            assert np.array_equal(seen["action_mask"][0], walk.legal_mask())
            mine = walk.observation(walk.to_move)
            assert np.array_equal(seen["planes"][0], mine.planes)
            assert np.array_equal(seen["scalars"][0], mine.scalars)
    assert terminated[0]
    assert env.reasons[info["reason"][0]] == walk.result.reason
    winners = tuple(np.flatnonzero(info["rewards"][0] == 1).tolist())
    assert winners == walk.result.winners
    assert info["length"][0] == len(walk.match.moves)


class TestSeeds:
    def test_a_row_depends_on_its_seed_and_on_nothing_else(self) -> None:
        many = vector.make("punto", num_envs=130, seed=10, threads=2)
        few = vector.make("punto", num_envs=2, threads=1)
        many.reset()
        few.reset(seed=[10 + 129, 10 + 64])
        for _ in range(60):
            mine, theirs = many.sample(), few.sample()
            assert theirs.tolist() == [mine[129], mine[64]]
            many.step(mine)
            few.step(theirs)
            assert np.array_equal(few.states(), many.states()[[129, 64]])
        many.close()

    def test_resetting_without_a_seed_goes_on_and_with_one_begins_again(self) -> None:
        env = vector.make("punto", num_envs=8, seed=1)
        first = env.reset()[0]["scalars"].copy()
        assert not np.array_equal(env.reset()[0]["scalars"], first)
        assert np.array_equal(env.reset(seed=1)[0]["scalars"], first)
        fresh = [vector.make("punto", num_envs=8).reset()[0]["scalars"].copy() for _ in range(2)]
        assert not np.array_equal(*fresh)


class TestEndings:
    def test_the_end_is_seen_by_whoever_acted_and_the_next_match_has_begun(self) -> None:
        env = vector.make("punto", {"rounds_to_win": 1}, num_envs=16, seed=2)
        env.reset()
        beginning = env.observations.scalars.index("cards in the pile of my seat, / 36")
        ended = 0
        for _ in range(200):
            seen, _, terminated, _, info = env.step(env.sample())
            for row in np.flatnonzero(terminated):
                ended += 1
                final = info["final_obs"]
                assert final["planes"][row].any()
                assert final["scalars"][row, :2].tolist() == [0, 0]
                assert seen["scalars"][row, :2].tolist() == [1, 0]
                assert not seen["planes"][row].any()
                assert seen["scalars"][row, beginning] > 17 / 36 - 0.001
            assert info["_final_obs"] is terminated
        assert ended > 10

    def test_without_final_observations_there_is_no_room_for_them(self) -> None:
        env = vector.make("expion", num_envs=2, final_obs=False)
        assert "final_obs" not in env.reset()[1]

    def test_an_illegal_action_does_nothing_and_is_told(self) -> None:
        env = vector.make("expion", num_envs=4, seed=1)
        env.reset()
        before = env.states()
        actions = env.sample()
        actions[1], actions[2], actions[3] = -1, 253, env.actions.index("pass")
        seen, _, terminated, _, info = env.step(actions)
        assert info["illegal"].tolist() == [False, True, True, True]
        assert not terminated.any()
        assert np.array_equal(env.states()[1:], before[1:])
        assert info["to_move"].tolist() == [1, 0, 0, 0]
        assert seen["action_mask"].sum(axis=1).tolist()[1:] == [42, 42, 42]


def test_options_are_a_dictionary_or_keywords() -> None:
    env = vector.make("expion", num_envs=2, players=3)
    assert env.options == vector.make("expion", {"players": 3}, 2).options
    with pytest.raises(tt.BadOption, match="'players' is given twice"):
        vector.make("expion", {"players": 3}, players=3)
    with pytest.raises(tt.BadOption, match="has no option 'playrs'; did you mean 'players'"):
        vector.make("expion", playrs=3)


class TestMistakes:
    def test_each_is_a_sentence(self) -> None:
        with pytest.raises(tt.BadOption, match="'cpu' or 'cuda', not \"tpu\""):
            vector.make("expion", device="tpu")
        with pytest.raises(tt.BadOption, match="at least 1, not 0"):
            vector.make("expion", num_envs=0)
        env = vector.make("expion", num_envs=4)
        with pytest.raises(tt.BadOption, match="Call reset"):
            env.step(np.zeros(4, np.int64))
        with pytest.raises(tt.BadOption, match="not at reset"):
            env.reset(options={"players": 3})
        with pytest.raises(tt.BadOption, match="a list of 4 integers"):
            env.reset(seed=[1, 2])
        env.reset()
        with pytest.raises(tt.BadOption, match="Expected 4 actions"):
            env.step(np.zeros(3, np.int64))
        with pytest.raises(tt.UnknownGame):
            vector.make("chess")

    @pytest.mark.parametrize(
        ("how", "said"),
        [
            ({"threads": "x"}, 'threads is a number of threads, at least 1, not "x"'),
            ({"threads": 0}, "threads is a number of threads, at least 1, not 0"),
            ({"seed": "x"}, 'seed is an integer, or a list of 4 integers, one a match, not "x"'),
            ({"seed": 1.5}, "seed is an integer, .* not 1.5"),
            ({"seed": [1, 2]}, "seed is an integer, .* not \\[1, 2\\]"),
        ],
    )
    def test_how_it_is_made(self, how: Any, said: str) -> None:
        with pytest.raises(tt.BadOption, match=said):
            vector.make("expion", num_envs=4, **how)

    def test_too_many_matches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: Any, **__: Any) -> None:
            raise MemoryError

        monkeypatch.setattr("tabletier.adapters.vector.env.allocate", full)
        with pytest.raises(tt.BadOption, match="not enough memory for 4 matches"):
            vector.make("expion", num_envs=4)

    def test_seeds_and_actions(self) -> None:
        with pytest.raises(tt.BadOption, match=r"one a match, not 1\.5"):
            vector.make("expion", num_envs=4, threads=1).reset(seed=cast(Any, 1.5))
        assert whole([1, 2], 2).tolist() == [1, 2]
        for given in (None, 5, ["a"] * 4, [1.5] * 4, [[1], [2, 3]], [True] * 4):
            with pytest.raises(tt.BadOption, match="Expected 4 actions, whole numbers, one a"):
                whole(given, 4)

    def test_without_a_gpu_it_says_so(self) -> None:
        with pytest.raises(tt.NotAllowed, match="numba-cuda"):
            vector.make("expion", device="cuda")
