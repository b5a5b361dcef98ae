"""Lessons: small positions in which a newcomer makes the move that a rule speaks of.

A game keeps its lessons in `lessons.toml` in its own folder; the page and the terminal show them.
What is legal, and why a move is refused, is for the engine to say; a lesson only knows what should
happen, and what to say of a legal move that misses the point. The file is read strictly, every text
in it is a pair, French first; `docs/adding-a-game.md` has an example.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Literal

import msgspec

from tabletier.games.kernel.contract import Event, Refusal
from tabletier.games.kernel.registry import find, folder_of
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.start import setup

Verdict = Literal["begun", "onward", "met", "missed", "refused"]
FILE = "lessons.toml"


OTHERWISE = Text(
    "Ce coup est permis, mais ce n'est pas celui de la leçon : essayez encore.",
    "That move is allowed, but it is not the one of this lesson: try again.",
)


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on a move: what it is, and what it caused. Nothing named: any move."""

    moves: tuple[str, ...] = ()
    """The moves meant, with `*` and `?` as in file names; any one of them."""
    events: tuple[dict[str, Any], ...] = ()
    """What must have happened, all of it; of an event only what matters is named, and a list
    of values is a choice."""


class Miss(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A legal move that misses the point, and what to say of it."""

    text: Text


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One move of the learner: what is asked and what is answered."""

    text: Text
    goal: When
    tempting: tuple[str, ...] = ()
    """Wrong moves that newcomers try, each explained by the engine or by the lesson."""
    misses: tuple[Miss, ...] = ()
    """Looked at in order; the first that fits speaks."""
    otherwise: Text = OTHERWISE
    """What to say of any other legal move that misses the point."""
    replies: tuple[str, ...] = ()
    """What the others play before the learner's next move."""


class Chapter(Page, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson as it is written: its position, its first move, and any that follow."""

    title: Text
    rules: tuple[str, ...]
    house: tuple[str, ...] = ()
    """Which of these are house rulings, and taught as such."""
    unsaid: tuple[str, ...] = ()
    """Which of these the sheet marks as house rulings, in a part that the lesson does not state."""
    position: dict[str, Any]
    praise: Text
    options: dict[str, Any] = {}
    seat: int = 0
    seed: str = ""
    then: tuple[Page, ...] = ()


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lessons of a game."""

    lesson: tuple[Chapter, ...]
    box: str | None = None
    """The hash of the box data that the lessons are written for, where the game has such data."""


def read_book(text: str) -> Book:
    """The lessons that a file holds. A mistake in it is our own: msgspec.ValidationError."""
    return msgspec.convert(tomllib.loads(text), Book)


@dataclass(frozen=True)
class Lesson:
    """One position and what to do in it, in one to three moves of the learner."""

    game: str
    number: int
    """From 1, in the order in which a newcomer should meet them."""
    title: Text
    rules: tuple[str, ...]
    """The ids of the rules that the lesson shows, the main one first."""
    options: dict[str, Any]
    position: dict[str, Any]
    """The whole position, as `tabletier.setup` takes it."""
    seat: int
    """Where the learner sits."""
    seed: str
    steps: tuple[Page, ...]
    """What is asked, move by move."""
    praise: Text
    """What to say when it is done, and what the rule is good for."""
    house: tuple[str, ...] = ()
    """Those of the rules that are house rulings and taught as such."""
    unsaid: tuple[str, ...] = ()
    """Those in which only what the lesson does not state is a house ruling."""

    @property
    def text(self) -> Text:
        """The sentence above the board: what to do."""
        return self.steps[0].text


@dataclass(frozen=True)
class Attempt:
    """How the learner's moves went; they are looked at up to the first that does not count."""

    verdict: Verdict
    """`begun`: no move yet; `onward`: so far so good; `met`: done; `missed`: legal, but not what
    was asked; `refused`: against the rules."""
    text: Text
    """What to say now: the task, the next one, praise, the lesson's or the engine's explanation."""
    moves: tuple[str, ...]
    """The moves that count."""
    match: Match
    """The table after those: where the learner goes on."""
    shown: tuple[Match, ...] = ()
    """To animate: the match after the last move, be it one that missed, and after each reply."""
    refusal: Refusal | None = None

    @property
    def met(self) -> bool:
        """Whether the lesson is done."""
        return self.verdict == "met"


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none if it has none, or none for the box data in use.

    Raises UnknownGame.
    """
    found = find(game)
    file = folder_of(game) / FILE
    if not file.is_file():
        return ()
    book = read_book(file.read_text("utf-8"))
    if book.box != found.box:
        return ()  # a collector's corrected box has other parts than those the lessons show
    return tuple(_lesson(game, k, page) for k, page in enumerate(book.lesson, start=1))


def _lesson(game: str, number: int, page: Chapter) -> Lesson:
    """A lesson of the file, its position completed by the game."""
    found = find(game)
    options = fill(found, page.options)
    return Lesson(
        game,
        number,
        page.title,
        page.rules,
        options,
        found.complete(page.position, options),
        page.seat,
        page.seed or f"{game}-{number}",
        (page, *page.then),
        page.praise,
        page.house,
        page.unsaid,
    )


def start_of(lesson: Lesson) -> Match:
    """The match in which the learner makes the first move."""
    return setup(lesson.game, lesson.position, lesson.options, lesson.seed)


def attempt(lesson: Lesson, moves: Sequence[str]) -> Attempt:
    """What the learner's moves come to; what follows the end of the lesson is left unread."""
    match = start_of(lesson)
    shown: tuple[Match, ...] = ()
    for number, (step, move) in enumerate(zip(lesson.steps, moves, strict=False)):
        done = tuple(moves[:number])
        refusal = match.explain(move)
        if refusal is not None:
            return Attempt("refused", refusal.text, done, match, (), refusal)
        after = match.play(move)
        if not _holds(step.goal, move, after):
            return Attempt("missed", _missed(step, move, after), done, match, (after,))
        shown = _replied(after, step.replies)
        match = shown[-1]
    counted = tuple(moves[: len(lesson.steps)])
    if len(counted) == len(lesson.steps):
        return Attempt("met", lesson.praise, counted, match, shown)
    task = lesson.steps[len(counted)].text
    return Attempt("onward" if counted else "begun", task, counted, match, shown)


def answers(lesson: Lesson, moves: Sequence[str] = ()) -> tuple[str, ...]:
    """Every move that would count after these, which count; empty when the lesson is done."""
    so_far = attempt(lesson, moves)
    if so_far.met:
        return ()
    goal, match = lesson.steps[len(so_far.moves)].goal, so_far.match
    return tuple(move for move in match.legal_moves() if _holds(goal, move, match.play(move)))


def _replied(match: Match, replies: Sequence[str]) -> tuple[Match, ...]:
    """The match and what becomes of it when the others make the moves that the lesson names."""
    shown = [match]
    for reply in replies:
        shown.append(shown[-1].play(reply))
    return tuple(shown)


def _missed(step: Page, move: str, after: Match) -> Text:
    """What the lesson says of a legal move that is not what was asked."""
    for miss in step.misses:
        if _holds(miss, move, after):
            return miss.text
    return step.otherwise


def _holds(when: When, move: str, after: Match) -> bool:
    """Whether a move is one of those meant, if any are named, and caused all that is named."""
    if when.moves and not any(fnmatchcase(move, pattern) for pattern in when.moves):
        return False
    return caused(after, when.events)


def caused(after: Match, wanted: Sequence[Event]) -> bool:
    """Whether the last move of a match caused all that is wanted."""
    return all(any(_alike(event, e) for e in after.events()) for event in wanted)


def _alike(wanted: Event, event: Event) -> bool:
    """Whether an event has every value that is wanted; a list also stands for a choice."""
    return all(
        key in event and (event[key] == value or (isinstance(value, list) and event[key] in value))
        for key, value in wanted.items()
    )
