"""What goes to and fro between a program and the processes that think for it."""

from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Options
from tabletier.search.knowledge import Knowledge

CHOOSE, HINT = "choose", "hint"


class Setup(NamedTuple):
    """Where a new process finds the games."""

    shelves: tuple[list[str], dict[str, str]]


class Prepare(NamedTuple):
    """A table is being set: this engine, or HINT, will be asked about this game."""

    game: str
    options: Options
    engine: str


class Question(NamedTuple):
    """What to play, knowing just this."""

    number: int
    work: str
    """CHOOSE: as an opponent would; HINT: a good move, with a reason."""
    player: str
    """The opponent, or for a hint the budget, as `find_player` reads it."""
    known: Knowledge
    seed: str
    asked: float
    """When the question was put, by `time.monotonic`, which all processes of a machine share."""


class Stop(NamedTuple):
    """Nobody wants the answer any more."""

    number: int


class Ready(NamedTuple):
    """From now on this engine answers at full speed."""

    game: str
    engine: str


class Reply(NamedTuple):
    """What came of a question: a thought or a hint, or what went wrong."""

    number: int
    found: Any
    trouble: str | None


Message = Setup | Prepare | Question | Stop | Ready | Reply

PLAIN = (str, int, float, type(None))


def is_plain(value: object) -> bool:
    """Whether a value is data and nothing else: no match, no state of the referee."""
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(part) for key, part in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return isinstance(value, PLAIN)
