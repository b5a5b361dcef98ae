"""Gymnasium: one seat of a game, the others taken by opponents of the house.

>>> import gymnasium
>>> import tabletier.adapters.gymnasium  # registers tabletier/punto-v0 and so on
>>> env = gymnasium.make("tabletier/expion-v0", opponent=1, seat=0)
>>> seen, info = env.reset(seed=1)
>>> seen.dtype, info["action_mask"].shape
(dtype('float32'), (253,))
>>> action = env.action_space.sample(info["action_mask"])
>>> seen, reward, terminated, truncated, info = env.step(action)

What is seen is all that the seat may know in one row (planes, then scalars;
`tabletier.observations` says what is where), `info["action_mask"]` the legal actions. Rewards come
at the end: 1 for a win, -1 for a loss, 0 for a draw. The same seed and actions give the same match
as long as the opponent thinks by simulations, as all levels but the last do, not by the clock.

**Illegal actions.** Nothing is played. With `illegal="lose"` (the default) the episode ends with
reward -1 and `info["illegal"]` has the reason in a sentence; with `illegal="random"` a legal action
is taken at random in its place, and the reason is told all the same; with `illegal="raise"`
IllegalMove is raised. Installed with `pip install 'tabletier[rl]'`.
"""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabletier.adapters.common import (
    RENDER_MODES,
    VERSION,
    EnvSpec,
    needed,
    pixels,
    rewards,
    with_keywords,
)
from tabletier.games.kernel.errors import IllegalMove
from tabletier.games.kernel.registry import find, guests, keys
from tabletier.match.match import Match
from tabletier.match.start import new
from tabletier.match.stepwise import Stepwise, stepwise
from tabletier.search.consult import choose, named

needed("gymnasium", "rl")

import gymnasium as gym  # noqa: E402 - only once it is known to be there
from gymnasium import spaces  # noqa: E402

ILLEGAL = ("lose", "random", "raise")
Seen = NDArray[np.float32]


class SeatEnv(gym.Env[Seen, Any]):
    """One seat of a match; opponents of the house play the others, partners included.

    `seat` is a number, or `random` for another one in every match. `opponent` is a level of the
    game (1 to 5 or more) or a text as `tabletier.choose` takes it, `simulations` how long it thinks
    in place of its own time. The options of the game are keywords (`players=3`), or
    `options={"players": 3}`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - theirs

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        seat: int | Literal["random"] = "random",
        opponent: str | int = 2,
        simulations: int | None = None,
        illegal: Literal["lose", "random", "raise"] = "lose",
        render_mode: str | None = None,
        **named_options: Any,
    ) -> None:
        table = self.table = EnvSpec(game, with_keywords(options, named_options))
        if seat != "random" and seat not in range(table.seats):
            raise ValueError(f"seat is 'random' or 0 to {table.seats - 1}, not {seat!r}")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {RENDER_MODES}, not {render_mode!r}")
        self.wanted_seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self.opponent, self.simulations = named(opponent, find(game)).name, simulations
        low, high = table.bounds()
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(len(table.actions))
        self.seat = 0
        self.walk: Stepwise | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new match, at the seat's first decision; `options={"seat": 1}` chooses the seat once.

        A match that ends before the seat has anything to decide is played anew.
        """
        super().reset(seed=seed)
        wanted = (options or {}).get("seat", self.wanted_seat)
        drawn = int(self.np_random.integers(self.table.seats))
        self.seat = drawn if wanted == "random" else int(wanted)
        self.walk = None
        while self.walk is None or self.walk.to_move is None:
            self.walk = self._answered(stepwise(self._match()))
        self._shown()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """One action of the seat, and all that follows until it has to decide again."""
        if self.walk is None or self.walk.to_move is None:
            raise gym.error.ResetNeeded("The match is over, or none has begun: call reset().")
        number, why = int(action), None
        try:
            self.walk = self.walk.step(number)
        except IllegalMove as error:
            if self.illegal == "raise":
                raise
            why = str(error)
            if self.illegal == "lose":
                self.walk, lost = None, self._seen()
                return lost, -1.0, True, False, {**self._info(), "illegal": why}
            number = int(self.np_random.choice(self.walk.legal_actions()))
            self.walk = self.walk.step(number)
        self.walk = self._answered(self.walk)
        reward = rewards(self.walk.result, self.table.seats)[self.seat]
        self._shown()
        told = {} if why is None else {"illegal": why}
        over = self.walk.to_move is None
        return self._seen(), reward, over, False, {**self._info(), **told}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that maskable algorithms ask for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as the seat sees it: a text, pixels, or printed."""
        if self.walk is None or self.render_mode is None:
            return None
        match = self.walk.match
        if self.render_mode == "rgb_array":
            return pixels(match, self.seat)
        return str(match) if self.render_mode == "ansi" else None

    def _match(self) -> Match:
        return new(self.table.game, self.table.options, self._luck())

    def _luck(self) -> str:
        return self.np_random.bytes(32).hex()

    def _answered(self, walk: Stepwise) -> Stepwise:
        """Once the house has made every move until the seat's next decision, or the end."""
        match = walk.match
        while not walk.taken and match.to_move not in (self.seat, None):
            move = choose(match, self.opponent, simulations=self.simulations, seed=self._luck())
            match = match.play(move)
            walk = stepwise(match)
        return walk

    def _seen(self) -> Seen:
        if self.walk is None:
            return np.zeros(self.observation_space.shape or (), np.float32)
        return self.walk.observation(self.seat).flat()

    def _mask(self) -> NDArray[np.int8]:
        if self.walk is None:
            return np.zeros(len(self.table.actions), np.int8)
        return self.walk.legal_mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _shown(self) -> None:
        if self.render_mode == "human" and self.walk is not None:
            print(self.walk.match)  # noqa: T201 - this is what the mode means


def register(game: str) -> str:
    """Make a game known to `gymnasium.make`; its id."""
    name = f"tabletier/{game}-{VERSION}"
    if name not in gym.registry:
        gym.register(id=name, entry_point=f"{__name__}:SeatEnv", kwargs={"game": game})
    return name


IDS = tuple(register(game) for game in dict.fromkeys((*keys(), *guests())))
"""What `gymnasium.make` takes."""
