"""The crowd's games on a GPU, one thread each. A generic source: see `specialise`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.columns import load, width
from tabletier.games.kernel.compiler import compiled  # noqa: F401 - marks a source of compiled code
from tabletier.games.kernel.network import MOST
from tabletier.games.kernel.specialise import specialise
from tabletier.match.options import fill

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import GAME, MAX_MOVES, age, evaluate

cuda: Any = import_module("numba.cuda")  # has no types
numba: Any = import_module("numba")
int32, int64 = numba.int32, numba.int64

_crowd = specialise("tabletier.lab.training.crowd", GAME)
play, Workspace = _crowd.play, _crowd.Workspace
PLIES, FIELDS, PAST, NOTES = _crowd.PLIES, _crowd.FIELDS, _crowd.PAST, _crowd.NOTES
_network = GAME.heuristics.network  # type: ignore[union-attr]
inputs, head, mover = _network.inputs, _network.head, _network.mover
WIDTH = width(GAME.start(fill(GAME, {})))
ROOM = MOST + 1


def _play(
    start: Any,
    seeds: Any,
    rounds: int,
    deepest: int,
    sides: Any,
    nets: Any,
    judges: Any,
    found: Any,
) -> None:
    """`play` in every thread."""
    thread = cuda.grid(1)
    if thread < seeds.shape[0]:
        place = Workspace(
            cuda.local.array((PLIES, WIDTH), int64),
            cuda.local.array((PLIES, MAX_MOVES), int32),
            cuda.local.array(MAX_MOVES, int32),
            cuda.local.array((PLIES, FIELDS), int32),
            cuda.local.array(PLIES, int32),
            cuda.local.array(PAST, int64),
            cuda.local.array(NOTES, int64),
        )
        for ply in range(PLIES):
            place.killers[ply] = 0
        play(
            start,
            seeds[thread],
            thread,
            seeds.shape[0],
            rounds,
            deepest,
            sides,
            nets,
            judges,
            place,
            found,
        )


def _look(
    like: Any, states: Any, row_of: Any, head_of: Any, rows: Any, heads: Any, leads: Any
) -> None:
    """For each stored state the trained rows and the head, and the hand-made lead of the mover.

    The head is -1 where the limit on quiet moves is in view: see `seen.py`.
    """
    number = cuda.grid(1)
    if number < states.shape[0]:
        listed = cuda.local.array(ROOM, int32)
        state = load(like, states, number)
        count = inputs(state, listed)
        for k in range(count):
            rows[number, k] = row_of[listed[k]]
        lead = evaluate(state)
        leads[number] = -lead if mover(state) else lead
        heads[number] = -1 if age(state) > 0 else head_of[head(state)]


play_all, look_all = cuda.jit(_play), cuda.jit(_look)
