"""What a side of Barrier could do if it were its turn, and where a tile leads; see `hints`.

And why a tile is worth laying where it is laid, in words.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tabletier.games.barrier import rules
from tabletier.games.barrier.board import (
    DELTAS,
    HALF,
    PLACES,
    STRIDE,
    YELLOW,
    cell_name,
    has,
    on_barrier,
    place_cell,
)
from tabletier.games.barrier.notation import (
    PLAYERS,
    arrow_directions,
    delta_of,
    is_jump,
    source_of,
    ways_out,
)
from tabletier.games.barrier.rules import LAYING
from tabletier.games.barrier.rules.moves import FORWARD, on_last_row
from tabletier.games.barrier.state import CHAIN, MOVE, NO_CHAIN, Barrier, State
from tabletier.games.kernel.steps import listed
from tabletier.games.kernel.text import Text, joined

ROW_3, ROW_6 = 2, 5


def turn_of(state: State, side: int) -> State:
    """The same board with another side to move."""
    return state._replace(phase=MOVE, turn=side, chain=NO_CHAIN)


def landing(step: int) -> int:
    """The cell where a step or a jump ends."""
    return source_of(step) + delta_of(step) * (2 if is_jump(step) else 1)


def steps_of(state: State) -> list[int]:
    """The legal steps of pawns, without stopping a chain."""
    return [step for step in listed(rules, state) if step < LAYING]


def _reached(state: State) -> Iterator[tuple[State, int]]:
    """Every step a side could make in this turn, chains of jumps followed to their ends."""
    for step in steps_of(state):
        yield state, step
        after = rules.apply(state, step)
        if after.phase == CHAIN:
            yield from _reached(after)


def prey(state: State, side: int) -> set[int]:
    """BARRIER-19, BARRIER-22. The cells of the pawns that a side could take in one turn."""
    found = _reached(turn_of(state, side))
    return {source_of(step) + delta_of(step) for _, step in found if is_jump(step)}


def crownings(state: State, side: int) -> set[int]:
    """BARRIER-16. The cells where a side could have a pawn crowned in one turn."""
    return {
        landing(step)
        for here, step in _reached(turn_of(state, side))
        if on_last_row(landing(step), side) and not has(here.pawns.crowned, source_of(step))
    }


def leads(cell: int, direction: int) -> int | None:
    """The next cell in a direction, None off the board."""
    target = cell + DELTAS[direction]
    return target if 0 <= target < STRIDE * 8 and target % STRIDE < 8 else None


def is_forward(side: int, direction: int) -> bool:
    """BARRIER-13. Whether a direction leads forward for a side."""
    return bool((FORWARD[side] >> direction) & 1)


def crossing(barrier: Barrier, side: int, start: int) -> list[int] | None:
    """BARRIER-14. The tiles that lead a pawn of a side from one of them to beyond the barrier."""
    paths, seen = [[start]], {start}
    while paths:
        path = paths.pop(0)
        for direction, way in enumerate(barrier.ways):
            target = leads(path[-1], direction) if (way >> path[-1]) & 1 else None
            if target is None or target in seen:
                continue
            if is_beyond(side, target):
                return path
            if on_barrier(target):
                seen.add(target)
                paths.append([*path, target])
    return None


def is_beyond(side: int, cell: int) -> bool:
    """BARRIER-5. Whether a cell lies on the enemy's side of the barrier."""
    return cell // STRIDE >= ROW_6 if side == YELLOW else cell // STRIDE <= ROW_3


def distance(one: int, other: int) -> int:
    """BARRIER-17. How many steps of a crowned pawn lie between two cells."""
    rows, columns = one // STRIDE - other // STRIDE, one % STRIDE - other % STRIDE
    return max(abs(rows), abs(columns))


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
