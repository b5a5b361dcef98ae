"""A match of Barrier as a value: what was agreed, where pawns and tiles are, whose turn it is."""

from typing import NamedTuple

from tabletier.games.barrier.board import (
    ARROW_TABLE,
    COLOURLESS,
    OWN_PLACES,
    PLACES,
    TILES,
    YELLOW,
    Pawns,
    Ways,
    place_cell,
)
from tabletier.games.kernel.bits import field
from tabletier.games.kernel.compiler import compiled, part

OPTIONAL, MANDATORY = 0, 1
BY_PLAYERS, AT_RANDOM = 0, 1
PASSING = 2
RANDOM_SEAT = -1
NO_CHAIN = -1
QUIET_LIMIT = 80  # BARRIER-28: forty moves by each side

# A match goes through these phases; FIRST and DEAL wait for chance. In CHAIN a pawn has jumped and
# may jump again; in STUCK the player can only pass (BARRIER-34). From ENDED on the match is over,
# and phase - ENDED is the reason.
FIRST, DEAL, LAY, MOVE, CHAIN, STUCK, ENDED = 0, 1, 2, 3, 4, 5, 6

TILE_BITS = 4
ALL_TILES = (1 << TILES) - 1
ALL_PLACES = (1 << PLACES) - 1


class Agreed(NamedTuple):
    """What was agreed before the match."""

    tiles: int
    """The tile set: an index into TILE_SETS (BARRIER-33)."""
    capture: int
    """OPTIONAL or MANDATORY (BARRIER-26)."""
    layout: int
    """BY_PLAYERS or AT_RANDOM (BARRIER-11); plus PASSING where a player without a move passes
    instead of losing (BARRIER-34). A field of its own for that would slow every move down."""
    first: int
    """The seat that begins, or RANDOM_SEAT (BARRIER-7)."""


class Barrier(NamedTuple):
    """The sixteen squares of rows 4 and 5 and the tiles on and off them."""

    laid: tuple[int, int]
    """Per row, 4 bits a square: the number of the tile, 1-8, or 0."""
    bare: int
    """Squares without a tile, one bit per place."""
    hands: tuple[int, int]
    """Per side: tiles not laid yet, bit t for tile t + 1."""
    ways: Ways
    """Per direction: the cells (below 63) whose tile shows it."""


class State(NamedTuple):
    """A match of Barrier as everybody knows it."""

    table: Agreed
    phase: int
    turn: int
    """The seat to move; when the match is over, the seat that would be next."""
    pawns: Pawns
    barrier: Barrier
    chain: int
    """The cell of the pawn that may jump again, else NO_CHAIN."""
    quiet: int
    """Single moves since the last capture or crowning."""


@part
def bare_barrier() -> Barrier:
    """BARRIER-5. Before the first tile is laid: each side holds its eight tiles."""
    return Barrier(
        laid=(0, 0), bare=ALL_PLACES, hands=(ALL_TILES, ALL_TILES), ways=(0, 0, 0, 0, 0, 0, 0, 0)
    )


@part
def owner(place: int) -> int:
    """BARRIER-6. The side that owns a barrier square."""
    return YELLOW if (OWN_PLACES[YELLOW] >> place) & 1 else COLOURLESS


@part
def tile_at(barrier: Barrier, place: int) -> int:
    """The number (1-8) of the tile on a barrier square, 0 without one."""
    return field(barrier.laid[place >> 3], place & 7, TILE_BITS)


@compiled
def with_tile(barrier: Barrier, tile_set: int, tile: int, place: int) -> Barrier:
    """BARRIER-8, BARRIER-9. Lay tile `tile` (0-7) from its owner's hand, never turned.

    What its arrow shows is a matter of the set: BARRIER-32, BARRIER-33, BARRIER-35.
    """
    side = owner(place)
    arrow = int(ARROW_TABLE[2 * TILES * tile_set + TILES * side + tile])
    cell = place_cell(place)
    number = (tile + 1) << ((place & 7) * TILE_BITS)
    row_4, row_5 = barrier.laid
    yellow, colourless = barrier.hands
    w = barrier.ways
    return Barrier(
        laid=(row_4 | number, row_5) if place < TILES else (row_4, row_5 | number),
        bare=barrier.bare & ~(1 << place),
        hands=(
            yellow & ~(1 << tile) if side == YELLOW else yellow,
            colourless & ~(1 << tile) if side == COLOURLESS else colourless,
        ),
        ways=(
            w[0] | ((arrow & 1) << cell),
            w[1] | (((arrow >> 1) & 1) << cell),
            w[2] | (((arrow >> 2) & 1) << cell),
            w[3] | (((arrow >> 3) & 1) << cell),
            w[4] | (((arrow >> 4) & 1) << cell),
            w[5] | (((arrow >> 5) & 1) << cell),
            w[6] | (((arrow >> 6) & 1) << cell),
            w[7] | (((arrow >> 7) & 1) << cell),
        ),
    )
