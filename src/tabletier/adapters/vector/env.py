"""Thousands of matches at once on the processor, in the manner of `gymnasium.vector`.

>>> from tabletier.adapters import vector
>>> env = vector.make("expion", num_envs=4, seed=1)
>>> seen, info = env.reset()
>>> seen["planes"].shape, seen["scalars"].shape, seen["action_mask"].shape
((4, 6, 9, 9), (4, 10), (4, 253))
>>> seen, reward, terminated, truncated, info = env.step(env.sample())
>>> info["to_move"].tolist()
[1, 1, 1, 1]
"""

import os
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletier.adapters.vector.rows import RowArrays, allocate, sizes
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.text import Text
from tabletier.match.options import fill, quoted, whole_number
from tabletier.match.spaces import actions, observations

STEPPING = "tabletier.adapters.vector.stepping"
LEAST_ROWS = 64
"""A thread is not worth its while for fewer."""
SEEDS = (1 << 63) - 1

Arrays = dict[str, Any]
Stepped = tuple[Arrays, Any, Any, Any, Arrays]


class VectorGames:
    """N matches of one game, each a row of every array; all step at once.

    Whoever is to move at a table acts there: every seat of every match is yours. A step is one
    action (`tabletier.actions`) a row. What comes back are the environment's own arrays, which the
    next step overwrites: copy what you want to keep, and write into none of them.
    """

    device = "cpu"

    def __init__(
        self,
        game: str,
        options: Any = None,
        num_envs: int = 1024,
        *,
        seed: int | None = None,
        threads: int | None = None,
        final_obs: bool = True,
    ) -> None:
        self._game = find(game)
        self.options = fill(self._game, options, quoted)
        self.game = self._game.key
        self.num_envs = _count("num_envs", num_envs)
        self._threads = (os.cpu_count() or 1) if threads is None else _count("threads", threads)
        self.actions = actions(game, options)
        """What each action means."""
        self.observations = observations(game, options)
        """What each plane and scalar means."""
        self.reasons = (*self._game.rules.REASONS, "repetition")
        """What each number in `info["reason"]` means."""
        self._stepping = specialise(STEPPING, self._game)
        self._start = self._game.start(self.options)
        self.seats = sum(len(team) for team in self._game.teams(self.options))
        self._final = final_obs
        try:
            self._rows = self._allocate(final_obs)
            self._never = self._falses()
        except MemoryError:
            raise BadOption(_no_room(self.num_envs)) from None
        self._seed = seed
        if seed is not None:
            _seeds(seed, self.num_envs)  # a mistake is told now, not at the first reset
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._begun = False

    def _allocate(self, final: bool) -> RowArrays:
        return allocate(
            np.zeros, lambda words: words.view(np.int8), self.num_envs, self._sizes, final=final
        )

    def _falses(self) -> Any:
        return np.zeros(self.num_envs, np.bool_)

    @property
    def _sizes(self) -> Any:
        history = self._stepping.HISTORY
        return sizes(self._game, self._start, self.observations, self.actions, history)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Any = None
    ) -> tuple[Arrays, Arrays]:
        """New matches in all rows; what the seats to move see, and `info`.

        Row i draws from seed + i, or from its own of a list of seeds; without a seed the rows go on
        with the words that come next (at first: with those of a fresh seed). `options` of a match
        are given when the environment is made; here there are none.
        """
        if options:
            raise BadOption(_NO_OPTIONS)
        if seed is None and not self._begun:
            seed = secrets.randbits(62) if self._seed is None else self._seed
        if seed is not None:
            self._set_seeds(_seeds(seed, self.num_envs))
        self._begun = True
        self._begin()
        return self._seen(), self._info()

    def step(self, actions: Any) -> Stepped:
        """One action in every row: what is seen next, reward, terminated, truncated, `info`.

        The reward is that of the seat which acted: 1 if it has won with this step, -1 if it has
        lost, else 0; `info["rewards"]` has every seat's. Where a match ended (`terminated`), the
        next one has begun already, and what is seen is its beginning (autoreset in the same step);
        `info["final_obs"]` has what the seat that acted saw of the end. Nothing is ever truncated.
        An action that is not legal does nothing, and `info["illegal"]` says so.
        """
        self._check_begun()
        self._step(actions)
        rows = self._rows
        return self._seen(), rows.reward, rows.done, self._never, self._info()

    def sample(self) -> Any:
        """A legal action for every row, uniform at random; which, is fixed by the seeds."""
        self._check_begun()
        chosen = np.empty(self.num_envs, np.int64)
        self._each("sample_rows", chosen)
        return chosen

    def states(self) -> NDArray[np.int64]:
        """The states as rows of integers, for comparing two environments."""
        copied: NDArray[np.int64] = self._rows.states.copy()
        return copied

    def close(self) -> None:
        """Let go of the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _begin(self) -> None:
        self._each("begin_rows")

    def _step(self, actions: Any) -> None:
        self._each("step_rows", whole(actions, self.num_envs))

    def _set_seeds(self, seeds: NDArray[np.int64]) -> None:
        self._rows.seeds[:] = seeds
        self._rows.draws[:] = 0
        self._rows.samples[:] = 0

    def _each(self, name: str, *arrays: Any) -> None:
        """Call one of the sources' functions for all rows, some of them in each thread."""
        call = partial(getattr(self._stepping, name), self._start, self._rows, *arrays)
        parts = min(self._threads, self.num_envs // LEAST_ROWS)
        if self._pool is None or parts < 2:
            call(0, self.num_envs)
            return
        edges = [self.num_envs * part // parts for part in range(parts + 1)]
        started = [self._pool.submit(call, first, last) for first, last in pairwise(edges)]
        for task in started:
            task.result()

    def _check_begun(self) -> None:
        if not self._begun:
            raise BadOption(_NOT_BEGUN)

    def _seen(self) -> Arrays:
        rows = self._rows
        return {**self._observed(rows.planes, rows.scalars), "action_mask": self._legal()}

    def _legal(self) -> Any:
        return self._rows.mask[:, : len(self.actions)]

    def _observed(self, planes: Any, scalars: Any) -> Arrays:
        count, height, width = self.observations.shape
        inside = planes[:, : count * height * width]
        return {"planes": inside.reshape(len(planes), count, height, width), "scalars": scalars}

    def _info(self) -> Arrays:
        rows = self._rows
        info = {
            "to_move": rows.to_move,
            "rewards": rows.rewards,
            "illegal": rows.illegal,
            "reason": rows.reasons,
            "length": rows.final_lengths,
            "_final_obs": rows.done,
        }
        if self._final:
            info["final_obs"] = self._observed(rows.final_planes, rows.final_scalars)
        return info


def whole(actions: Any, count: int) -> NDArray[np.int64]:
    """An action for each row, as an array of whole numbers. Raises BadOption."""
    try:
        chosen = np.asarray(actions)
    except (TypeError, ValueError):  # rows of different lengths, or nothing of numbers
        raise BadOption(_no_actions(actions, count)) from None
    if chosen.ndim == 0 or (chosen.size and chosen.dtype.kind not in "iu"):
        raise BadOption(_no_actions(actions, count))
    if chosen.shape != (count,):
        raise BadOption(wrong_shape(chosen.shape, count))
    return np.ascontiguousarray(chosen, np.int64)


_COUNTED = {"num_envs": ("de parties", "matches"), "threads": ("de fils", "threads")}


def _count(name: str, number: object) -> int:
    count = whole_number(number)
    if count is None or count < 1:
        of, what = _COUNTED[name]
        raise BadOption(
            Text(
                f"{name} est un nombre {of}, 1 au moins, pas {quoted(number)}.",
                f"{name} is a number of {what}, at least 1, not {quoted(number)}.",
            )
        )
    return count


def _seeds(seed: object, count: int) -> NDArray[np.int64]:
    """A seed for each row, below 2**63."""
    given: list[Any] = []
    if isinstance(seed, int | np.integer):
        given = [int(seed) + row for row in range(count)]
    elif isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
        given = list(seed)
    if len(given) != count or not all(isinstance(one, int | np.integer) for one in given):
        raise BadOption(
            Text(
                f"seed est un entier, ou une liste de {count} entiers, un par partie, "
                f"pas {quoted(seed)}.",
                f"seed is an integer, or a list of {count} integers, one a match, "
                f"not {quoted(seed)}.",
            )
        )
    return np.array([int(one) & SEEDS for one in given], np.int64)


def _no_room(count: int) -> Text:
    return Text(
        f"La mémoire ne suffit pas pour {count} parties : demandez-en moins (num_envs).",
        f"There is not enough memory for {count} matches: ask for fewer (num_envs).",
    )


def _no_actions(given: object, count: int) -> Text:
    return Text(
        f"Il faut {count} actions, des nombres entiers, une par partie, pas {quoted(given)}.",
        f"Expected {count} actions, whole numbers, one a match, not {quoted(given)}.",
    )


def wrong_shape(shape: tuple[int, ...], count: int) -> Text:
    """Not one action for each row."""
    return Text(
        f"Il faut {count} actions, une par partie, pas un tableau de forme {shape}.",
        f"Expected {count} actions, one a match, not an array of shape {shape}.",
    )


_NO_OPTIONS = Text(
    "Les options d’une partie se choisissent en créant l’environnement, pas à reset.",
    "The options of a match are chosen when the environment is made, not at reset.",
)
_NOT_BEGUN = Text("Appelez d’abord reset().", "Call reset() first.")
