"""What a match is made of besides its state: lines of its log, steps of the engine, its result."""

from typing import Any, Final, Literal, NamedTuple

from tabletier.games.kernel.contract import Position

SEEDED: Final = "seed"
EXPLICIT: Final = "explicit"
Chance = Literal["seed", "explicit"]
"""Who decides what chance draws: the match's seed, or whoever plays it, draw by draw."""
NO_PROMISE = "0" * 64
"""The commitment of a match whose draws are chosen: no seed has it, so nothing is promised."""


class Result(NamedTuple):
    """Who won (no winners: a draw) and why."""

    winners: tuple[int, ...]
    reason: str


REPETITION = Result((), "repetition")


class Entry(NamedTuple):
    """One line of the log: a seat's move, a draw of chance, a resignation or an agreement."""

    by: int
    act: str
    text: str


class Transition(NamedTuple):
    """One step of the engine: the state before, the step, the state after."""

    before: Any
    step: int
    after: Any


class Imagined(NamedTuple):
    """Where an imagined match begins; as a position only if somebody asks for it."""

    state: Any
    memory: Any


Start = Position | Imagined | None
"""Where a match began: in a position, in an imagined one, or at the beginning."""
