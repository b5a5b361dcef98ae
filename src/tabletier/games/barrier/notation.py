"""Texts of Barrier: `3@a4` lays a tile, `c3-d4` steps, `c3xe5xg5` jumps; and draws of chance.

`pass` is the move of a player who cannot move, where that was agreed on (BARRIER-34).
"""

import re
from itertools import pairwise
from typing import NamedTuple

from tabletier.games.barrier.board import (
    ARROWS,
    DELTAS,
    DIRECTIONS,
    PLACES,
    STRIDE,
    TILES,
    cell_name,
    cell_of,
    on_barrier,
    place_cell,
    place_of,
)
from tabletier.games.barrier.rules import DIRECTION, JUMP, LAYING, PASS, STOP, apply, unfinished
from tabletier.games.barrier.rules.moves import exits
from tabletier.games.barrier.shapes import Arrows, Direction, Pawn
from tabletier.games.barrier.state import FIRST, MOVE, PASSING, State
from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.errors import BadNotation, unreadable
from tabletier.games.kernel.text import OR, Text, series

CELL = "[a-h][1-8]"
CELL_TEXT = re.compile(CELL)
LAY_TEXT = re.compile(f"([1-8])@({CELL})")
STEP_TEXT = re.compile(f"({CELL})-({CELL})")
JUMP_TEXT = re.compile(f"{CELL}(?:x{CELL})+")

PASS_TEXT = "pass"

LAID, STEPPED, JUMPED, PASSED = "lay", "step", "jump", "pass"


class Parsed(NamedTuple):
    """What a text says: a tile on a cell, a step between two cells, or a path of jumps."""

    verb: str
    tile: int
    cells: tuple[int, ...]


def parse(text: str) -> Parsed:
    """The parts of a move's text. Raises BadNotation."""
    if text == PASS_TEXT:
        return Parsed(verb=PASSED, tile=0, cells=())
    if (match := LAY_TEXT.fullmatch(text)) is not None:
        return Parsed(verb=LAID, tile=int(match[1]), cells=(cell_of(match[2]),))
    if (match := STEP_TEXT.fullmatch(text)) is not None:
        return Parsed(verb=STEPPED, tile=0, cells=(cell_of(match[1]), cell_of(match[2])))
    if JUMP_TEXT.fullmatch(text) is not None:
        return Parsed(verb=JUMPED, tile=0, cells=tuple(cell_of(name) for name in text.split("x")))
    raise _no_move(text)


def _no_move(text: str) -> BadNotation:
    return unreadable(
        text,
        "écrivez 3@a4 pour poser le carreau 3, c3-d4 pour un pas, c3xe5 pour un saut "
        "(c3xe5xg5 pour deux) ; les cases vont de a1 à h8, les carreaux de 1 à 8",
        "write 3@a4 to lay tile 3, c3-d4 to step, c3xe5 to jump (c3xe5xg5 to jump twice); "
        "cells run from a1 to h8, tiles from 1 to 8",
    )


