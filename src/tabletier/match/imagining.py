"""Fair worlds: a match that agrees with what the seat to move may know, the rest chosen anew.

The slow way is the one that search takes: the seat's view, a position that the view allows
(`Game.imagine`), and that position set up with all its checks. The quick way is the game's own
`reshuffle`, which deals again, in compiled code, whatever is hidden from a seat. Both are tested
to show the seat what it saw, and to be equally likely to come upon any world.
"""

import hashlib
from random import Random
from typing import Any

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.random import seeded
from tabletier.games.kernel.text import Text
from tabletier.match.chance import checked_chance
from tabletier.match.log import EXPLICIT, NO_PROMISE, SEEDED, Chance, Imagined
from tabletier.match.match import Match
from tabletier.match.options import quoted
from tabletier.match.seed import commitment, fresh_seed

MARK = "tabletier imagined "
"""Before a seed that was asked for, so that no world's luck is ever that of a real match."""


def imagine(match: Match, seed: object = None, chance: Chance = SEEDED) -> Match:
    """A match that the seat to move cannot tell from this one. Raises GameOver or DrawDue."""
    seat = match.decider()
    explicit = checked_chance(chance) == EXPLICIT
    own = imagined_seed(seed)
    state, memory = reimagined(match, seat, own)
    return match._with(
        seed=None if explicit else own,
        commitment=NO_PROMISE if explicit else commitment(own),
        chance=chance,
        _start=Imagined(state, memory),
        _state=state,
        _memory=memory,
        _log=(),
        _last=(),
    )


def imagined_seed(seed: object) -> str:
    """The seed of a world: it follows from what was asked for, and from nothing else."""
    if seed is None:
        return fresh_seed()
    if not isinstance(seed, str) and type(seed) is not int:
        raise BadOption(
            Text(
                f"La graine d'un monde imaginé est un texte ou un entier, pas {quoted(seed)}.",
                f"The seed of an imagined world is a text or a whole number, not {quoted(seed)}.",
            )
        )
    kind = "text" if isinstance(seed, str) else "number"
    return hashlib.sha256(f"{MARK}{kind} {seed}".encode("utf-8", "surrogatepass")).hexdigest()


def reimagined(match: Match, seat: int, own: str) -> tuple[Any, Any]:
    """State and memory of a world: quickly where the game knows how, else by way of the view."""
    game, state = match._game, match._state
    if game.is_open:
        return state, match._memory
    reshuffle = getattr(game.heuristics, "reshuffle", None)
    if reshuffle is None:
        return reimagined_from_view(match, seat, own)
    stream = seeded(int(own[:15], 16))
    return reshuffle(state, seat, stream), match._memory


def reimagined_from_view(match: Match, seat: int, own: str) -> tuple[Any, Any]:
    """The same, told the seat's view and nothing else."""
    game: Game = match._game
    table, options = match.view(seat)["table"], match.options
    return game.setup(game.imagine(table, options, Random(own)), options)
