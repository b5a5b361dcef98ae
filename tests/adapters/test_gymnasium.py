"""One seat against the house: Gymnasium's own check passes, and illegal actions end as promised."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tabletier as tt
from tabletier.adapters.gymnasium import IDS, SeatEnv
from tabletier.games.kernel.registry import keys
from tests.adapters.tables import SEATINGS, label


def made(key: str, **settings: Any) -> Any:
    """Quick opponents, unless a test says otherwise."""
    return gymnasium.make(f"tabletier/{key}-v0", **{"opponent": "random", **settings})


def played(env: Any, seed: int) -> tuple[list[int], float, dict[str, Any]]:
    """A random episode: the actions, the reward, what was told at the end."""
    dice, actions = random.Random(seed), []
    _, info = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        actions.append(dice.choice(np.flatnonzero(info["action_mask"]).tolist()))
        _, reward, over, _, info = env.step(actions[-1])
    return actions, reward, info


@pytest.mark.parametrize(("key", "options"), SEATINGS, ids=label)
@pytest.mark.filterwarnings("ignore:.*rgb_array.*:UserWarning")
def test_their_own_check_passes(key: str, options: dict[str, Any]) -> None:
    check_env(made(key, options=options).unwrapped)


@pytest.mark.parametrize("key", keys())
def test_an_episode_is_one_match_against_the_house(key: str) -> None:
    env = made(key, seat=1)
    _, reward, _ = played(env, 5)
    match = env.unwrapped.walk.match
    assert match.result is not None
    winners = match.result.winners
    assert reward == (0 if not winners else 1 if 1 in winners else -1)
    assert {entry.by for entry in match.log if entry.act == "move"} == set(range(match.seats))


@pytest.mark.parametrize(
    "key", [*(pytest.param(key, marks=pytest.mark.thorough) for key in keys()[:-1]), keys()[-1]]
)
def test_the_same_seed_gives_the_same_episode(key: str) -> None:
    """A game with draws, hidden cards and an opponent that thinks; all by `make thorough`."""
    env = made(key, opponent=1, simulations=20)
    first = played(env, 6)
    moves = env.unwrapped.walk.match.moves
    again = made(key, opponent=1, simulations=20)
    assert played(again, 6)[:2] == first[:2]
    assert again.unwrapped.walk.match.moves == moves
    assert played(again, 7)[0] != first[0]


def test_seats_are_chosen_or_drawn() -> None:
    env = made(keys()[0])
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}
    assert {env.reset(seed=seed, options={"seat": 1})[1]["seat"] for seed in range(6)} == {1}
    with pytest.raises(ValueError, match="seat is 'random' or 0 to 1"):
        made(keys()[0], seat=2)


class TestIllegalActions:
    @staticmethod
    def begun(**settings: Any) -> tuple[Any, int]:
        """An environment at its first decision, and an action that is not legal there."""
        env = made(keys()[0], seat=0, **settings)
        _, info = env.reset(seed=1)
        return env, int(np.flatnonzero(info["action_mask"] == 0)[0])

    def test_lose(self) -> None:
        env, illegal = self.begun()
        seen, reward, terminated, truncated, info = env.step(illegal)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert seen in env.observation_space
        assert not info["action_mask"].any()
        assert info["illegal"].endswith(".")
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.unwrapped.step(0)

    def test_or_are_replaced_at_random(self) -> None:
        env, illegal = self.begun(illegal="random")
        _, reward, terminated, _, info = env.step(illegal)
        assert (reward, terminated) == (0.0, False)
        assert info["illegal"]
        assert info["action_mask"].any()

    def test_or_raise(self) -> None:
        env, illegal = self.begun(illegal="raise")
        with pytest.raises(tt.IllegalMove):
            env.step(illegal)
        with pytest.raises(ValueError, match="illegal is one of"):
            made(keys()[0], illegal="ignore")

    def test_maskable_algorithms_find_the_mask(self) -> None:
        env, _ = self.begun()
        masks = env.unwrapped.action_masks()
        assert masks.dtype == np.bool_
        assert masks.sum() == env.unwrapped.walk.legal_mask().sum()


@pytest.mark.parametrize("key", keys())
def test_the_opponent_is_told_what_its_seat_may_know(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house is asked through `choose`, which hands a view to whoever thinks."""
    from tabletier.adapters import gymnasium as adapter

    asked = []

    def choose(match: tt.Match, player: str, **_: Any) -> str:
        asked.append((match.to_move, player))
        return match.legal_moves()[0]

    monkeypatch.setattr(adapter, "choose", choose)
    env = made(key, opponent=3, seat=0)
    _, info = env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))
        info = {"action_mask": env.unwrapped.walk.legal_mask()}
        if not info["action_mask"].any():
            break
    assert asked
    assert {player for _, player in asked} == {"3"}
    assert 0 not in {seat for seat, _ in asked}


def test_options_are_keywords_or_a_dictionary() -> None:
    by_name = gymnasium.make("tabletier/expion-v0", players=3).unwrapped
    by_dictionary = gymnasium.make("tabletier/expion-v0", options={"players": 3}).unwrapped
    assert by_name.table.options == by_dictionary.table.options  # type: ignore[attr-defined]
    bad: list[Any] = [{"players": 99}, {"player": 3}, {"options": 5, "players": 3}]
    for wrong in bad:
        with pytest.raises(tt.BadOption):
            gymnasium.make("tabletier/expion-v0", **wrong)
    with pytest.raises(tt.BadOption, match=r"'players' is given twice: in options= and by itself"):
        gymnasium.make("tabletier/expion-v0", players=3, options={"players": 2})


def test_every_game_is_registered() -> None:
    assert set(IDS) >= {f"tabletier/{key}-v0" for key in keys()}
    assert isinstance(made(keys()[0]).unwrapped, SeatEnv)
    with pytest.raises(tt.BadPlayer):
        made(keys()[0], opponent="nobody")
