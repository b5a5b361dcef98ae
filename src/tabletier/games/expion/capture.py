"""Capturing in Ex*pion (EXPION-23 to EXPION-32)."""

from tabletier.games.expion.board import around, camp_of, shift
from tabletier.games.kernel.compiler import compiled


@compiled
def leaning(enemies: int, captors: int, homes: int, side: int, direction: int) -> int:
    """EXPION-23, EXPION-27. Enemies that have a captor, at home or not, on one side of them."""
    return enemies & (shift(captors, direction ^ 2) | camp_of(homes, side, direction))


@compiled
def chameleon(expion: int, marbles: int, camp: int) -> bool:
    """EXPION-28, EXPION-29. Whether a marble of the player stands beside the Ex*pion.

    Only then is it a captor; it is an obstacle otherwise, and never captured (EXPION-31).
    """
    return (around(expion) & marbles) | (expion & camp) != 0


@compiled
def captured(strikers: int, enemies: int, captors: int, homes: int, side: int) -> int:
    """EXPION-23, EXPION-25. The enemies between a cell of `strikers`, just entered, and a captor.

    The cell opposite must hold the other captor, so the enemy stands alone between the two
    (EXPION-26), and one of the two has moved (EXPION-24, EXPION-30).
    """
    taken = 0
    for direction in range(4):
        taken |= shift(strikers, direction) & leaning(enemies, captors, homes, side, direction)
    return taken


@compiled
def striking(enemies: int, captors: int, homes: int, side: int) -> int:
    """EXPION-23. The cells from which a marble that moves there captures."""
    cells = 0
    for direction in range(4):
        cells |= shift(leaning(enemies, captors, homes, side, direction), direction ^ 2)
    return cells
