"""Puzzles: positions seen from one seat, in which one move is clearly the best.

A game keeps its puzzles in `puzzles.jsonl` in its own folder, one a line and the easiest first;
`tabletier puzzles` mines them (`lab/puzzles`). For every legal move the file says how much of the
mover's chance to win it gives away, so that an answer is graded anywhere, without a search. What is
hidden from the solver was dealt anew before anything was measured: a file has no secret to leak.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, folder_of
from tabletier.games.kernel.text import Text, shown
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.start import setup

FILE = "puzzles.jsonl"
FIRST_DAY = date(2026, 11, 1)
"""The first day that has a daily puzzle: the archive goes back to it."""
TOLERANCE = 0.05
"""Moves that lose less than this count as the best."""
GAP = 0.15
"""By so much, at least, the weakest accepted move is better than the next one."""
SURE = 0.05
"""The interval of the gap lies above this, on each of its seeds."""
CLOSE = 0.25
"""A mistake that loses less than this was not far off."""
PARTS = 1000
"""Losses are written in such parts of one."""
TRIES = 3
"""Answers that a solver may give to one puzzle; the first is the one that is rated."""

Mark = Literal["best", "close", "wrong"]
SQUARES: Mapping[Mark, str] = {
    "best": "\N{LARGE GREEN SQUARE}",
    "close": "\N{LARGE YELLOW SQUARE}",
    "wrong": "\N{LARGE RED SQUARE}",
}


class NoPuzzle(GameError):
    """There is no such puzzle, or no daily on that day."""

    code = "puzzle/unknown"


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One move of the solver."""

    moves: dict[str, int]
    """Every legal move, and what it gives away of the mover's chance, in thousandths."""
    chance: float
    """The mover's chance to win after the best move."""
    gap: float
    """How much worse the next move is than the weakest that is accepted."""
    low: tuple[float, ...]
    """The lower end of the gap's 95 % interval, for each seed."""
    proven: bool = False
    """Whether the search proved that the very best move wins."""
    reply: str | None = None
    """What the other side answers before the solver's next move."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that count as the best, the very best first."""
        limit = TOLERANCE * PARTS
        good = (move for move, loss in self.moves.items() if loss < limit)
        return tuple(sorted(good, key=lambda move: (self.moves[move], move)))

    def loss(self, move: str) -> float:
        """What a legal move gives away."""
        return self.moves[move] / PARTS


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One position, what to find in it, and how hard that is."""

    id: str
    rating: int
    """How strong whoever solves it half of the time is, on the scale of LEVEL_RATINGS."""
    options: dict[str, Any] = {}
    """Those that are not the usual ones."""
    seat: int
    position: dict[str, Any]
    steps: tuple[Step, ...]
    levels: tuple[float, ...]
    """How often the levels of LEVEL_RATINGS solve it, as a share of their tries."""
    since: str
    """The day from which it may be a daily."""
    box: str = ""
    """The beginning of the hash of the box data that it was measured with, if the game has such."""
    made: dict[str, Any] = {}
    """Where it comes from: seed, move, commit, searches."""


@dataclass(frozen=True)
class Grade:
    """What an answer is worth."""

    mark: Mark
    loss: float
    """What the answer gives away of the mover's chance to win; the worst of several moves."""
    moves: tuple[str, ...]
    """The moves that were looked at: up to the first that is not accepted."""
    done: bool
    """Whether the puzzle is solved."""


