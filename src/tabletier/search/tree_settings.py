"""How a tree is grown, and what all games' trees share: what is overlooked, what came up before."""

from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import digest, seeded, word
from tabletier.games.kernel.skills import FADING

NO_POSITION = 0
NO_STEP = -1
ALL_WORDS = 1 << 32


class TreeSettings(NamedTuple):
    """How the tree is grown."""

    exploration: float
    """How much a rarely tried move is worth trying."""
    patience: int
    """Play-outs through a leaf before its children are laid out."""
    doubt: float
    """How much worse than its parent an untried move is taken to be."""
    judged: bool
    """Whether a play-out stops where the game can judge; else it goes on to the end."""
    guided: bool
    """Whether a play-out follows the game's policy; else it is random."""
    learned: bool
    """Whether what was learned ends a play-out at once, in games that have learned to judge."""
    horizon: int
    """How many steps ahead moves are weighed at all."""
    blindness: float
    """The chance that a move is overlooked now; those further ahead are sooner."""
    mood: int
    """Which moves are overlooked: another mood, other moves."""


@compiled
def noticed(
    moves: Any, count: int, settings: TreeSettings, ahead: int, before: int, natural: int
) -> int:
    """Leave out the moves that are overlooked after the step `before`; how many are left.

    What lies many steps ahead is overlooked sooner (see `skills.overlooking`), and the natural
    step, the one that the game's policy would take, never.
    """
    left, seen = 0, (1.0 - settings.blindness) ** (1.0 + FADING * ahead)
    for k in range(count):
        bits = word(seeded(settings.mood ^ digest((before, moves[k]))))
        if bits >= (1.0 - seen) * ALL_WORDS or moves[k] == natural:
            moves[left] = moves[k]
            left += 1
    if left == 0:  # nobody overlooks everything
        moves[0] = moves[settings.mood % count]
    return max(1, left)


@compiled
def came_up(past: Any, trail: Any, depth: int) -> bool:
    """Whether the last position of the trail occurs earlier in it or in the match."""
    here, known = trail[depth], False
    if here != NO_POSITION:
        for level in range(depth):
            known = known or trail[level] == here
        for number in past:
            known = known or number == here
    return bool(known)
