"""The verbs that a game need not bring, in terms of those it must. A generic source."""

from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import scale

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import legal_moves, random_move


@compiled
def listed_step(state: Any, word: int, moves: Any) -> int:
    """The legal step that 32 random bits stand for, out of the list of all."""
    return int(moves[scale(word, legal_moves(state, moves))])


@compiled
def direct_step(state: Any, word: int, moves: Any) -> int:
    """The same step, from a game that finds it without listing the others."""
    return random_move(state, word)


@compiled
def never(state: Any) -> bool:
    """For games in which every step is a whole move."""
    return False


@compiled
def no_key(state: Any) -> tuple[int, ...]:
    """For games in which positions may repeat as often as they like."""
    return (0,)


@compiled
def undecided(root: Any, state: Any, value: Any) -> bool:
    """For games in which a play-out goes on to the end."""
    return False


@compiled
def nothing_noisy(state: Any, moves: Any) -> int:
    """For games in which no step stands out."""
    return 0


@compiled
def ageless(state: Any) -> int:
    """For games in which only the position matters, not how long it has been quiet."""
    return 0


@compiled
def every_move(state: Any, moves: Any, count: int) -> int:
    """For games in which every legal move is worth weighing."""
    return count