LEVEL_RATINGS = (800, 1100, 1400, 1700, 2000)
"""The scale of puzzles: where the first four levels of a game stand on it, and the last.

Every game has these five, and the scale is the same however many there are between.
"""


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if it has none. Raises UnknownGame.

    >>> import tabletier as tt
    >>> puzzle = tt.puzzles("barrier")[0]
    >>> puzzle.steps[0].gap >= 0.15
    True
    """
    return _puzzles(find(game).key)


@cache
def _puzzles(game: str) -> tuple[Puzzle, ...]:
    box, file = box_of(find(game).box), folder_of(game) / FILE
    if not file.is_file():
        return ()
    return tuple(puzzle for puzzle in read_puzzles(file.read_bytes()) if puzzle.box == box)


def box_of(digest: str | None) -> str:
    """As much of a hash of box data as a puzzle holds: with other data it is another position."""
    return (digest or "")[:12]


def read_puzzles(lines: bytes) -> tuple[Puzzle, ...]:
    """The puzzles that a file holds. A mistake in it is our own: msgspec.ValidationError."""
    return tuple(msgspec.json.Decoder(Puzzle).decode_lines(lines))


def write_puzzles(found: Sequence[Puzzle]) -> bytes:
    """The file of some puzzles, sorted by rating."""
    ordered = sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in ordered)


def puzzle_id(game: str, options: Mapping[str, Any], seat: int, view: Any) -> str:
    """A name for what a solver sees: the same view is the same puzzle."""
    seen = json.dumps([game, dict(options), seat, view], sort_keys=True)
    return hashlib.sha256(seen.encode()).hexdigest()[:12]


def find_puzzle(game: str, name: str) -> Puzzle:
    """The puzzle of this id. Raises NoPuzzle."""
    found = _by_id(game).get(name)
    if found is None:
        raise NoPuzzle(
            Text(
                f"{find(game).name.fr} n'a pas de problème {shown(name)}.",
                f"{find(game).name.en} has no puzzle {shown(name)}.",
            )
        )
    return found


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles(game)}


def start_of(game: str, puzzle: Puzzle) -> Match:
    """The match in which the solver makes the first move."""
    options = fill(find(game), puzzle.options)
    return setup(game, puzzle.position, options, f"puzzle {puzzle.id}")


def grade(puzzle: Puzzle, moves: Sequence[str]) -> Grade:
    """What some moves of the solver are worth. Raises NoPuzzle for a move that is not legal."""
    loss, counted = 0.0, 0
    for step, move in zip(puzzle.steps, moves, strict=False):
        if move not in step.moves:
            raise NoPuzzle(
                Text(
                    f"{shown(move)} n'est pas un coup permis ici.",
                    f"{shown(move)} is not a legal move here.",
                )
            )
        loss, counted = max(loss, step.loss(move)), counted + 1
        if loss >= TOLERANCE:
            return Grade("close" if loss < CLOSE else "wrong", loss, tuple(moves[:counted]), False)
    return Grade("best", loss, tuple(moves[:counted]), counted == len(puzzle.steps))


class Daily(NamedTuple):
    """The puzzle of a day."""

    day: date
    number: int
    """Counted from 1 on the first day."""
    puzzle: Puzzle


def daily(game: str, day: date | str) -> Daily:
    """The puzzle of a day, the same for everybody. Raises NoPuzzle, UnknownGame.

    All that a game has come once, in an order that nobody chose, before any comes again; what was
    added meanwhile waits for the next time around, so that an archive never changes.

    >>> import tabletier as tt
    >>> tt.daily("punto", "2026-11-18") == tt.daily("punto", "2026-11-18")
    True
    """
    wanted = read_day(day)
    known = puzzles(game)
    first, turn = FIRST_DAY, 0
    while known and wanted >= FIRST_DAY:
        listed = _turn(game, first, turn)
        place = (wanted - first).days
        if place < len(listed):
            return Daily(wanted, (wanted - FIRST_DAY).days + 1, listed[place])
        first, turn = first + timedelta(days=len(listed)), turn + 1
    raise NoPuzzle(
        Text(
            f"{find(game).name.fr} n'a pas de problème du {wanted} ; ils commencent le "
            f"{FIRST_DAY}.",
            f"{find(game).name.en} has no puzzle of {wanted}; they begin on {FIRST_DAY}.",
        )
    )


@cache
def _turn(game: str, first: date, turn: int) -> tuple[Puzzle, ...]:
    """The order of all puzzles that are there when a turn through the list begins."""
    begins = first.isoformat()
    there = [p for p in puzzles(game) if p.since <= begins] or list(puzzles(game))

    def lot(puzzle: Puzzle) -> bytes:
        return hashlib.sha256(f"{game} {turn} {puzzle.id}".encode()).digest()

    return tuple(sorted(there, key=lot))


def read_day(day: date | str) -> date:
    """A day of the calendar. Raises NoPuzzle for a text that is none."""
    try:
        return day if isinstance(day, date) else date.fromisoformat(day)
    except (TypeError, ValueError) as error:
        raise NoPuzzle(
            Text(
                f"{shown(day)} n'est pas une date : attendu 2026-11-18.",
                f"{shown(day)} is no date: expected one such as 2026-11-18.",
            )
        ) from error


def squares(marks: Sequence[Mark]) -> str:
    """A square for each answer."""
    return "".join(SQUARES[mark] for mark in marks)


def streak(solved: Sequence[date], today: date) -> int:
    """How many days in a row, up to today or yesterday, were solved."""
    days, last = set(solved), today
    if last not in days:
        last -= timedelta(days=1)
    length = 0
    while last in days:
        length, last = length + 1, last - timedelta(days=1)
    return length
