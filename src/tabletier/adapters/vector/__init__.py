"""Thousands of matches at once, for learning programs: on all cores, or on a GPU.

    env = vector.make("punto", num_envs=4096, device="cuda", seed=7)

See `docs/learning.md`. The conventions are those of `gymnasium.vector` with autoreset in the same
step; `vector.gym.make_vec` gives the class itself, for those who need it (and have gymnasium).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabletier.adapters.common import with_keywords
from tabletier.adapters.vector.env import VectorGames
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.text import Text
from tabletier.match.options import quoted

if TYPE_CHECKING:
    from . import gym as gym  # it comes when `vector.gym` is asked for
else:

    def __getattr__(name: str) -> Any:
        if name == "gym":
            return import_module(f"{__name__}.gym")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["VectorGames", "make"]


def make(
    game: str,
    options: Any = None,
    num_envs: int = 1024,
    *,
    device: str = "cpu",
    seed: int | None = None,
    threads: int | None = None,
    final_obs: bool = True,
    **named_options: Any,
) -> VectorGames:
    """Matches of one game in rows. Raises UnknownGame, BadOption.

    The options of the game are a dictionary, keywords (`players=3`), or both.
    `device` is `cpu` (all cores, or so many `threads`) or `cuda` (an NVIDIA GPU: pip install
    'tabletier[gpu]'; the arrays are torch tensors where torch is installed). Without `final_obs`
    nobody sees how matches ended, which saves the room for it.
    """
    options = with_keywords(options, named_options)
    if device == "cpu":
        return VectorGames(game, options, num_envs, seed=seed, threads=threads, final_obs=final_obs)
    if device == "cuda":
        from tabletier.adapters.vector.cuda import CudaGames

        return CudaGames(game, options, num_envs, seed=seed, final_obs=final_obs)
    raise BadOption(
        Text(
            f"device est « cpu » ou « cuda », pas {quoted(device)}.",
            f"device is 'cpu' or 'cuda', not {quoted(device)}.",
        )
    )
