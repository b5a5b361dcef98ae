"""Why a tile of Barrier is worth laying where it is laid, in words; see `hints`."""

from typing import NamedTuple

from tabletier.games.barrier.board import HALF, PLACES, STRIDE, YELLOW, cell_name, place_cell
from tabletier.games.barrier.hints.threats import crossing, is_forward, leads
from tabletier.games.barrier.notation import PLAYERS, arrow_directions, ways_out
from tabletier.games.barrier.rules import LAYING
from tabletier.games.barrier.state import State
from tabletier.games.kernel.text import Text, joined


class Laying(NamedTuple):
    """A tile laid, and the cells its arrow leads to."""

    before: State
    after: State
    side: int
    cell: int
    forward: list[int]
    """The directions of the arrow that lead forward for the layer, and stay on the board."""
    backward: list[int]
    """Those that lead forward for the other side."""
    sideways: list[int]


def laying_of(before: State, step: int, after: State) -> Laying:
    """A tile laid, with where its arrow leads."""
    tile, place = divmod(step - LAYING, PLACES)
    side, cell = before.turn, place_cell(place)
    arrow = arrow_directions(before.table.tiles, side, tile + 1)
    ways = [way for way in arrow if leads(cell, way) is not None]
    forward = [way for way in ways if is_forward(side, way)]
    backward = [way for way in ways if is_forward(1 - side, way)]
    sideways = [way for way in ways if way not in forward and way not in backward]
    return Laying(
        before=before,
        after=after,
        side=side,
        cell=cell,
        forward=forward,
        backward=backward,
        sideways=sideways,
    )


def _opens(tile: Laying) -> Text | None:
    """BARRIER-10. A way across for the layer's pawns that was not there before."""
    first = HALF - STRIDE if tile.side == YELLOW else HALF
    for start in range(first, first + 8):
        path = crossing(tile.after.barrier, tile.side, start)
        if path and tile.cell in path and crossing(tile.before.barrier, tile.side, start) is None:
            names = [cell_name(cell) for cell in path]
            return Text(
                f"ouvre une traversée à vos pions par {joined(names, 'et')}",
                f"opens a way across for your pawns by {joined(names, 'and')}",
            )
    return None


def _closes(tile: Laying) -> Text | None:
    """BARRIER-18. The arrow leads nowhere: a trap for whoever enters."""
    if tile.forward or tile.backward or tile.sideways:
        return None
    at = cell_name(tile.cell)
    return Text(
        f"ferme {at} : la flèche ne mène que hors du damier",
        f"closes {at}: the arrow leads off the board only",
    )


def _leads_forward(tile: Laying) -> Text | None:
    """BARRIER-14. Only forward for the layer, only back for the other side."""
    if not tile.forward or tile.backward or tile.sideways:
        return None
    rival, at = PLAYERS[1 - tile.side], cell_name(tile.cell)
    return Text(
        f"ne laisse sortir de {at} que vers l’avant pour vous, en arrière pour {rival.fr}",
        f"lets pawns leave {at} only forward for you, back for {rival.en}",
    )


def _bars(tile: Laying) -> Text | None:
    """BARRIER-14. No way forward for the other side."""
    if tile.backward:
        return None
    rival, at = PLAYERS[1 - tile.side], cell_name(tile.cell)
    return Text(
        f"n’offre à {rival.fr} aucune sortie vers l’avant en {at}",
        f"gives {rival.en} no way forward on {at}",
    )


def _offers(tile: Laying) -> Text | None:
    """BARRIER-14. A way forward for the layer."""
    if not tile.forward:
        return None
    at, out = cell_name(tile.cell), ways_out(tile.forward)
    return Text(
        f"donne à vos pions une sortie vers l’avant en {at}, par {out.fr}",
        f"gives your pawns a way forward on {at}: {out.en}",
    )


TILE_REASONS = (_opens, _closes, _leads_forward, _bars, _offers)
