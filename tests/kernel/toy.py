"""A race to a number, small enough to know every answer: chance adds 1 or 2, players add 1 to 3.

Three tickets: two of them draw a 1, one draws a 2. Whoever reaches GOAL wins; nobody does if the
total overshoots it. Standing at 7 one may also stay (0), so positions can repeat; and all totals
from 8 on count as the same position, so that the last one can be a repetition too.
"""
# A game answers every verb, whether or not it needs all it is told.
# ruff: noqa: ARG001, ARG005

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER, Event, Game, Option, Options, Refusal
from tabletier.games.kernel.errors import BadNotation, BadPosition
from tabletier.games.kernel.text import Text

GOAL, REST = 12, 7
# Compiled copies are found by the game's key, so it changes with this file.
KEY = "toy" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]


class State(NamedTuple):
    """The total, whose turn it is, and whether chance is still to draw (1) or not (0)."""

    total: int
    turn: int
    lot: int


@compiled
def to_move(state: State) -> int:
    if state.lot:
        return CHANCE
    return OVER if state.total >= GOAL else state.turn


@compiled
def legal_moves(state: State, moves: Any) -> int:
    if to_move(state) < 0:
        return 0
    first = 0 if state.total == REST else 1
    for move in range(first, 4):
        moves[move - first] = move
    return 4 - first


@compiled
def tickets(state: State) -> int:
    return 3


@compiled
def chance(state: State, ticket: int) -> int:
    return 1 if ticket < 2 else 2


@compiled
def apply(state: State, step: int) -> State:
    """A draw leaves the turn where it is; landing on 4 calls for another draw."""
    if state.lot:
        return State(state.total + step, state.turn, 0)
    total = state.total + step
    return State(total, 1 - state.turn, 1 if total == 4 else 0)


@compiled
def outcome(state: State) -> tuple[int, int]:
    return (1 << (1 - state.turn), 0) if state.total == GOAL else (0, 1)


@compiled
def repetition_key(state: State) -> tuple[int, int]:
    return min(state.total, REST + 1), state.turn


def _read(state: State, text: str) -> tuple[int, ...] | None:
    if len(text) == 2 and text[0] == "+" and text[1] in "0123456789":
        return (int(text[1]),)
    raise BadNotation(Text("Écrivez +1.", "Write +1."))


def _refuse(state: State, text: str) -> Refusal:
    return Refusal("step/size", "TOY-1", Text("De 1 à 3 (TOY-1).", "From 1 to 3 (TOY-1)."), ("a",))


def _setup(given: Any, options: Options) -> tuple[State, None]:
    if not isinstance(given, dict) or set(given) != {"total", "turn"}:
        raise BadPosition(Text("total et turn.", "total and turn."))
    return State(given["total"], given["turn"], 0), None


def _events(before: State, step: int, after: State) -> list[Event]:
    kind = "drawn" if before.lot else "added"
    return [{"type": kind, "number": step, "total": after.total}]


def _state(state: State, memory: None, seat: int | None = None) -> dict[str, Any]:
    return {"total": state.total, "turn": state.turn}


def _sum(text: str) -> Text:
    return Text(text, text)


RULES: Any = SimpleNamespace(
    MAX_MOVES=4,
    REASONS=("goal", "overshot"),
    to_move=to_move,
    legal_moves=legal_moves,
    tickets=tickets,
    chance=chance,
    apply=apply,
    outcome=outcome,
    repetition_key=repetition_key,
)

TOY = Game(
    key=KEY,
    name=_sum("Toy"),
    goal=_sum("Reach 12."),
    credits="nobody",
    version="1",
    options=(Option("sides", (2, 3), 2, _sum("Sides"), "TOY-2"),),
    rules=RULES,
    check=lambda options: None,
    teams=lambda options: tuple((seat,) for seat in range(options["sides"])),
    start=lambda options: State(0, 0, 1),
    write=lambda state, steps: f"+{steps[0]}",
    read=_read,
    refuse=_refuse,
    position=_state,
    setup=_setup,
    view=_state,
    events=_events,
    tell=lambda event: _sum(event["type"]),
    ask=lambda state: _sum("add"),
    picture=lambda view, language: str(view["total"]),
    yields_to_repetition=("overshot",),
)
