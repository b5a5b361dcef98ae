"""Where pawns go: steps, jumps, crowning (BARRIER-12 to BARRIER-20).

A pawn reaches at most two rows further. So the moves of the pawns in rows 1-4 are found in one
word that shows rows 1-6, those of the pawns in rows 5-8 in one that shows rows 3-8: a window.
"""

from typing import NamedTuple

from tabletier.games.barrier.board import (
    HALF,
    NE,
    NOTHING,
    NW,
    ROW,
    SE,
    STRIDE,
    SW,
    YELLOW,
    E,
    N,
    Pawns,
    Plane,
    S,
    W,
    Ways,
    amount,
    delta_in,
    has,
    pawns_of,
    spot,
)
from tabletier.games.kernel.bits import pick
from tabletier.games.kernel.compiler import compiled, part

WINDOW = sum(ROW << (STRIDE * row) for row in range(6))
TWO_ROWS = (1 << (2 * STRIDE)) - 1
SHIFT = 2 * STRIDE  # the northern window starts two rows above the southern one
ROW_4 = ROW << (3 * STRIDE)
ROW_5_NORTH = ROW << (2 * STRIDE)  # row 5 as the northern window shows it
ROW_8_START = 7 * STRIDE

# BARRIER-13. Forward is north for yellow (N, NE, NW), south for colourless (S, SE, SW).
FORWARD = (0b10000011, 0b00111000)


class Window(NamedTuple):
    """Six rows as the side to move sees them."""

    ordinary: int
    """Its ordinary pawns off the barrier that may be moved; only those of the inner four rows."""
    crowned: int
    """Its crowned pawns off the barrier, likewise."""
    tiled: int
    """Its pawns that stand on a tile, likewise."""
    theirs: int
    """The other side's pawns."""
    free: int
    """Empty cells."""


class Look(NamedTuple):
    """Both windows, and the directions that are forward for the side to move."""

    south: Window
    north: Window
    forward: int


@compiled
def southern(plane: Plane) -> int:
    """A set of cells as far as the southern window shows it: rows 1-6."""
    return plane[0] | ((plane[1] & TWO_ROWS) << HALF)


@compiled
def northern(plane: Plane) -> int:
    """A set of cells as far as the northern window shows it: rows 3-8."""
    return (plane[0] >> SHIFT) | (plane[1] << SHIFT)


@compiled
def window(movable: int, barrier: int, crowned: int, mine: int, theirs: int) -> Window:
    """Sort the movable pawns of one window by what they may do."""
    off = movable & ~barrier
    return Window(
        ordinary=off & ~crowned,
        crowned=off & crowned,
        tiled=movable & barrier,
        theirs=theirs,
        free=WINDOW & ~(mine | theirs),
    )


@compiled
def look(pawns: Pawns, side: int, movable: Plane) -> Look:
    """BARRIER-2, BARRIER-3. The eight rows as a side sees them that may move pawns on `movable`."""
    mine, theirs = pawns_of(pawns, side), pawns_of(pawns, 1 - side)
    return Look(
        south=window(movable[0], ROW_4, pawns.crowned[0], southern(mine), southern(theirs)),
        north=window(
            movable[1] << SHIFT,
            ROW_5_NORTH,
            pawns.crowned[1] << SHIFT,
            northern(mine),
            northern(theirs),
        ),
        forward=pick(FORWARD, side),
    )


@compiled
def movers(view: Window, way: int, forward: int) -> int:
    """BARRIER-13, BARRIER-14, BARRIER-15, BARRIER-17. The pawns that may go in one direction.

    `way` are the tiles whose arrow shows it, `forward` is 1 if it leads forward.
    """
    return (view.tiled & way) | view.crowned | (view.ordinary if forward else 0)


@compiled
def beyond(plane: int, delta: int) -> int:
    """The cells from which going `delta` leads into a set.

    Shifted to the left, bits above the window may appear; the caller intersects with pawns.
    One of the shifts is by nothing: that is quicker than to ask which.
    """
    return (plane >> max(delta, 0)) << max(-delta, 0)


@compiled
def able(view: Window, way: int, forward: int, delta: int, jump: int) -> int:
    """BARRIER-12, BARRIER-18, BARRIER-19. The pawns that may step, or jump, in one direction.

    The next cell must be empty or, for a jump, an enemy's and the one after it empty. What lies
    under the jumped pawn and on the landing cell does not matter (BARRIER-23), nor whether the
    pawns are crowned (BARRIER-20).
    """
    onto = beyond(view.free, delta)
    over = beyond(view.theirs, delta) & beyond(view.free, 2 * delta)
    return movers(view, way, forward) & (over if jump else onto)


