"""Point's public position format, out of the engine. The way in is `position/setup.py`."""

from typing import Any

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.contract import Position as Given
from tabletier.games.point.cards import BLOCKS, KINDS, MIDDLE, TEXTS, Pile
from tabletier.games.point.notation import hand_cards, write_row
from tabletier.games.point.options import table_of
from tabletier.games.point.shapes import Pawn, Phase, Position
from tabletier.games.point.state import (
    FINISHED,
    HALF,
    NO_CARD,
    PAWNS,
    PURE,
    ROWS,
    SEATS,
    START,
    THREE,
    USE,
    State,
    has_stopped,
    row_of,
)

PHASES: dict[int, Phase] = {ROWS: "rows", START: "start", USE: "use", PURE: "pure"}


def pile_cards(pile: Pile) -> list[str]:
    """The cards of a pile as texts, sorted."""
    cards = []
    for kind in range(KINDS):
        word = pile.low if kind < MIDDLE else pile.high
        cards += [TEXTS[kind]] * (word & int(BLOCKS[kind])).bit_count()
    return cards


def colours_of(state: State) -> list[Pawn]:
    """POINT-7. The colour each seat collects, once the lots are drawn."""
    seats = range(SEATS[state.table.mode])
    return ["B" if (state.colours >> seat) & 1 else "W" for seat in seats]


def position(state: State, memory: Any) -> Position:
    """All that the referee knows."""
    seats, cards = range(SEATS[state.table.mode]), state.cards
    rows = [write_row(row_of(state.rows, seat)) for seat in seats]
    return {
        "rows": [row or None for row in rows],
        "colours": [*colours_of(state)] if state.colours else [None for _ in seats],
        "hands": [hand_cards(cards.hands[seat]) for seat in seats],
        "bank": {"B": state.bank.black, "W": state.bank.white},
        "offer": None if cards.offer == NO_CARD else TEXTS[cards.offer],
        "used": pile_cards(cards.used),
        "rebuilds": cards.rebuilds,
        "stopped": [has_stopped(state, seat) for seat in seats],
        "phase": PHASES.get(state.phase, "use"),
        "regrouped": bool(state.regrouped),
        "to_move": None if state.phase == FINISHED else state.turn,
    }


def complete(written: Given, options: Options) -> Given:
    """POINT-2, POINT-4, POINT-7. Pawns that are in no row lie in the bank.

    Without `rows` everybody has a row to choose yet. Colours alternate, black first.
    """
    table = table_of(options)
    seats = SEATS[table.mode]
    rows = written.get("rows", [None] * seats)
    chosen = None not in rows
    colours = ["B"] * seats if table.mode == THREE else ["B", "W"] * (seats // 2)
    all_of_them = PAWNS if table.full_bank else HALF * seats
    placed = "".join(rows) if chosen else "BW" * HALF * seats
    return {
        "colours": colours if chosen else [None] * seats,
        "hands": [[] for _ in range(seats)],
        "bank": {pawn: all_of_them - placed.count(pawn) for pawn in "BW"},
        "offer": None,
        "used": [],
        "rebuilds": 0,
        "stopped": [False] * seats,
        "phase": "use" if chosen else "rows",
        "regrouped": False,
        "to_move": 0,
        **written,
        "rows": rows,
    }
