"""PettingZoo's own tests pass untouched; what they cannot know is tested beside them.

`parallel_api_test`, `max_cycles_test` and `bombardment_test` sample actions without their mask, or
let all agents act at once: they do not fit games in which one moves at a time, and are left out.
"""

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import tabletier as tt
from tabletier.adapters import pettingzoo as zoo
from tabletier.games.kernel.registry import keys
from tests.adapters.tables import SEATINGS, label

EXPECTED = (
    "Observation is not a NumPy array",  # it is a dict with a mask, as in PettingZoo's classics
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of agents who are not in turn, or at the end
)


def environment(key: str) -> Any:
    return getattr(zoo, f"{key}_v0")


@pytest.fixture
def _expected_warnings() -> Any:
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", f".*{message}")
        yield


def played(env: Any, seed: int, moves: int = 10_000) -> list[tuple[Any, ...]]:
    """A random match: what each agent was told in turn."""
    dice, told = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(moves):
        seen, reward, terminated, truncated, _ = env.last()
        told.append((agent, reward, terminated))
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        env.step(None if terminated or truncated else dice.choice(legal))
    return told


@pytest.mark.usefixtures("_expected_warnings")
class TestTheirOwn:
    @pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
    def test_api(self, key: str, options: dict[str, Any]) -> None:
        api_test(environment(key).env(**options), num_cycles=60)

    @pytest.mark.parametrize("key", keys())
    def test_api_of_the_bare_environment(self, key: str) -> None:
        api_test(environment(key).raw_env(), num_cycles=20)

    @pytest.mark.parametrize("key", keys())
    def test_seed(self, key: str) -> None:
        seed_test(environment(key).env, num_cycles=50)

    @pytest.mark.parametrize("key", keys())
    def test_render(self, key: str, capsys: pytest.CaptureFixture[str]) -> None:
        render_test(environment(key).env)
        assert "player" in capsys.readouterr().out.lower()


@pytest.mark.parametrize("key", keys())
def test_a_match_ends_with_rewards_that_fit_its_result(key: str) -> None:
    env = environment(key).env()
    last = played(env, 3)[-len(env.possible_agents) :]
    result = env.unwrapped.walk.result
    assert {agent: reward for agent, reward, _ in last} == {
        f"player_{seat}": (0 if not result.winners else 1 if seat in result.winners else -1)
        for seat in range(len(last))
    }
    assert all(over for *_, over in last)
    assert env.agents == []


@pytest.mark.parametrize("key", keys())
def test_everybody_sees_what_their_seat_may_know_and_moves_in_turn(key: str) -> None:
    env = environment(key).raw_env()
    env.reset(seed=4)
    for _ in range(12):
        walk = env.walk
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], walk.observation(seat).flat())
            assert seen["action_mask"].any() == (seat == walk.to_move)
        assert env.agent_selection == f"player_{walk.to_move}"
        env.step(walk.legal_actions()[-1])


@pytest.mark.parametrize("key", keys())
def test_seeds_lead_to_matches_of_their_own(key: str) -> None:
    env = environment(key).raw_env()
    seeds = []
    for seed in (1, 1, 2, None):
        env.reset(seed=seed)
        seeds.append(env.walk.match.seed)
    assert seeds[0] == seeds[1]
    assert len(set(seeds)) == 3


def test_an_illegal_action_loses_or_raises() -> None:
    key = keys()[0]
    env = environment(key).env()
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    illegal, mover = int(np.flatnonzero(mask == 0)[0]), env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(illegal)
    assert env.rewards[mover] == -1
    assert all(env.terminations.values())
    assert all(env.truncations.values())  # as docs/environments.md says, and in no other case
    raw = environment(key).raw_env()
    raw.reset(seed=1)
    with pytest.raises(tt.IllegalMove):
        raw.step(illegal)
    with pytest.raises(ValueError, match="whole number"):
        raw.step("move")


def test_environments_are_found_by_the_names_of_games() -> None:
    assert {f"{key}_v0" for key in keys()} <= set(dir(zoo))
    for name in ("chess_v0", f"{keys()[0]}_v1", keys()[0]):
        with pytest.raises(AttributeError, match="no attribute"):
            getattr(zoo, name)
    with pytest.raises(tt.BadOption):
        environment(keys()[0]).env(colour="red")
    with pytest.raises(ValueError, match="render_mode"):
        environment(keys()[0]).env(render_mode="hologram")


class TestMistakes:
    @pytest.mark.parametrize("what", ["action_space", "observation_space", "observe"])
    @pytest.mark.parametrize("agent", ["bob", None, 0])
    def test_an_agent_that_there_is_not(self, what: str, agent: Any) -> None:
        env = zoo.expion_v0.raw_env()
        with pytest.raises(tt.NoSuchSeat, match="they are player_0, player_1"):
            getattr(env, what)(agent)

    @pytest.mark.parametrize("call", ["step(0)", "render()", "last()", "observe('player_0')"])
    def test_nothing_has_begun(self, call: str) -> None:
        name, _, given = call.partition("(")
        wanted = [] if given == ")" else [0 if given == "0)" else "player_0"]
        with pytest.raises(tt.NotAllowed, match="Call reset"):
            getattr(zoo.expion_v0.raw_env(), name)(*wanted)
