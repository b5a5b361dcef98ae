"""A vector environment on a GPU, one thread a row. A generic source: see `specialise`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.columns import load
from tabletier.games.kernel.compiler import compiled  # noqa: F401 - marks a source of compiled code
from tabletier.games.kernel.specialise import specialise

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import GAME

cuda: Any = import_module("numba.cuda")  # has no types

_stepping = specialise("tabletier.adapters.vector.stepping", GAME)
begin, step, sample = _stepping.begin, _stepping.step, _stepping.sample


def _begin(start: Any, rows: Any) -> None:
    """`begin` in all rows."""
    row = cuda.grid(1)
    if row < rows.states.shape[0]:
        begin(start, rows, row)


def _step(start: Any, rows: Any, actions: Any) -> None:
    """`step` in all rows."""
    row = cuda.grid(1)
    if row < rows.states.shape[0]:
        step(start, rows, row, actions[row])


def _sample(start: Any, rows: Any, actions: Any) -> None:
    """`sample` in all rows; for games that find a random move without listing the others."""
    row = cuda.grid(1)
    if row < rows.states.shape[0]:
        state, number = load(start, rows.states, row), rows.samples[row]
        actions[row] = sample(state, rows.seeds[row], number, rows.mask[row])
        rows.samples[row] = number + 1


begin_rows, step_rows, sample_rows = map(cuda.jit(cache=True), (_begin, _step, _sample))
