"""A line on standard error when compiling keeps somebody waiting: once in a process, or never.

Numba tells of every function that it compiles (not of those that it finds in its cache), and of
those that it compiles on the way. `TABLETIER_QUIET=1` silences it; so does a program that says
something itself (`hush`).
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

LONG = 1.0
"""Seconds of compiling after which people wonder."""


class Patience:
    """Listens to the compiler, and speaks up when it has been at work for long."""

    def __init__(self) -> None:
        self.spoken = os.environ.get("TABLETIER_QUIET", "0") != "0"
        self._depth, self._began, self._spent = 0, 0.0, 0.0

    def notify(self, event: Any) -> None:
        """A function is about to be compiled, perhaps on the way to another, or was."""
        if event.is_start:
            self._began = self._began if self._depth else time.monotonic()
            self._depth += 1
        self._wonder()
        if event.is_end:
            self._depth -= 1
            self._spent += 0.0 if self._depth else time.monotonic() - self._began

    def _wonder(self) -> None:
        if not self.spoken and self._spent + time.monotonic() - self._began > LONG:
            self.spoken = True
            print(sentence(), file=sys.stderr, flush=True)  # noqa: T201 - people are waiting


def sentence() -> str:
    """What is said: what takes so long, and that it need not be done again."""
    from tabletier.games.kernel.compiler import KEEPS, cache_dir

    kept = f"kept in {cache_dir()}" if KEEPS else "not kept: the cache folder cannot be written"
    return (
        "tabletier: compiling rules for this machine, up to a minute a game; "
        f"the result is {kept} (TABLETIER_JIT=0 does without, TABLETIER_QUIET=1 says nothing)"
    )


_patience = Patience()


def listen() -> None:
    """Have Numba tell, from now on."""
    from numba.core import event

    register: Callable[[str, Patience], None] = event.register
    event.Listener.register(Patience)
    register("numba:compile", _patience)


def hush() -> None:
    """Say nothing in this process and those that it starts: somebody else does, or nobody reads."""
    os.environ["TABLETIER_QUIET"] = "1"
    _patience.spoken = True
