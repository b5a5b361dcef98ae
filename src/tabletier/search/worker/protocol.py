"""What goes to and fro between a program and the processes that think for it.

And such a process as the program sees it that started it.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.registry import shelves
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


RUN = (
    "import sys, pickle; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from tabletier.search.worker.process import main; main()"
)

Heard = Callable[["Child", "Ready | Reply | None"], None]


class Child:
    """A process of its own: messages go there without waiting, and what it says is handed on.

    It is in a session of its own, so that Ctrl-C at the keyboard is for us alone; it ends when we
    do, since it then reads the end of its messages.
    """

    def __init__(self, key: str, jit: bool, heard: Heard) -> None:
        self.key = key
        self.ready = False
        """Whether it answers at full speed."""
        self._heard = heard
        self._messages: SimpleQueue[object] = SimpleQueue()
        self._process = _started(jit)
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True, name=f"{work.__name__} {key}")
            for work, pipe in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
            )
        ]
        self._messages.put(sys.path)
        self.send(Setup(shelves()))
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The process, as the system numbers it."""
        return self._process.pid

    def send(self, message: Message) -> None:
        """Send a message; a process that has ended meanwhile is heard of otherwise."""
        self._messages.put(message)

    def close(self) -> None:
        """End the process at once, whatever it does."""
        self._process.kill()
        self._messages.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            while (message := self._messages.get()) is not None:
                pickle.dump(message, pipe)
                pipe.flush()
        except OSError:
            pass  # it has ended: `_read` says so
        with suppress(OSError):  # what was not written yet goes nowhere
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            while True:
                self._heard(self, pickle.load(pipe))
        except (EOFError, OSError, pickle.UnpicklingError):
            pass
        pipe.close()
        self._messages.put(None)
        self._process.kill()
        self._process.wait()
        self._heard(self, None)


def _started(jit: bool) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "TABLETIER_JIT": "1" if jit else "0"}
    return subprocess.Popen(
        [sys.executable, "-P", "-c", RUN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )
