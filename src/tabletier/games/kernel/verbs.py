"""What a generic source may call without importing it: one game's verbs, under these names.

`specialise` sets them before the source runs; type checkers are told of them here:

    if TYPE_CHECKING:
        from tabletier.games.kernel.verbs import apply, to_move

The verbs that a game need not bring follow, in terms of those it must: this is a generic source
itself, loaded for each game before any other.
"""

from collections.abc import Callable
from typing import Any

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.random import scale

MANY = 1 << 30

GAME: Game
MAX_MOVES: int
REASON_COUNT: int
"""How many reasons for ending the rules know; 0 … REASON_COUNT - 1."""
REPEATS: bool
"""Whether the third occurrence of a position ends the match as a draw."""
YIELDING: int
"""One bit per reason that is called a repetition when both hold after the same move."""

to_move: Callable[[Any], int]
legal_moves: Callable[[Any, Any], int]
tickets: Callable[[Any], int]
chance: Callable[[Any, int], int]
apply: Callable[[Any, int], Any]
apply_here: Callable[[Any, int], Any]
"""`apply`, compiled into its caller: no state is packed for a call and unpacked again, which makes
a loop of moves up to 1.7 times as fast. For a single place of a source; elsewhere use `apply`."""
outcome: Callable[[Any], tuple[int, int]]

random_move: Callable[[Any, int], int]
"""Only set for games that bring one; call `random_step`, which every game has."""
random_step: Callable[[Any, int, Any], int]
"""(state, word, buffer): the legal step that 32 random bits stand for; the buffer has room for
`MAX_MOVES` steps and is only used by games that bring no `random_move` of their own."""
unfinished: Callable[[Any], bool]
"""Whether the move being made goes on; never, for games that do not say."""
repetition_key: Callable[[Any], tuple[int, ...]]
"""What must be equal for two positions to be the same; of no meaning unless REPEATS."""
judge: Callable[[Any, Any, Any], bool]
"""(root, state, value): whether a play-out from `root` may stop at `state`. If so, `value` (one
float64 per side) is filled with each side's chance to win. From the game's `search.py`."""
estimate: Callable[[Any, Any, Any], bool]
"""The same by what was learned, where `judge` cannot say yet; never, for games that have not."""
policy_step: Callable[[Any, int, Any], int]
"""(state, word, buffer): the step of a play-out that is guided by the game's `search.py`; a
random step for games that do not bring one."""
evaluate: Callable[[Any], int]
"""Side 0's lead in hundredths of a piece; only set for games that bring one (two sides, no chance
once moves are made). From the game's `search.py`, like all down to `age`."""
learned: Callable[[Any, Any], int]
"""(state, parameters): the same as the strongest see it, told what the game's `parameters_of` says
of a match, such as a network; `evaluate` for games that bring no other judgement."""
may_wait: Callable[[Any, int, Any], bool]
"""(state, noisy, buffer): whether there is a legal step that is none of so many noisy ones."""
passed: Callable[[Any], Any]
"""The position if the side to move could leave its move to the other; itself if it cannot."""
noisy_moves: Callable[[Any, Any], int]
"""Fills a buffer with the legal steps that change the lead at once, ascending; says how many."""
age: Callable[[Any], int]
"""What else tells positions with the same repetition key apart for a search: how near a limit on
quiet moves has come."""
shortlist: Callable[[Any, Any, int], int]
"""(state, moves, count): brings the legal moves worth weighing to the front, ascending, and
says how many: at least one, and every way to win at once. All, for games that do not say."""
action_of: Callable[[Any, int], int]
"""(state, step): the action of a legal step. From the game's `space.py`, like the three below."""
step_of: Callable[[Any, int], int]
"""(state, action): the step of a legal action."""
mark: Callable[[Any, Any, int], None]
"""(state, mask, value): writes `value` into the mask at every legal action."""
observe: Callable[[Any, int, Any, Any], None]
"""(state, seat, planes, scalars): what a seat may know, into two flat arrays of 0."""
reversible: Callable[[Any], int]
"""How many moves back nothing has happened that cannot be undone, so that positions may repeat;
as many as there were, for games that do not say. Of no meaning unless REPEATS."""


@compiled
def listed_step(state: Any, word: int, moves: Any) -> int:
    """The legal step that 32 random bits stand for, out of the list of all."""
    return int(moves[scale(word, legal_moves(state, moves))])  # noqa: F821 - set before this runs


@compiled
def direct_step(state: Any, word: int, moves: Any) -> int:
    """The same step, from a game that finds it without listing the others."""
    return random_move(state, word)  # noqa: F821 - the same


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
def by_hand(state: Any, net: Any) -> int:
    """For games that have learned nothing."""
    return int(evaluate(state))  # noqa: F821 - set before this runs


@compiled
def nothing_noisy(state: Any, moves: Any) -> int:
    """For games in which no step stands out."""
    return 0


@compiled
def counted(state: Any, noisy: int, moves: Any) -> bool:
    """For games that do not say: the legal steps are counted."""
    return bool(legal_moves(state, moves) > noisy)  # noqa: F821 - the same


@compiled
def itself(state: Any) -> Any:
    """For games in which nobody is better off without a move."""
    return state


@compiled
def ageless(state: Any) -> int:
    """For games in which only the position matters, not how long it has been quiet."""
    return 0


@compiled
def every_move(state: Any, moves: Any, count: int) -> int:
    """For games in which every legal move is worth weighing."""
    return count


@compiled
def for_ever(state: Any) -> int:
    """For games in which a position may come up again however long ago it was."""
    return MANY
