"""Ends that a search has proven: a win or a loss, and in how many of the player's own moves."""

from typing import Any, NamedTuple

from tabletier.games.kernel.text import Text, counted
from tabletier.search.alphabeta_parts import CERTAIN, WIN


class Ending(NamedTuple):
    """How a match ends after a move, whatever the other side does."""

    won: bool
    """Whether the side that moved wins; else it loses, if the other side plays on well."""
    moves: int
    """How many moves of that side it takes at most, the one that was made included."""


def ending_of(value: int, seats: int) -> Ending | None:
    """The end that a value of alpha-beta proves to a side of so many seats; None without proof.

    The value tells how many steps the line has at most. Of `seats` + 1 steps in a row at least one
    is the other side's, and a move takes one step or more: so it never takes longer than this. With
    a seat on each side and a step to a move it is exact.
    """
    if abs(value) < CERTAIN:
        return None
    steps = WIN - abs(value) if value > 0 else WIN - abs(value) - 1  # the last is the winner's
    return Ending(value > 0, max(1, steps - steps // (seats + 1)))


def told(ending: Ending) -> Text:
    """An end as the rest of a sentence that the move begins: wins in three moves."""
    if ending.won and ending.moves == 1:
        return Text("gagne sur-le-champ", "wins at once")
    moves = counted(ending.moves, Text("coup", "move"))
    if ending.won:
        return Text(f"gagne en {moves.fr}", f"wins in {moves.en}")
    return Text(f"perd en {moves.fr}", f"loses in {moves.en}")


def in_short(ending: Ending) -> Text:
    """An end in a table: win in 3."""
    if ending.won:
        return Text(f"gain en {ending.moves}", f"win in {ending.moves}")
    return Text(f"perte en {ending.moves}", f"loss in {ending.moves}")


def ending_json(ending: Ending | None) -> dict[str, Any] | None:
    """An end in plain values."""
    return None if ending is None else ending._asdict()
