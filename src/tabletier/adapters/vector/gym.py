"""A vector environment as `gymnasium.vector.VectorEnv`, for code that wants the class itself."""

from typing import Any

import numpy as np

from tabletier.adapters.common import needed
from tabletier.adapters.vector import VectorGames, make

needed("gymnasium", "rl")

import gymnasium  # noqa: E402 - only once it is known to be there
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


class GymnasiumVector(VectorEnv[Any, Any, Any]):
    """Every seat of every match is the agent's: each step is that of whoever is to move.

    What comes back is told in `VectorGames.step`; matches begin again in the step that ends them.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as gymnasium has it

    def __init__(self, games: VectorGames) -> None:
        self.games = games
        self.num_envs = games.num_envs
        shown, count = games.observations, len(games.actions)
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "planes": gymnasium.spaces.Box(0, shown.high, shown.shape, np.int8),
                "scalars": gymnasium.spaces.Box(0, 1, (len(shown.scalars),), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.single_action_space = gymnasium.spaces.Discrete(count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New matches in all rows."""
        return self.games.reset(seed=seed, options=options)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action in every row."""
        return self.games.step(actions)

    def close_extras(self, **_: Any) -> None:
        """Let go of the threads."""
        self.games.close()


def make_vec(game: str, options: Any = None, num_envs: int = 1024, **how: Any) -> GymnasiumVector:
    """As `tabletier.adapters.vector.make`, in gymnasium's own class."""
    return GymnasiumVector(make(game, options, num_envs, **how))