def direction_of(source: int, target: int, length: int) -> int | None:
    """The direction in which `target` lies exactly `length` cells away, None if in none."""
    columns, rows = target % STRIDE - source % STRIDE, target // STRIDE - source // STRIDE
    if max(abs(columns), abs(rows)) != length or {abs(columns), abs(rows)} - {0, length}:
        return None
    return DELTAS.index((STRIDE * rows + columns) // length)


def step_code(source: int, direction: int, jump: int) -> int:
    """The engine's number for a step or a jump of the pawn on a cell."""
    return DIRECTION * direction + JUMP * jump + source


def read(state: State, text: str) -> Steps | None:
    """The steps of a text, None if they go where no pawn and no tile ever goes."""
    verb, tile, cells = parse(text)
    if verb == PASSED:
        if state.table.layout & PASSING == 0:
            raise _no_move(text)
        return (PASS,)
    if verb == LAID:
        if not on_barrier(cells[0]):
            return None
        return (LAYING + PLACES * (tile - 1) + place_of(cells[0]),)
    if verb == STEPPED:
        source, target = cells
        direction = direction_of(source, target, 1)
        return None if direction is None else (step_code(source, direction, 0),)
    return read_jumps(state, cells)


def read_jumps(state: State, path: tuple[int, ...]) -> Steps | None:
    """BARRIER-22. A chain, with a stop at its end where the pawn could jump on."""
    steps: list[int] = []
    going = state.phase == MOVE
    for source, target in pairwise(path):
        direction = direction_of(source, target, 2)
        if direction is None:
            return None
        steps.append(step_code(source, direction, 1))
        ways = state.barrier.ways
        going = going and bool(exits(state.pawns, ways, state.turn, source, 1) >> direction & 1)
        state = apply(state, steps[-1]) if going else state
        going = going and unfinished(state)
    return (*steps, STOP) if going else tuple(steps)


def write(state: State, steps: Steps) -> str:
    """The text of a move, or of what chance drew."""
    first = steps[0]
    if state.phase == FIRST:
        return f"starts {first}"
    if first == STOP:
        return "stop"
    if first == PASS:
        return PASS_TEXT
    if first >= LAYING:
        tile, place = (first - LAYING) // PLACES, (first - LAYING) % PLACES
        return f"{tile + 1}@{cell_name(place_cell(place))}"
    source, delta = source_of(first), delta_of(first)
    if not is_jump(first):
        return f"{cell_name(source)}-{cell_name(source + delta)}"
    landings = (source_of(step) + 2 * delta_of(step) for step in steps if step != STOP)
    return "x".join(map(cell_name, (source, *landings)))


def source_of(step: int) -> int:
    """The cell from which a step or a jump starts."""
    return step & (JUMP - 1)


def delta_of(step: int) -> int:
    """How far the next cell in a step's direction is."""
    return DELTAS[step // DIRECTION]


def is_jump(step: int) -> bool:
    """Whether a pawn's step is a jump."""
    return bool(step & JUMP)


# BARRIER-3. The players, and what their pawns look like.
PLAYERS = (Text("Jaune", "Yellow"), Text("Incolore", "Colourless"))
OWNERS = (Text("de Jaune", "Yellow's"), Text("d'Incolore", "Colourless's"))
COLOURS = (Text("jaune", "yellow"), Text("incolore", "colourless"))
# BARRIER-6. The marks of their tiles and squares.
MARKS = (Text("point", "dot"), Text("tiret", "dash"))
# BARRIER-16. Per side: an ordinary pawn, a crowned one.
LETTERS: tuple[tuple[Pawn, Pawn], ...] = (("y", "Y"), ("c", "C"))
DIRECTION_NAMES = (
    Text("le nord", "north"),
    Text("le nord-est", "north-east"),
    Text("l'est", "east"),
    Text("le sud-est", "south-east"),
    Text("le sud", "south"),
    Text("le sud-ouest", "south-west"),
    Text("l'ouest", "west"),
    Text("le nord-ouest", "north-west"),
)
NO_TEXT = Text("", "")


def arrow_directions(tile_set: int, side: int, tile: int) -> list[int]:
    """BARRIER-32, BARRIER-33. The directions of a side's tile number 1-8 of a set."""
    arrow = ARROWS[2 * TILES * tile_set + TILES * side + tile - 1]
    return [direction for direction in range(8) if (arrow >> direction) & 1]


def arrow_names(tile_set: int, side: int, tile: int) -> list[Direction]:
    """The directions of a side's tile as texts, clockwise from north."""
    return [DIRECTIONS[direction] for direction in arrow_directions(tile_set, side, tile)]


def all_arrows(tile_set: int, side: int) -> Arrows:
    """The directions of all tiles of a side, by their numbers."""
    return {str(tile): arrow_names(tile_set, side, tile) for tile in range(1, TILES + 1)}


def ways_out(directions: list[int]) -> Text:
    """Directions in words: north, east or south."""
    return series((DIRECTION_NAMES[direction] for direction in directions), OR)
