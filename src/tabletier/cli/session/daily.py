"""The puzzle of a day at this keyboard: three tries, a line of squares, days in a row."""

import json
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from tabletier.cli import saves
from tabletier.cli.errors import INTERRUPTED, OK
from tabletier.cli.i18n import say, tell
from tabletier.cli.session.lesson import LessonSession
from tabletier.cli.session.prompt_commands import LeaveSession, find_command
from tabletier.games.kernel.registry import find
from tabletier.match.lessons import Lesson
from tabletier.match.puzzles import TRIES, Daily, Mark, grade, squares, streak
from tabletier.search.puzzles import lesson_of, solution

if TYPE_CHECKING:
    from rich.console import Console

FILE = "puzzles.json"
Diary = dict[str, dict[str, list[Mark]]]
"""By game and day: what each answer was worth."""


class DailySession(LessonSession):
    """One solver and the puzzle of a day."""

    def __init__(self, game: str, asked: Daily, console: "Console") -> None:
        super().__init__((lesson_of(game, asked.puzzle.id),), console)
        self.game, self.asked = game, asked
        self.marks: list[Mark] = []
        self.missed: set[tuple[str, ...]] = set()
        """Wrong answers that were given: the same one again costs no other try."""

    def run(self, first: int = 1) -> int:
        """Ask until it is solved, three answers were wrong, or the solver leaves."""
        self.write(say("daily.welcome", tries=TRIES))
        try:
            self._teach(self.course[first - 1])
        except (EOFError, LeaveSession):
            self.write(say("daily.left"))
            return OK
        except KeyboardInterrupt:
            self.write(say("daily.left"))
            return INTERRUPTED
        self._close()
        return OK

    def _heading(self, _: Lesson) -> str:
        told = {"game": tell(find(self.game).name), "number": self.asked.number}
        rated = {"day": self.asked.day.isoformat(), "rating": self.asked.puzzle.rating}
        return say("daily.title", **told, **rated)

    def _run_command(self, text: str) -> bool:
        """A hint is the answer, and ends the puzzle."""
        command = find_command(text)
        if command is None or command.name != "hint":
            return super()._run_command(text)
        self.marks.append("wrong")
        self._give_up()
        return True

    def _try_move(self, move: str) -> None:
        answer = (*self.now.moves, move)
        if answer in self.missed:
            super()._try_move(move)
            return
        self.marks.append(grade(self.asked.puzzle, answer).mark)
        super()._try_move(move)
        if self.marks[-1] == "best":
            return
        self.missed.add(answer)
        if len(self._wrong()) >= TRIES:
            self._give_up()

    def _give_up(self) -> None:
        self.write(tell(solution(self.game, self.asked.puzzle.id)))
        self.skipped = True

    def _wrong(self) -> list[Mark]:
        return [mark for mark in self.marks if mark != "best"]

    def _close(self) -> None:
        """Squares to share, and the days in a row; the first time counts."""
        diary = read_diary()
        days = diary.setdefault(self.game, {})
        day, today = self.asked.day.isoformat(), datetime.now(UTC).date()
        if day == today.isoformat() and day not in days:
            days[day] = self.marks
            saves.write_whole(saves.data_dir() / FILE, json.dumps(diary))
        self.console.print()
        self.write(share_line(self.game, self.asked, self.marks))
        solved = [date.fromisoformat(d) for d, marks in days.items() if marks and is_solved(marks)]
        self.write(say("daily.streak", count=streak(solved, today)))


def is_solved(marks: list[Mark]) -> bool:
    """Whether the last answer was right."""
    return marks[-1] == "best"


def share_line(game: str, asked: Daily, marks: list[Mark]) -> str:
    """A line to send to others, which gives nothing away."""
    return f"Tabletier · {tell(find(game).name)} · {asked.day.isoformat()} {squares(marks)}"


def read_diary() -> Diary:
    """What was solved at this keyboard; nothing where the file is not there or not ours."""
    try:
        found = json.loads((saves.data_dir() / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
