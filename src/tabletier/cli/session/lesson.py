"""Lessons at this keyboard: a picture, a sentence, a move, and what to say of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletier.cli import render, terminal
from tabletier.cli.errors import INTERRUPTED, OK
from tabletier.cli.i18n import TEXTS, say, tell
from tabletier.cli.session import move_input, prompt_commands
from tabletier.cli.session.prompt_commands import LeaveSession
from tabletier.cli.terminal import hold_spaces, write
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.registry import find
from tabletier.match.lessons import Lesson, answers, attempt
from tabletier.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console

SHARED_COMMANDS = {
    "moves": prompt_commands.tell_moves,
    "why": prompt_commands.tell_why,
    "board": prompt_commands.show_board,
}
KNOWN = ("hint", *SHARED_COMMANDS, "rules", "quit", "help")
"""The commands of a match that a lesson knows as well."""


class LessonSession:
    """One learner, the lessons of a game, and the attempt at the present one."""

    def __init__(self, course: tuple[Lesson, ...], console: "Console") -> None:
        self.course = course
        self.console = console
        self.lesson = course[0]
        self.now = attempt(self.lesson, ())
        self.skipped = False
        self.last_line_empty = False
        """Whether the line before was empty."""

    @property
    def match(self) -> Match:
        """The table before the learner."""
        return self.now.match

    def run(self, first: int) -> int:
        """Teach from this lesson to the last, or until the learner leaves; the exit code."""
        game = find(self.lesson.game)
        move = hold_spaces(example_move(self.course[first - 1]))
        told = {"name": tell(game.name), "count": len(self.course), "move": move}
        self.write(say("learn.welcome", **told))
        terminal.offer_completions(lambda: [*self.match.legal_moves(), *_command_words()])
        try:
            for lesson in self.course[first - 1 :]:
                self._teach(lesson)
        except (EOFError, LeaveSession):
            return self._leave(OK)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        self.write(say("learn.done"))
        self.write(f"  tabletier play {game.key}")
        return OK

    def write(self, text: str, style: str | None = None, indent: int = 0) -> None:
        """Print sentences."""
        write(self.console, text, style, indent)

    def show(self) -> None:
        """Print the table, and what is asked in it."""
        self._print_picture(self.match)
        self.write(tell(self.lesson.steps[len(self.now.moves)].text), style="bold")

    def _print_picture(self, match: Match) -> None:
        self.console.print()
        self.console.print(render.picture(match, self.lesson.seat), soft_wrap=True)
        self.console.print()

    def _teach(self, lesson: Lesson) -> None:
        self.lesson, self.now, self.skipped = lesson, attempt(lesson, ()), False
        self.console.print()
        self.write(self._heading(lesson), style="bold")
        self.show()
        while not (self.now.met or self.skipped):
            self._handle_line(terminal.read_line(say("prompt.move") + " "))
        if self.now.met and lesson is not self.course[-1]:
            self._pause()

    def _heading(self, lesson: Lesson) -> str:
        named = {"title": tell(lesson.title), "rules": ", ".join(lesson.rules)}
        return say("learn.title", number=lesson.number, count=len(self.course), **named)

    def _pause(self) -> None:
        """Wait until the learner has read what was said."""
        command = prompt_commands.find_command(terminal.read_line(say("learn.on") + " "))
        if command is not None and command.name == "quit":
            raise LeaveSession

    def _handle_line(self, typed: str) -> None:
        """Nothing, a move, a word that asks for something, or what cannot be played."""
        moves = self.match.legal_moves()
        text = move_input.resolve_spoken(
            " ".join(typed.split()), moves, find(self.match.game).spoken
        )
        if not text:
            self._handle_empty_line()
            return
        self.last_line_empty = False
        fitting = move_input.moves_with_part(text, moves)
        move = move_input.find_move(text, moves) or (fitting[0] if len(fitting) == 1 else None)
        if len(text) > move_input.LONGEST:
            self.write(say("prompt.long"))
        elif move is not None:
            self._try_move(move)
        elif not self._run_command(text):
            self._refuse(text)

    def _handle_empty_line(self) -> None:
        """An empty line; the second in a row means that the learner has had enough."""
        if self.last_line_empty:
            raise LeaveSession
        self.last_line_empty = True
        self.write(say("learn.again", move=self._example()))

    def _try_move(self, move: str) -> None:
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
        self._print_picture(self.now.shown[-1])
        self.write(tell(self.now.text), style="green")

    def _run_command(self, text: str) -> bool:
        """Whether the text was a word that asks for something, which has then been done."""
        if text.lower() in TEXTS["word.next"]:
            self.skipped = True
            return True
        command = prompt_commands.find_command(text)
        if command is None or command.name not in KNOWN:
            return False
        if command.name == "quit":
            raise LeaveSession
        if command.name == "hint":
            self.write(say("learn.hint", move=hold_spaces(answers(self.lesson, self.now.moves)[0])))
        elif command.name == "rules":
            for rule in [command.argument] if command.argument else self.lesson.rules:
                prompt_commands.tell_rules(self, rule)
        elif command.name in SHARED_COMMANDS:
            SHARED_COMMANDS[command.name](self, command.argument)
        else:
            self._say_what_helps()
        return True

    def _refuse(self, text: str) -> None:
        """The engine says why this cannot be played."""
        why = move_input.find_refusal(self.match, text) or self.match.explain(text)
        assert why is not None
        self.write(render.refusal(why), style="yellow")
        if why.code == BadNotation.code:
            self._say_what_helps()

    def _say_what_helps(self) -> None:
        self.write(say("learn.commands", move=self._example(), words=", ".join(_command_words())))

    def _example(self) -> str:
        return hold_spaces(example_move(self.lesson, self.now.moves))

    def _leave(self, code: int) -> int:
        """The learner leaves; say how to come back."""
        self.console.print()
        self.write(say("learn.left"))
        number = self.lesson.number + int(self.now.met)
        self.write(f"  tabletier learn {self.lesson.game} --from {number}")
        return code


def _command_words() -> list[str]:
    """What may be typed besides moves, in the language of the run."""
    return [say(f"word.{name}") for name in ("next", *KNOWN)]


def example_move(lesson: Lesson, moves: Sequence[str] = ()) -> str:
    """A move as one types it: a good one where most are, else any, which gives nothing away."""
    legal, good = attempt(lesson, moves).match.legal_moves(), answers(lesson, moves)
    shown = good if 2 * len(good) > len(legal) else legal
    return shown[len(shown) // 2]
