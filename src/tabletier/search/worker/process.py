"""The process that thinks: it reads messages, answers them, and ends when nobody writes any more.

A thread of its own works on each question, so that several tables share one process and a thought
can be stopped at any time. No more think at once than there are cores; the others wait, and their
time runs: whatever happens, an answer comes when it is due.
"""

import os
import pickle
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

from tabletier.games.kernel.compiler import JIT
from tabletier.games.kernel.registry import find, look_on
from tabletier.games.kernel.skills import TREE
from tabletier.match.start import new
from tabletier.search.hints import hint
from tabletier.search.knowledge import Knowledge, knowledge_of
from tabletier.search.players import budget_for, choose, find_player
from tabletier.search.worker.protocol import (
    CHOOSE,
    HINT,
    Message,
    Prepare,
    Question,
    Ready,
    Reply,
    Setup,
    Stop,
)

STACK = 64 << 20
"""Compiling recurses deeply, and on some systems threads have little room for that."""
COURTESY = 10
"""How far thoughts stand back: a page that draws, and the house, come first on the same cores."""
REHEARSED = 40
"""Moves played for nobody: enough to leave the opening, where other rules may hold."""


class WorkerProcess:
    """Answers the messages of one program."""

    def __init__(self, messages: BinaryIO, answers: BinaryIO) -> None:
        self._messages, self._answers = messages, answers
        self._writing = threading.Lock()
        self._stops: dict[int, threading.Event] = {}
        self._thinking = ThreadPoolExecutor(os.cpu_count() or 1)
        self._preparing = ThreadPoolExecutor(1)

    def run(self) -> None:
        """Read messages until the program that writes them is gone, in whatever way it went."""
        while True:
            try:
                message = pickle.load(self._messages)
            except (EOFError, OSError, pickle.UnpicklingError):
                return
            self._take(message)

    def _take(self, message: Message) -> None:
        if isinstance(message, Setup):
            look_on(*message.shelves)
        elif isinstance(message, Prepare):
            self._preparing.submit(self._prepare, message)
        elif isinstance(message, Question):
            self._stops[message.number] = threading.Event()
            self._thinking.submit(self._answer, message)
        elif isinstance(message, Stop) and message.number in self._stops:
            self._stops[message.number].set()

    def _send(self, message: Message) -> None:
        with self._writing:
            try:
                pickle.dump(message, self._answers)
                self._answers.flush()
            except OSError:
                os._exit(0)  # nobody reads us any more

    def _prepare(self, table: Prepare) -> None:
        """Play a little for nobody, so that what a thought needs is compiled or loaded by then."""
        match = new(table.game, table.options, "for nobody")
        work, player = (HINT, TREE) if table.engine == HINT else (CHOOSE, table.engine)
        for number in range(REHEARSED if JIT else 1):
            if match.to_move is not None:
                known = knowledge_of(match)
                match = match.play(_found(work, player, known, str(number), _at_once).move)
        self._send(Ready(table.game, table.engine))

    def _answer(self, question: Question) -> None:
        stop = self._stops[question.number]
        found, trouble = None, None
        try:
            found = thought_on(question, stop)
        except Exception:  # noqa: BLE001 -- whatever it is, whoever asked must hear of it
            trouble = traceback.format_exc()
        del self._stops[question.number]
        self._send(Reply(question.number, found, trouble))


def _at_once() -> bool:
    return True


def thought_on(question: Question, stop: threading.Event) -> Any:
    """What there is to say to a question when its time is spent, or when told to stop."""
    game = find(question.known.game)
    budget = budget_for(find_player(question.player, game), game)
    stopped = _due(question.asked, budget.seconds, stop)
    return _found(question.work, question.player, question.known, question.seed, stopped)


def _found(work: str, text: str, known: Knowledge, seed: str, stopped: Callable[[], bool]) -> Any:
    """A thought, or a hint."""
    game = find(known.game)
    player = find_player(text, game)
    if work == CHOOSE:
        return choose(player, known, seed, stopped)
    return hint(known, budget_for(player, game), seed, stopped)


def _due(asked: float, seconds: float | None, stop: threading.Event) -> Callable[[], bool]:
    """Whether to stop: when told to, and when the time since the question is spent."""
    if seconds is None:
        return stop.is_set
    end = asked + seconds
    return lambda: stop.is_set() or time.monotonic() >= end


def main() -> None:
    """Think until the program that started this process is gone, then end at once."""
    threading.stack_size(STACK)
    if hasattr(os, "nice"):  # not on every system
        os.nice(COURTESY)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not disturb answers
    WorkerProcess(sys.stdin.buffer, answers).run()
    os._exit(0)  # and not when the last thread has finished what nobody wants to know