@compiled
def sources(seen: Look, ways: Ways, direction: int, jump: int) -> Plane:
    """Every cell with a pawn that may step (0) or jump (1) in a direction."""
    way, delta, forward = (
        pick(ways, direction),
        delta_in(direction),
        (seen.forward >> direction) & 1,
    )
    return (
        able(seen.south, way, forward, delta, jump),
        able(seen.north, way >> SHIFT, forward, delta, jump) >> SHIFT,
    )


@compiled
def tally(seen: Look, ways: Ways, jump: int) -> int:
    """How many pawns may step (0) or jump (1) in each direction, one byte each.

    Written out: with a direction that is known, a shift is one instruction.
    """
    return (
        amount(sources(seen, ways, N, jump))
        | (amount(sources(seen, ways, NE, jump)) << 8)
        | (amount(sources(seen, ways, E, jump)) << 16)
        | (amount(sources(seen, ways, SE, jump)) << 24)
        | (amount(sources(seen, ways, S, jump)) << 32)
        | (amount(sources(seen, ways, SW, jump)) << 40)
        | (amount(sources(seen, ways, W, jump)) << 48)
        | (amount(sources(seen, ways, NW, jump)) << 56)
    )


@compiled
def can(seen: Look, ways: Ways, jump: int) -> bool:
    """Whether any pawn may step (0) or jump (1)."""
    for direction in range(8):
        low, high = sources(seen, ways, direction, jump)
        if low | high:
            return True
    return False


@compiled
def pawn_on(pawns: Pawns, side: int, cell: int) -> Plane:
    """The set of just one cell, empty when the side has no pawn there."""
    return spot(cell) if has(pawns_of(pawns, side), cell) else NOTHING


@compiled
def headings(pawns: Pawns, ways: Ways, side: int, cell: int) -> int:
    """The directions, one bit each, in which the pawn on a cell may go if nothing is in its way."""
    seen, found = look(pawns, side, pawn_on(pawns, side, cell)), 0
    for direction in range(8):
        way, forward = pick(ways, direction), (seen.forward >> direction) & 1
        pawn = movers(seen.south, way, forward) | movers(seen.north, way >> SHIFT, forward)
        found |= (1 << direction) if pawn else 0
    return found


@compiled
def exits(pawns: Pawns, ways: Ways, side: int, cell: int, jump: int) -> int:
    """The directions, one bit each, in which the pawn on a cell may step (0) or jump (1)."""
    seen, found = look(pawns, side, pawn_on(pawns, side, cell)), 0
    for direction in range(8):
        low, high = sources(seen, ways, direction, jump)
        found |= (1 << direction) if low | high else 0
    return found


@part
def on_last_row(cell: int, side: int) -> bool:
    """BARRIER-3, BARRIER-16. Whether a cell lies in the last row of the enemy camp."""
    return cell >= ROW_8_START if side == YELLOW else cell < STRIDE


@compiled
def moved(pawns: Pawns, side: int, source: int, delta: int, jump: int) -> Pawns:
    """BARRIER-12, BARRIER-16, BARRIER-24. A pawn goes; a jumped one leaves at once; crowning."""
    target = source + delta + jump * delta
    (from_low, from_high), (to_low, to_high) = spot(source), spot(target)
    taken = spot(source + delta) if jump else NOTHING
    mine, theirs, crowned = pawns_of(pawns, side), pawns_of(pawns, 1 - side), pawns.crowned
    crowns = has(crowned, source) or on_last_row(target, side)
    mine = (mine[0] & ~from_low) | to_low, (mine[1] & ~from_high) | to_high
    theirs = theirs[0] & ~taken[0], theirs[1] & ~taken[1]
    crowned = (
        (crowned[0] & ~from_low & ~taken[0]) | (to_low if crowns else 0),
        (crowned[1] & ~from_high & ~taken[1]) | (to_high if crowns else 0),
    )
    if side == YELLOW:
        return Pawns(yellow=mine, colourless=theirs, crowned=crowned)
    return Pawns(yellow=theirs, colourless=mine, crowned=crowned)
