"""Barrier's public position format, out of the engine. The way in is `setup.py`."""

from typing import Any

from tabletier.games.barrier.board import Pawns
from tabletier.games.barrier.cells import CELLS, HALF, PLACES, cell_name, place_cell
from tabletier.games.barrier.explain import hand_of
from tabletier.games.barrier.state import Barrier, State, tile_at
from tabletier.games.barrier.words import LETTERS
from tabletier.games.kernel.contract import Position


def position(state: State, memory: Any) -> Position:
    """All that everybody knows; `to_move` goes on after the last move as after any other."""
    return {
        "tiles": laid_tiles(state.barrier),
        "hands": [[int(tile) for tile in hand_of(state, side)] for side in (0, 1)],
        "pawns": standing_pawns(state.pawns),
        "to_move": state.turn,
        "quiet": state.quiet,
    }


def laid_tiles(barrier: Barrier) -> dict[str, int]:
    """Which tile lies on each square of the barrier that has one."""
    tiles = ((place, tile_at(barrier, place)) for place in range(PLACES))
    return {cell_name(place_cell(place)): tile for place, tile in tiles if tile}


def standing_pawns(pawns: Pawns) -> dict[str, str]:
    """The pawn on each cell that has one: y or c, a capital when it is crowned."""
    yellow, colourless, crowned = (low | (high << HALF) for low, high in pawns)
    standing = {}
    for cell in CELLS:
        for side, plane in enumerate((yellow, colourless)):
            if (plane >> cell) & 1:
                standing[cell_name(cell)] = LETTERS[side][(crowned >> cell) & 1]
    return standing
