"""What a network sees of stored positions. A generic source: see `specialise`."""

from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.columns import load
from tabletier.games.kernel.compiler import compiled

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import GAME, age, evaluate

_network = GAME.heuristics.network  # type: ignore[union-attr]
inputs, head, mover = _network.inputs, _network.head, _network.mover
NONE = 0


@compiled
def look(like: Any, states: Any, rows: Any, counts: Any, heads: Any, leads: Any) -> None:
    """For each state the active rows and the head, and the hand-made judgement for the mover.

    `rows` is int64[states, most]; a count is NONE where the limit on quiet moves is in view: there
    a lead counts for less, which the search takes care of.
    """
    for number in range(len(states)):
        state = load(like, states, number)
        counts[number] = inputs(state, rows[number])
        heads[number] = head(state)
        lead = evaluate(state)
        leads[number] = -lead if mover(state) else lead
        if age(state) > 0:
            counts[number] = NONE
