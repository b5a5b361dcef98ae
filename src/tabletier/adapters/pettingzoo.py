"""PettingZoo: every game as an AEC environment, `punto_v0` and so on.

>>> from tabletier.adapters.pettingzoo import expion_v0
>>> env = expion_v0.env(players=2)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))

An environment's options are those of the game (`tabletier.options`). An agent sees
`{"observation": float32[…], "action_mask": int8[…]}`: all that its seat may know in one row
(planes, then scalars; `tabletier.observations` says what is where), and the legal actions, for
the agent in turn. A chain of jumps is taken jump by jump, by the same agent. Rewards come at the
end: 1 for the winners, -1 for the others, 0 for a draw.

`env` is wrapped as PettingZoo's own games are: an illegal action loses for its agent and draws for
the others (`TerminateIllegalWrapper`). `raw_env` raises IllegalMove instead, with the reason.
Sampling actions without their mask, as PettingZoo's tests of parallel environments and of
`max_cycles` do, means playing illegal moves: those tests do not fit games in which one moves at a
time, and are left out. Installed with `pip install 'tabletier[rl]'`.
"""

from functools import cache
from typing import Any

import numpy as np

from tabletier.adapters.common import (
    RENDER_MODES,
    VERSION,
    EnvSpec,
    needed,
    onlooker,
    pixels,
    rewards,
)
from tabletier.games.kernel.errors import NoSuchSeat, NotAllowed
from tabletier.games.kernel.registry import find, guests, keys
from tabletier.games.kernel.text import Text
from tabletier.match.options import quoted
from tabletier.match.start import new
from tabletier.match.stepwise import Stepwise, stepwise

needed("pettingzoo", "rl")
needed("gymnasium", "rl")

from gymnasium import spaces  # noqa: E402 - only once it is known to be there
from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

SUFFIX = f"_{VERSION}"


class GameEnv(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc] # it ships no types
    """A game for PettingZoo; an illegal action raises IllegalMove."""

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {RENDER_MODES}, not {render_mode!r}")
        table = self.table = EnvSpec(game, options)
        self.metadata = {
            "name": f"{table.game}{SUFFIX}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(table.seats)]
        self.agents: list[str] = []
        low, high = table.bounds()
        actions = len(table.actions)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """What an agent sees; the same object every time."""
        return self.observation_spaces[self.possible_agents[self._seat_of(agent)]]

    def action_space(self, agent: str) -> Any:
        """All actions of the game under these options; the same object every time."""
        return self.action_spaces[self.possible_agents[self._seat_of(agent)]]

    def _seat_of(self, agent: object) -> int:
        """The seat of an agent. Raises NoSuchSeat."""
        if agent in self.possible_agents:
            return self.possible_agents.index(str(agent))
        names = ", ".join(self.possible_agents)
        raise NoSuchSeat(
            Text(
                f"Il n’y a pas d’agent {quoted(agent)} : ce sont {names}.",
                f"There is no agent {quoted(agent)}: they are {names}.",
            )
        )

    def _check_begun(self) -> None:
        if "walk" not in vars(self):
            raise NotAllowed(Text("Appelez d’abord reset().", "Call reset() first."))

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo hands them in
    ) -> None:
        """A new match; with a seed, the same one every time. `options` are not used."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        luck = self._random.bytes(32).hex()
        self.walk: Stepwise = stepwise(new(self.table.game, self.table.options, luck))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's seat may know, and what it may do if it is its turn."""
        seat = self._seat_of(agent)
        self._check_begun()
        in_turn = self.walk.to_move == seat
        nothing = np.zeros(len(self.table.actions), np.int8)
        return {
            "observation": self.walk.observation(seat).flat(),
            "action_mask": self.walk.legal_mask() if in_turn else nothing,
        }

    def step(self, action: int | None) -> None:
        """The agent in turn takes an action; one that is out of the match takes None."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.walk = self.walk.step(_number(action))
        self._cumulative_rewards[agent] = 0.0
        result = self.walk.result
        gained = rewards(result, len(self.possible_agents))
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self.terminations = dict.fromkeys(self.agents, result is not None)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> Any:
        """What the agent in turn sees, its rewards so far, whether it is over, and `info`."""
        self._check_begun()
        return super().last(observe)

    def _select(self) -> None:
        """Whose turn it is; when all is over, everybody takes their leave from the first on."""
        seat = self.walk.to_move
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def render(self) -> Any:
        """The table as the agent in turn sees it: a text, pixels, or printed."""
        self._check_begun()
        match = self.walk.match
        if self.render_mode == "ansi":
            return str(match)
        if self.render_mode == "rgb_array":
            return pixels(match, onlooker(match))
        if self.render_mode == "human":
            print(match)  # noqa: T201 - this is what the mode means
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _number(action: object) -> int:
    if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
        return int(action)
    raise ValueError(f"an action is a whole number, not {action!r}")


class Environment:
    """One game, as PettingZoo's modules are: `env` and `raw_env` make an environment."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.__name__ = f"{__name__}.{game}{SUFFIX}"
        self.__doc__ = f"{find(game).name.en} for PettingZoo; see {__name__}."

    def raw_env(self, render_mode: str | None = None, **options: Any) -> GameEnv:
        """The bare environment: an illegal action raises IllegalMove."""
        return GameEnv(self.game, render_mode, **options)

    def env(
        self, render_mode: str | None = None, **options: Any
    ) -> "AECEnv[str, dict[str, Any], int | None]":
        """The environment as it is usually wanted: an illegal action loses."""
        raw: Any = self.raw_env(render_mode, **options)
        lost = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
        wrapped: Any = wrappers.AssertOutOfBoundsWrapper(lost)
        return wrappers.OrderEnforcingWrapper(wrapped)


@cache
def _environment(game: str) -> Environment:
    return Environment(game)


def __getattr__(name: str) -> Environment:
    game = name.removesuffix(SUFFIX)
    if name.endswith(SUFFIX) and game in (*keys(), *guests()):
        return _environment(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *(f"{key}{SUFFIX}" for key in (*keys(), *guests()))})
