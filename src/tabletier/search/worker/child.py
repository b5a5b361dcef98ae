"""A process that thinks, as the program sees it that started it."""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO

from tabletier.games.kernel.registry import shelves
from tabletier.search.worker.protocol import Message, Ready, Reply, Setup

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
