"""Lines into SQLite without a detour: each group goes to a process of its own.

Through SQLAlchemy a group crosses to the driver's thread five times, which takes longer than
writing it; and any thread of ours must wait for the interpreter, and everybody for the thread.
Whatever goes wrong here is tried again there, line by line, by the writer.
"""

import asyncio
import contextlib
import logging
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
from sqlalchemy.engine import URL

from tabletier.server.db import sqlite_writer_process
from tabletier.server.db.database import IN_MEMORY, PRAGMAS
from tabletier.server.db.schema import COLUMNS

log = logging.getLogger(__name__)
INSERT = (
    f"INSERT INTO lines ({', '.join(COLUMNS)}) SELECT "
    + ", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(COLUMNS)))
    + " FROM json_each(?)"
)
"""One statement for all lines, which is a transaction by itself."""
encode = msgspec.json.Encoder().encode
PATIENCE = 5.0
"""Seconds that a scribe has to finish what it writes when the house closes."""

Told = Callable[[str], None]
"""Hears how a group went: an empty text if it is on the disk, or else what went wrong."""


class Scribe(asyncio.SubprocessProtocol):
    """The house's end of the two pipes."""

    def __init__(self) -> None:
        self._transport: asyncio.SubprocessTransport | None = None
        self._told: deque[Told] = deque()
        self._heard = b""
        self._ended = asyncio.Event()
        self.gone = False
        """Whether nothing more is heard of the process."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process runs."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def write(self, rows: list[tuple[Any, ...]], told: Told) -> None:
        """Write all rows or none; they are on the disk when `told` is called with an empty text."""
        assert self._transport is not None
        given, pipe = encode(rows), self._transport.get_pipe_transport(0)
        self._told.append(told)
        if pipe is not None and not self.gone:
            size = len(given).to_bytes(sqlite_writer_process.SIZE, "big")
            cast(asyncio.WriteTransport, pipe).write(size + given)
        else:
            asyncio.get_running_loop().call_soon(self._lost)

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # noqa: ARG002 - there is one
        """The scribe says how groups went."""
        *answers, self._heard = (self._heard + data).split(b"\n")
        for answer in answers:
            self._told.popleft()(answer.decode())

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """Nothing more will be said: whoever waits must try otherwise."""
        if fd == 1 and self._transport is not None:
            self.gone = True
            self._lost()
            self._transport.close()

    def process_exited(self) -> None:
        """The process has ended."""
        self._ended.set()

    def _lost(self) -> None:
        while self._told:
            self._told.popleft()("the scribe has gone")

    async def close(self) -> None:
        """Let the scribe finish and go home."""
        if self._transport is None:
            return
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        if not await self._has_ended():
            self._transport.close()  # which kills a process that is still there
            await self._has_ended()  # on a busy machine even that takes a moment
        self._transport.close()

    async def _has_ended(self) -> bool:
        """Wait a while for the end of the process; whether it came."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), PATIENCE)
        return self._ended.is_set()


async def hired(url: URL) -> Scribe | None:
    """A scribe for a database, where one is of use; they begin to work at once."""
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    given = [str(Path(str(url.database)).absolute()), INSERT, *PRAGMAS]
    try:
        _, protocol = await asyncio.get_running_loop().subprocess_exec(
            Scribe, sys.executable, "-I", "-S", sqlite_writer_process.__file__, *given, stderr=None
        )
    except OSError as error:
        log.warning("no scribe can be had: %s", type(error).__name__)
        return None
    return protocol
