"""A position of Barrier of which only what matters is written; for lessons and tests."""

from tabletier.games.barrier.board import opening_pawns
from tabletier.games.barrier.cells import PLACES, TILES, cell_name, cell_of, place_cell, place_of
from tabletier.games.barrier.position import standing_pawns
from tabletier.games.barrier.state import owner
from tabletier.games.kernel.contract import Options, Position


def complete(written: Position, options: Options) -> Position:
    """BARRIER-5, BARRIER-8. Where pawns are written all tiles lie, else they are being laid.

    Tiles that are written nowhere lie on the squares left, in order. Without `pawns` these stand as
    they do at the beginning, and each side holds what it has not laid.
    """
    tiles = dict(written.get("tiles", {}))
    laid = [_own(tiles, side) for side in (0, 1)]
    hands = [[t for t in range(1, TILES + 1) if t not in own] for own in laid]
    if "pawns" in written and "hands" not in written:
        for side in (0, 1):
            tiles |= zip(_free(tiles, side), hands[side], strict=True)
        hands = [[], []]
    return {
        "pawns": standing_pawns(opening_pawns()),
        "to_move": 0,
        "quiet": 0,
        "hands": hands,
        **written,
        "tiles": tiles,
    }


def _own(tiles: dict[str, int], side: int) -> list[int]:
    return [tile for name, tile in tiles.items() if owner(place_of(cell_of(name))) == side]


def _free(tiles: dict[str, int], side: int) -> list[str]:
    """BARRIER-6. The squares on which a side has no tile yet."""
    names = (cell_name(place_cell(p)) for p in range(PLACES) if owner(p) == side)
    return [name for name in names if name not in tiles]
