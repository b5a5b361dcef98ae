"""What a seat at a table of Point sees, as planes and scalars.

Planes are as high as there are seats (row 0 is the row of the seat that looks, then the seats that
play after it) and as wide as a row can grow.
"""

from typing import Any

from tabletier.games.kernel.bits import pick, popcount
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.spaces import away, mark_seats, seat_scalars
from tabletier.games.point.cards import (
    BLOCKS,
    CARD_BITS,
    DECK,
    KINDS,
    MIDDLE,
    ONE_CARD,
    TEXTS,
    Pile,
)
from tabletier.games.point.options import start
from tabletier.games.point.rules import to_move
from tabletier.games.point.space.actions import layout_of
from tabletier.games.point.state import (
    CAP,
    FINISHED,
    LOTS,
    NO_CARD,
    PAWNS,
    PURE,
    ROWS,
    SEATS,
    START,
    USE,
    State,
    has_stopped,
    row_of,
)

MOST = max(DECK.values())


def planes(options: Options) -> tuple[str, ...]:
    """What each plane shows."""
    return "black pawns", "white pawns"


def grid(options: Options) -> tuple[int, int]:
    """Height and width of a plane."""
    table = start(options).table
    return SEATS[table.mode], layout_of(table).width


PHASES = (ROWS, START, USE, PURE)


def scalars(options: Options) -> tuple[str, ...]:
    """What each scalar says."""
    seats = ["my seat", *(f"seat +{k}" for k in range(1, SEATS[start(options).table.mode]))]
    return (
        *seat_scalars(len(seats)),
        *(f"{seat} has laid out its row" for seat in seats),
        *(f"{seat} collects black" for seat in seats),
        *(f"{seat} has stopped" for seat in seats),
        "lots have been drawn for the colours",
        "a row is to be chosen",
        "a turn begins: take the card left face up, stop, or draw",
        "a card is to be used or discarded",
        "the row is pure: stop or go on",
        "cards have been regrouped this turn",
        f"black pawns in the bank, / {PAWNS}",
        f"white pawns in the bank, / {PAWNS}",
        f"how often the pile was rebuilt, / {CAP}",
        *(f"{card} lies face up" for card in TEXTS),
        *(f"copies of {card} in the pile, / {MOST}" for card in TEXTS),
        *(f"used copies of {card}, / {MOST}" for card in TEXTS),
        *(f"copies of {card} in the hand of {seat}, / {MOST}" for seat in seats for card in TEXTS),
    )


@compiled
def observe(state: State, seat: int, planes: Any, scalars: Any) -> None:
    """What a seat sees, into planes and scalars that hold nothing but 0."""
    seats, width = pick(SEATS, state.table.mode), layout_of(state.table).width
    show_rows(state, seat, seats, width, planes, scalars)
    mark_seats(scalars, seats, seat, to_move(state))
    at = 5 * seats
    scalars[at] = 1 if state.phase > LOTS else 0
    for k in range(4):
        scalars[at + 1 + k] = 1 if state.phase == pick(PHASES, k) else 0
    scalars[at + 5] = 0 if state.phase == FINISHED else state.regrouped
    scalars[at + 6] = state.bank.black * (1 / PAWNS)
    scalars[at + 7] = state.bank.white * (1 / PAWNS)
    scalars[at + 8] = state.cards.rebuilds * (1 / CAP)
    at += 9
    if state.cards.offer != NO_CARD:
        scalars[at + state.cards.offer] = 1
    show_pile(state.cards.pile, scalars, at + KINDS)
    show_pile(state.cards.used, scalars, at + 2 * KINDS)
    for other in range(seats):
        hand, base = pick(state.cards.hands, other), at + (3 + away(seats, seat, other)) * KINDS
        while hand:
            scalars[base + (hand & ONE_CARD) - 1] += 1 / MOST
            hand >>= CARD_BITS


@part
def show_rows(state: State, seat: int, seats: int, width: int, planes: Any, scalars: Any) -> None:
    """POINT-5. The rows, secret ones only to their owner; and who collects what, or has stopped."""
    for other in range(seats):
        row, line = row_of(state.rows, other), away(seats, seat, other)
        if row.black | row.white:
            scalars[2 * seats + line] = 1
        scalars[3 * seats + line] = (state.colours >> other) & 1
        scalars[4 * seats + line] = 1 if has_stopped(state, other) else 0
        if state.phase != ROWS or other == seat:
            for place in range(width):
                planes[line * width + place] = (row.black >> place) & 1
                planes[(seats + line) * width + place] = (row.white >> place) & 1


@part
def show_pile(pile: Pile, scalars: Any, at: int) -> None:
    """How many copies of each card a pile holds, as a part of the most there are of one."""
    for kind in range(KINDS):
        word = pile.low if kind < MIDDLE else pile.high
        scalars[at + kind] = popcount(word & int(BLOCKS[kind])) * (1 / MOST)
