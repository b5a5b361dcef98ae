"""Two toy games that have everything bulk play must honour, and are small enough to reason about.

Ladder: climb to the top. A hop is two steps of one move; standing still makes positions repeat.
Dice: chance rolls before every choice; it brings its own `random_move` and never repeats.
"""

import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER, Game, Option, Options
from tabletier.games.kernel.random import scale
from tabletier.games.kernel.text import Text

# Numba's cache does not see changes in functions of other files, so the names change with them.
EDITION = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]


class Climb(NamedTuple):
    """Where the climbers are on the ladder, all on the same rung."""

    rung: int
    top: int
    turn: int
    hopping: int
    moved: int
    patience: int
    lazy: int
    """Whether one may stand still."""


STAND, CLIMB, HOP = 0, 1, 2


@compiled
def ladder_to_move(state: Climb) -> int:
    return OVER if state.rung >= state.top or state.moved >= state.patience else state.turn


@compiled
def ladder_moves(state: Climb, moves: Any) -> int:
    count = 0
    if ladder_to_move(state) == OVER:
        return 0
    for step in (STAND, CLIMB, HOP):
        if (step != STAND or state.lazy) and (step != HOP or not state.hopping):
            moves[count] = step
            count += 1
    return count


@compiled
def ladder_apply(state: Climb, step: int) -> Climb:
    rung = state.rung + (1 if step else 0)
    if step == HOP and rung < state.top:
        return Climb(rung, state.top, state.turn, 1, state.moved, state.patience, state.lazy)
    turn, moved = 1 - state.turn, state.moved + 1
    return Climb(rung, state.top, turn, 0, moved, state.patience, state.lazy)


@compiled
def ladder_unfinished(state: Climb) -> bool:
    return state.hopping == 1


@compiled
def ladder_key(state: Climb) -> tuple[int, int]:
    return state.rung, state.turn


@compiled
def ladder_outcome(state: Climb) -> tuple[int, int]:
    if state.rung >= state.top:
        return 1 << (1 - state.turn), 0
    return 0, 1


@compiled
def no_tickets(_: Climb) -> int:
    return 0


@compiled
def no_chance(_: Climb, ticket: int) -> int:
    return ticket


class Roll(NamedTuple):
    """Dice added up by three players, who may each double what was rolled."""

    total: int
    turn: int
    die: int


@compiled
def dice_to_move(state: Roll) -> int:
    if state.total >= 60:
        return OVER
    return state.turn if state.die else CHANCE


@compiled
def dice_moves(state: Roll, moves: Any) -> int:
    if dice_to_move(state) < 0:
        return 0
    moves[0], moves[1] = 1, 2
    return 2


@compiled
def dice_random_move(_: Roll, word: int) -> int:
    return 1 + scale(word, 2)


@compiled
def dice_tickets(_: Roll) -> int:
    return 6


@compiled
def dice_chance(_: Roll, ticket: int) -> int:
    return ticket + 1


@compiled
def dice_apply(state: Roll, step: int) -> Roll:
    if state.die == 0:
        return Roll(state.total, state.turn, step)
    turn = 0 if state.turn == 2 else state.turn + 1
    return Roll(state.total + step * state.die, turn, 0)


@compiled
def dice_outcome(state: Roll) -> tuple[int, int]:
    return 1 << state.turn, 0


def _ladder_start(options: Options) -> Climb:
    return Climb(0, options["top"], 0, 0, 0, options["patience"], int(options["lazy"]))


def _dice_start(_: Options) -> Roll:
    return Roll(0, 0, 0)


def _two(_: Options) -> tuple[tuple[int, ...], ...]:
    return ((0,), (1,))


def _three(_: Options) -> tuple[tuple[int, ...], ...]:
    return ((0,), (1,), (2,))


def _agreed(_: Options) -> None:
    pass


def _unused(*_: Any) -> Any:
    raise AssertionError("bulk play needs rules only")


def _toy(name: str, rules: Any, options: tuple[Option, ...], **more: Any) -> Game:
    unused = ("write", "read", "refuse", "position", "setup", "view", "events", "tell", "ask")
    more |= dict.fromkeys(unused, _unused)
    return Game(
        key=f"{name}_{EDITION}",
        name=Text(name, name),
        goal=Text(name, name),
        credits="nobody",
        version="1",
        options=options,
        rules=rules,
        check=_agreed,
        picture=_unused,
        **more,
    )


def _option(key: str, *values: Any) -> Option:
    return Option(key, values, values[0], Text(key, key), "TOY-1")


LADDER = _toy(
    "ladder",
    SimpleNamespace(
        MAX_MOVES=3,
        REASONS=("top", "tired"),
        to_move=ladder_to_move,
        legal_moves=ladder_moves,
        tickets=no_tickets,
        chance=no_chance,
        apply=ladder_apply,
        outcome=ladder_outcome,
        unfinished=ladder_unfinished,
        repetition_key=ladder_key,
    ),
    (
        _option("top", 9, 5, 5000),
        _option("patience", 8, 7, 5, 10_000),
        _option("lazy", True, False),
    ),
    teams=_two,
    start=_ladder_start,
    yields_to_repetition=("tired",),
)

DICE = _toy(
    "dice",
    SimpleNamespace(
        MAX_MOVES=2,
        REASONS=("sum",),
        to_move=dice_to_move,
        legal_moves=dice_moves,
        random_move=dice_random_move,
        tickets=dice_tickets,
        chance=dice_chance,
        apply=dice_apply,
        outcome=dice_outcome,
    ),
    (),
    teams=_three,
    start=_dice_start,
)
