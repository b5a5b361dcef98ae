"""`tabletier` in a process of its own, at a terminal of its own, with a person who types."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

PATIENCE = 60.0
"""Seconds until we say that it hangs; no test passes or fails by being quick."""
PAUSE = 5.0
PROMPT = "Your move: "
CTRL_C, CTRL_D = "\x03", "\x04"
RUN = "import sys; sys.argv[0] = 'tabletier'; from tabletier.cli import main; main()"
AT_A_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)


def environment(**extra: str) -> dict[str, str]:
    """What a process sees: where its data goes, and nothing of who runs the tests."""
    kept = ("PATH", "PYTHONPATH", "HOME", "TMPDIR", "TABLETIER_DATA_DIR", "SYSTEMROOT")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLUMNS": "100",
        "TABLETIER_JIT": "0",
        **extra,
    }


def piped(*arguments: str, typed: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """One run between pipes."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        input=typed,
        env=environment(**extra),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


class Terminal:
    """A run at a pseudo-terminal: `type` to it, `expect` what it shows, `end` for its exit code."""

    def __init__(self, *arguments: str, **extra: str) -> None:
        self._mine, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", AT_A_TERMINAL, "-c", RUN, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**extra),
            start_new_session=True,
        )
        os.close(theirs)
        self.screen = ""
        """Everything shown so far, line ends as in a file."""
        self._read_upto = 0

    @property
    def pid(self) -> int:
        """The process, as the system numbers it."""
        return self._process.pid

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._mine)

    def type(self, text: str, enter: bool = True) -> None:
        """Type a line; without `enter`, only these keys."""
        self.send((text + "\r" if enter else text).encode())

    def send(self, keys: bytes) -> None:
        """Send bytes as a keyboard would."""
        os.write(self._mine, keys)

    def expect(self, *texts: str) -> str:
        """Wait until one of the texts is shown; what was shown since the last time."""
        deadline = time.monotonic() + PATIENCE
        while True:
            new = self.screen[self._read_upto :]
            found = [new.index(text) + len(text) for text in texts if text in new]
            if found:
                self._read_upto += min(found)
                return new[: min(found)]
            if not self._read_some(deadline - time.monotonic()):
                raise AssertionError(f"{texts} was not shown, but:\n{new}")

    def interrupt(self) -> int:
        """Press Ctrl-C, and once more if nothing happens, as people do; the exit code.

        Python's line editor misses a Ctrl-C that comes between its prompt and its waiting.
        """
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.type(CTRL_C, enter=False)
            while self._read_some(PAUSE):
                pass
            if self._process.poll() is not None:
                break
        return self.end()

    def end(self) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read_some(deadline - time.monotonic()):
            pass
        return self._process.wait(timeout=PATIENCE)

    def _read_some(self, patience: float) -> bool:
        """Read what is shown; False when nothing more will come."""
        ready, _, _ = select.select([self._mine], [], [], max(patience, 0))
        if not ready:
            return False
        try:
            block = os.read(self._mine, 65536)
        except OSError:  # the other end has closed, as Linux says it
            return False
        self.screen += block.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(block)


def without_colours(text: str) -> str:
    """A screen as it would read in black and white."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def resume_path(screen: str) -> Path:
    """The file that a farewell names."""
    found = re.search(r"tabletier play --resume (\S+)", screen)
    assert found is not None, screen
    return Path(found.group(1))
