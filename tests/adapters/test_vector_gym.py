"""The vector environment as gymnasium knows it."""

import subprocess
import sys

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tabletier as tt
from tabletier.adapters.vector.gym import make_vec


@pytest.mark.parametrize("key", tt.games())
def test_what_is_seen_lies_in_its_space(key: str) -> None:
    env = make_vec(key, num_envs=3, seed=4)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=4)
    for _ in range(50):
        assert env.observation_space.contains({name: np.array(seen[name]) for name in seen})
        actions = env.games.sample()
        assert env.action_space.contains(actions)
        assert seen["action_mask"][np.arange(3), actions].all()
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert (rewards.dtype, terminated.dtype) == (np.float32, np.bool_)
        assert set(info) >= {"final_obs", "_final_obs", "to_move", "rewards"}
    env.close()


def test_it_comes_when_it_is_asked_for() -> None:
    code = (
        "import sys; from tabletier.adapters import vector;"
        "print('gymnasium' in sys.modules, vector.gym.make_vec.__name__, hasattr(vector, 'gyn'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "make_vec", "False"]
