"""A process of its own that writes groups of lines into SQLite. `Scribe` in `writer.py` starts it.

It needs nothing but Python's own library, and is given a file, a statement and pragmas.
A group comes in as its size in four bytes and what the statement takes in. Each is answered with a
line: an empty one once the group is on the disk, or else what SQLite said, and nothing is written.
It ends when nothing more can come, so also when the house was killed.
"""

import signal
import sqlite3
import sys
import time
from typing import BinaryIO

SIZE = 4
LOOK, PATIENCE = 0.001, 5.0
"""Seconds between two looks whether another connection still writes, and until that is too long."""


def connected(file: str, pragmas: list[str]) -> sqlite3.Connection:
    """A connection to the file on which every statement is a transaction by itself."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    for pragma in pragmas:
        connection.execute(pragma)
    return connection


def write(connection: sqlite3.Connection, statement: str, group: str) -> None:
    """Write a group as soon as nobody else writes. Raises what SQLite raises.

    SQLite's own waiting looks again more and more seldom, in the end ten times a second: among
    several who write, everybody's moves would come last.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(statement, (group,))
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(LOOK)


def next_group(given: BinaryIO) -> str | None:
    """The next group, None if no whole one comes any more."""
    head = given.read(SIZE)
    size = int.from_bytes(head, "big")
    group = given.read(size)
    return None if len(head) < SIZE or len(group) < size else group.decode()


def main(file: str, statement: str, *pragmas: str) -> None:
    """Write whatever comes, until nothing more can."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the house, which tells us
        signal.signal(number, signal.SIG_IGN)
    connection: sqlite3.Connection | None = None
    while (group := next_group(sys.stdin.buffer)) is not None:
        said = ""
        try:
            connection = connection or connected(file, list(pragmas))
            write(connection, statement, group)
        except sqlite3.Error as error:
            said = " ".join(str(error).split()) or type(error).__name__
        sys.stdout.buffer.write(f"{said}\n".encode())
        sys.stdout.buffer.flush()
    if connection is not None:
        connection.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
