"""What a side of Barrier could do if it were its turn, and where a tile leads."""

from collections.abc import Iterator

from tabletier.games.barrier import rules
from tabletier.games.barrier.board import (
    DELTAS,
    FORWARD,
    STRIDE,
    YELLOW,
    has,
    on_barrier,
    on_last_row,
)
from tabletier.games.barrier.notation import delta_of, is_jump, source_of
from tabletier.games.barrier.rules import LAYING
from tabletier.games.barrier.state import CHAIN, MOVE, NO_CHAIN, Barrier, State
from tabletier.games.kernel.listing import listed

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
