"""Exchanging pawns with the bank: where a formula fits, whether the bank can pay, what becomes
of the row (POINT-11 to POINT-15)."""

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.tuples import put
from tabletier.games.point.deck import (
    FORMULAS,
    GIVE,
    GIVE_SIZE,
    NEED_BLACK,
    NEED_WHITE,
    TAKE,
    TAKE_SIZE,
)
from tabletier.games.point.state import Bank, Rows


@compiled
def affordable(bank: Bank, formula: int) -> bool:
    """POINT-15. Whether the bank, with what is given added to it, holds what is taken."""
    black, white = int(FORMULAS[formula, NEED_BLACK]), int(FORMULAS[formula, NEED_WHITE])
    return black <= bank.black and white <= bank.white


@compiled
def fits(rows: Rows, seat: int, formula: int) -> int:
    """POINT-13. The places, one bit each, where the pawns to give begin: side by side, in order."""
    black, white = rows.black[seat], rows.white[seat]
    give, found = int(FORMULAS[formula, GIVE]), black | white
    for k in range(int(FORMULAS[formula, GIVE_SIZE])):
        found &= (black if (give >> k) & 1 else white) >> k
    return found


@compiled
def places(rows: Rows, bank: Bank, seat: int, formula: int) -> int:
    """POINT-11. The places, one bit each, where a seat may use a formula."""
    return fits(rows, seat, formula) if affordable(bank, formula) else 0


@compiled
def usable(rows: Rows, bank: Bank, seat: int, kind: int) -> bool:
    """POINT-12. Whether a seat may use a card anywhere, in either reading."""
    straight = places(rows, bank, seat, 2 * kind)
    return (straight | places(rows, bank, seat, 2 * kind + 1)) != 0


@compiled
def replaced(plane: int, place: int, size: int, pawns: int, new_size: int) -> int:
    """POINT-14. A plane of a row with `pawns` in the gap that `size` pawns left at a place."""
    left = plane & ((1 << place) - 1)
    return left | (pawns << place) | ((plane >> (place + size)) << (place + new_size))


@compiled
def rows_after(rows: Rows, seat: int, formula: int, place: int) -> Rows:
    """POINT-14. The rows after a seat used a formula at a place."""
    size, new_size = int(FORMULAS[formula, GIVE_SIZE]), int(FORMULAS[formula, TAKE_SIZE])
    black = int(FORMULAS[formula, TAKE])
    white = black ^ ((1 << new_size) - 1)
    return Rows(
        put(rows.black, seat, replaced(rows.black[seat], place, size, black, new_size)),
        put(rows.white, seat, replaced(rows.white[seat], place, size, white, new_size)),
    )


@compiled
def bank_after(bank: Bank, formula: int) -> Bank:
    """POINT-15. The bank after a formula was used."""
    return Bank(
        bank.black - int(FORMULAS[formula, NEED_BLACK]),
        bank.white - int(FORMULAS[formula, NEED_WHITE]),
    )
