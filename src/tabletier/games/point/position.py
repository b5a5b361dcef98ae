"""Point's public position format, out of the engine. The way in is `setup.py`."""

from typing import Any

from tabletier.games.kernel.contract import Position
from tabletier.games.point.deck import BLOCKS, KINDS, MIDDLE, TEXTS
from tabletier.games.point.notation import hand_cards, write_row
from tabletier.games.point.piles import Pile
from tabletier.games.point.state import (
    FINISHED,
    NO_CARD,
    PURE,
    ROWS,
    SEATS,
    START,
    USE,
    State,
    has_stopped,
    row_of,
)

PHASES = {ROWS: "rows", START: "start", USE: "use", PURE: "pure"}


def pile_cards(pile: Pile) -> list[str]:
    """The cards of a pile as texts, sorted."""
    cards = []
    for kind in range(KINDS):
        word = pile.low if kind < MIDDLE else pile.high
        cards += [TEXTS[kind]] * (word & int(BLOCKS[kind])).bit_count()
    return cards


def colours_of(state: State) -> list[str | None]:
    """POINT-7. The colour each seat collects, None before the lots are drawn."""
    seats = range(SEATS[state.table.mode])
    if state.colours == 0:
        return [None for _ in seats]
    return ["B" if (state.colours >> seat) & 1 else "W" for seat in seats]


def position(state: State, memory: Any) -> Position:
    """All that the referee knows."""
    seats, cards = range(SEATS[state.table.mode]), state.cards
    rows = [write_row(row_of(state.rows, seat)) for seat in seats]
    return {
        "rows": [row or None for row in rows],
        "colours": colours_of(state),
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
