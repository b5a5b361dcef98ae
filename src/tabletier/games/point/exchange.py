"""Exchanging pawns with the bank (POINT-11 to POINT-15).

Where the pawns to give stand, whether the bank can pay, and what becomes of the row.
"""

from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.compiler import part
from tabletier.games.point.deck import (
    FORMULAS,
    GIVE,
    GIVE_SIZE,
    NEED_BLACK,
    NEED_WHITE,
    TAKE,
    TAKE_SIZE,
)
from tabletier.games.point.state import Bank, Row


@part
def affordable(bank: Bank, formula: int) -> bool:
    """POINT-15. Whether the bank, with what is given added to it, holds what is taken."""
    black, white = int(FORMULAS[formula, NEED_BLACK]), int(FORMULAS[formula, NEED_WHITE])
    return (black <= bank.black) & (white <= bank.white)


@part
def fits(row: Row, formula: int) -> int:
    """POINT-13. The places, one bit each, where the pawns to give begin: side by side, in order."""
    give, found = int(FORMULAS[formula, GIVE]), row.black | row.white
    for k in range(int(FORMULAS[formula, GIVE_SIZE])):
        found &= (row.black if (give >> k) & 1 else row.white) >> k
    return found


@part
def places(row: Row, bank: Bank, formula: int) -> int:
    """POINT-11. The places, one bit each, where a formula may be used."""
    found = fits(row, formula)
    return found if affordable(bank, formula) else 0


@part
def count_places(row: Row, bank: Bank, kind: int) -> int:
    """POINT-12. How many uses a card has, in both readings."""
    straight = popcount(places(row, bank, 2 * kind))
    return straight + popcount(places(row, bank, 2 * kind + 1))


@part
def replaced(plane: int, place: int, size: int, pawns: int, new_size: int) -> int:
    """POINT-14. A plane of a row with `pawns` in the gap that `size` pawns left at a place."""
    left = plane & ((1 << place) - 1)
    return left | (pawns << place) | ((plane >> (place + size)) << (place + new_size))


@part
def row_after(row: Row, formula: int, place: int) -> Row:
    """POINT-14. The row after a formula was used at a place."""
    size, new_size = int(FORMULAS[formula, GIVE_SIZE]), int(FORMULAS[formula, TAKE_SIZE])
    black = int(FORMULAS[formula, TAKE])
    white = black ^ ((1 << new_size) - 1)
    return Row(
        replaced(row.black, place, size, black, new_size),
        replaced(row.white, place, size, white, new_size),
    )


@part
def bank_after(bank: Bank, formula: int) -> Bank:
    """POINT-15. The bank after a formula was used."""
    return Bank(
        bank.black - int(FORMULAS[formula, NEED_BLACK]),
        bank.white - int(FORMULAS[formula, NEED_WHITE]),
    )
