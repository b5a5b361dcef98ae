"""A database file has one house at a time, or several that hear of each other.

Two that do not would each tell their own people half of what happens. The system keeps the lock,
and it goes with the process, however that ends: a file that is left behind stops nobody.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST_ADDRESS = 300


class Taken(Exception):
    """Another house has this database; `address` says where that one is open, if it told."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Lock:
    """The lock of a house, while it is open."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = descriptor

    def note(self, address: str) -> None:
        """Let whoever finds the lock taken know where the house is open, if it is one."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):  # they are told less
                os.pwrite(self._descriptor, address.encode(), 0)


@contextlib.contextmanager
def locked(database: Path, shared: bool) -> Iterator[Lock]:
    """Hold a database, alone or with others that share it. Raises Taken.

    Where the system knows no such locks, or the file cannot be made, nothing is held.
    """
    descriptor = _opened(database.with_name(f"{database.name}.lock"))
    if descriptor is None:
        yield Lock()
        return
    try:
        _take(descriptor, shared)
        yield Lock(None if shared else descriptor)
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int | None:
    """The file, which processes that we start do not inherit."""
    if sys.platform == "win32":
        return None
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # the house says what is wrong with its folder
        return None


def _take(descriptor: int, shared: bool) -> None:
    import fcntl

    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError as error:
        found = os.pread(descriptor, LONGEST_ADDRESS, 0).decode(errors="replace")
        raise Taken(found if found.isprintable() else "") from error
    except OSError:  # a file system without locks
        return
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
