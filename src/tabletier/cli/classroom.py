"""Lessons at this keyboard: a picture, a sentence, a move, and what to say of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletier.cli import orders, reading, render, terminal
from tabletier.cli.errors import INTERRUPTED, OK
from tabletier.cli.i18n import TEXTS, say, tell
from tabletier.cli.orders import Leave
from tabletier.cli.terminal import hold_spaces, write
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.registry import find
from tabletier.match.lessons import Lesson, answers, attempt
from tabletier.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console

HELPFUL = {
    "moves": orders.tell_moves,
    "why": orders.tell_why,
    "board": orders.show_table,
}
KNOWN = ("hint", *HELPFUL, "rules", "quit", "help")
"""The orders of a game that a lesson knows as well."""


class Classroom:
    """One learner, the lessons of a game, and the attempt at the present one."""

    def __init__(self, course: tuple[Lesson, ...], console: "Console") -> None:
        self.course = course
        self.console = console
        self.lesson = course[0]
        self.now = attempt(self.lesson, ())
        self.skipped = False
        self.silent = False
        """Whether the line before was empty."""

    @property
    def match(self) -> Match:
        """The table before the learner."""
        return self.now.match

    def run(self, first: int) -> int:
        """Teach from this lesson to the last, or until the learner leaves; the exit code."""
        game = find(self.lesson.game)
        move = hold_spaces(example(self.course[first - 1]))
        told = {"name": tell(game.name), "count": len(self.course), "move": move}
        self.write(say("learn.welcome", **told))
        terminal.offer_completions(lambda: [*self.match.legal_moves(), *_words()])
        try:
            for lesson in self.course[first - 1 :]:
                self._teach(lesson)
        except (EOFError, Leave):
            return self._farewell(OK)
        except KeyboardInterrupt:
            return self._farewell(INTERRUPTED)
        self.write(say("learn.done"))
        self.write(f"  tabletier play {game.key}")
        return OK

    def write(self, text: str, style: str | None = None, indent: int = 0) -> None:
        """Print sentences."""
        write(self.console, text, style, indent)

    def show(self) -> None:
        """Print the table, and what is asked in it."""
        self._picture(self.match)
        self.write(tell(self.lesson.steps[len(self.now.moves)].text), style="bold")

    def _picture(self, match: Match) -> None:
        self.console.print()
        self.console.print(render.picture(match, self.lesson.seat), soft_wrap=True)
        self.console.print()

    def _teach(self, lesson: Lesson) -> None:
        self.lesson, self.now, self.skipped = lesson, attempt(lesson, ()), False
        named = {"title": tell(lesson.title), "rules": ", ".join(lesson.rules)}
        self.console.print()
        self.write(
            say("learn.title", number=lesson.number, count=len(self.course), **named), style="bold"
        )
        self.show()
        while not (self.now.met or self.skipped):
            self._hear(terminal.read_line(say("prompt.move") + " "))
        if self.now.met and lesson is not self.course[-1]:
            self._pause()

    def _pause(self) -> None:
        """Wait until the learner has read what was said."""
        order = orders.find_order(terminal.read_line(say("learn.on") + " "))
        if order is not None and order.name == "quit":
            raise Leave

    def _hear(self, typed: str) -> None:
        """Nothing, a move, a word that asks for something, or what cannot be played."""
        moves = self.match.legal_moves()
        text = reading.meant(" ".join(typed.split()), moves, find(self.match.game).spoken)
        if not text:
            self._nothing()
            return
        self.silent = False
        fitting = reading.parts(text, moves)
        move = reading.exact(text, moves) or (fitting[0] if len(fitting) == 1 else None)
        if len(text) > reading.LONGEST:
            self.write(say("prompt.long"))
        elif move is not None:
            self._try(move)
        elif not self._obeyed(text):
            self._refuse(text)

    def _nothing(self) -> None:
        """An empty line; the second in a row means that the learner has had enough."""
        if self.silent:
            raise Leave
        self.silent = True
        self.write(say("learn.again", move=self._example()))

    def _try(self, move: str) -> None:
        """Play a legal move; it counts, or the lesson says why it does not."""
        self.now = attempt(self.lesson, (*self.now.moves, move))
        if self.now.verdict == "missed":
            self.write(tell(self.now.text), style="yellow")
            return
        for match in self.now.shown:
            for sentence in render.happenings(match, self.lesson.seat):
                self.write(sentence)
        if not self.now.met:
            self.show()
            return
        self._picture(self.now.shown[-1])
        self.write(tell(self.now.text), style="green")

    def _obeyed(self, text: str) -> bool:
        """Whether the text was a word that asks for something, which has then been done."""
        if text.lower() in TEXTS["word.next"]:
            self.skipped = True
            return True
        order = orders.find_order(text)
        if order is None or order.name not in KNOWN:
            return False
        if order.name == "quit":
            raise Leave
        if order.name == "hint":
            self.write(say("learn.hint", move=hold_spaces(answers(self.lesson, self.now.moves)[0])))
        elif order.name == "rules":
            for rule in [order.about] if order.about else self.lesson.rules:
                orders.tell_rules(self, rule)
        elif order.name in HELPFUL:
            HELPFUL[order.name](self, order.about)
        else:
            self._say_what_helps()
        return True

    def _refuse(self, text: str) -> None:
        """The engine says why this cannot be played."""
        why = reading.find_refusal(self.match, text) or self.match.explain(text)
        assert why is not None
        self.write(render.refusal(why), style="yellow")
        if why.code == BadNotation.code:
            self._say_what_helps()

    def _say_what_helps(self) -> None:
        self.write(say("learn.orders", move=self._example(), words=", ".join(_words())))

    def _example(self) -> str:
        return hold_spaces(example(self.lesson, self.now.moves))

    def _farewell(self, code: int) -> int:
        """The learner leaves; say how to come back."""
        self.console.print()
        self.write(say("learn.left"))
        number = self.lesson.number + int(self.now.met)
        self.write(f"  tabletier learn {self.lesson.game} --from {number}")
        return code


def _words() -> list[str]:
    """What may be typed besides moves, in the language of the run."""
    return [say(f"word.{name}") for name in ("next", *KNOWN)]


def example(lesson: Lesson, moves: Sequence[str] = ()) -> str:
    """A move as one types it: a good one where most are, else any, which gives nothing away."""
    legal, good = attempt(lesson, moves).match.legal_moves(), answers(lesson, moves)
    shown = good if 2 * len(good) > len(legal) else legal
    return shown[len(shown) // 2]
