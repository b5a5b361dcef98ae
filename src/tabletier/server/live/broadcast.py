"""Telling everyone at a table what happened: encoded once for all who see the same.

Who was not looking is told what they missed, as they may see it now. A log is read for that, aside:
the loop and whoever plays go on meanwhile.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec

from tabletier.games.kernel.text import LANGUAGES, Language
from tabletier.server.background import paced
from tabletier.server.db.store import Store
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.reading import absorb
from tabletier.server.tables.show import SharedBoard, line
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import Audience, audience_of

log = logging.getLogger(__name__)
MOST_WAITING = 512
MOST_WAITING_BYTES = 1024 * 1024
"""Messages, and their bytes, that wait for a slow reader before it is told to come back later."""

TRY_AGAIN = 1013
"""The code of a socket that is closed because its reader is too slow."""

encode = msgspec.json.Encoder().encode


class Listener:
    """Someone connected to a table, and the messages that wait to be sent."""

    def __init__(
        self,
        person: str | None,
        muted: frozenset[str] = frozenset(),
        plays: bool = True,
        language: Language | None = None,
    ) -> None:
        self.person, self.muted = person, muted
        self.language = language
        """In which moves are told in sentences; None: they are not."""
        self.player = person if plays else None
        """Who is there because of this connection: nobody, where a program only reads."""
        self.held: list[bytes] = []
        """Numbers of lines of which nothing is heard: told with the next one that is."""
        self.looks = False
        """Whether a page shows the table to the person, who is waited for when a round ends."""
        self.lost = False
        self.code = TRY_AGAIN
        """Why the connection is closed after the last message."""
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._size = 0
        """Bytes that wait."""

    async def next(self) -> bytes | None:
        """The next text to send, in UTF-8; None: no more."""
        text = await self._messages.get()
        self._size -= 0 if text is None else len(text)
        return text

    def tell(self, text: bytes) -> None:
        """Send a message as soon as the reader takes it."""
        if self.lost:
            return
        if self._messages.qsize() >= MOST_WAITING or self._size > MOST_WAITING_BYTES:
            self._forget()
            self._end()
        else:
            self._put(text)

    def tell_held(self) -> None:
        """Send the numbers that were held back."""
        held, self.held = self.held, []
        for text in held:
            self.tell(text)

    def dismiss(self, text: bytes, code: int) -> None:
        """Say a last word, then close the connection."""
        if not self.lost:
            self.code = code
            self._put(text)
            self._end()

    def _put(self, text: bytes) -> None:
        self._size += len(text)
        self._messages.put_nowait(text)

    def _forget(self) -> None:
        while not self._messages.empty():
            self._messages.get_nowait()
        self._size = 0

    def _end(self) -> None:
        self.lost = True
        self._messages.put_nowait(None)


def tell(table: Table, written: LogLine, listeners: Iterable[Listener], now: int) -> None:
    """Tell a line to everyone, each as they may see it."""
    told: dict[Any, tuple[bytes, bool]] = {}
    board = None if table.match is None else SharedBoard(table, table.match, now)
    alike = board is not None and not table.by_days and _alike(written) and board.open
    for listener in listeners:
        language = listener.language
        if alike:
            audience = ALL[language]
        else:
            audience = audience_of(table, listener.person, listener.muted, language)
        key = language if alike else audience
        known = told.get(key)
        if known is None:
            shown = line(table, written, board, audience)
            known = told[key] = encode(shown), bool(shown["acts"])
        text, heard = known
        if not heard:  # even that something was said just now is nothing to them
            listener.held.append(text)
            continue
        if listener.held:
            listener.tell_held()
        listener.tell(text)


ONLY_MOVED = {acts.Moved}
ALL: dict[Language | None, Audience] = {
    language: Audience(None, (), language=language) for language in (None, *LANGUAGES)
}


def _alike(written: LogLine) -> bool:
    """Whether a line says nothing of whose seat is whose."""
    return ONLY_MOVED.issuperset(map(type, written.acts))


MOST_MISSED = 300
"""Lines told at most; who missed more is shown the table as it stands."""


class Retelling:
    """A log that is read from where its table is still known, and told from a line on."""

    def __init__(
        self,
        table: Table,
        after: int,
        person: str | None,
        muted: frozenset[str] = frozenset(),
        language: Language | None = None,
    ) -> None:
        self._then, self._after = table.as_it_was(after), after
        self._person, self._muted, self._language = person, muted, language

    @property
    def number(self) -> int:
        """The last line that was read."""
        return self._then.number

    def told(self, log: Iterable[LogLine]) -> Iterator[dict[str, Any]]:
        """Read on; what is to be told of these lines, each as it was at its time."""
        then = self._then
        for written in log:
            absorb(then, written)
            if written.number > self._after:
                board = None if then.match is None else SharedBoard(then, then.match, written.at)
                audience = audience_of(then, self._person, self._muted, self._language)
                yield line(then, written, board, audience)

    def encoded(self, log: list[LogLine]) -> list[bytes]:
        """The same, as it is sent. This takes a while: it is nothing for the event loop."""
        return [encode(one) for one in self.told(paced(log))]


def retold(
    table: Table,
    log: list[LogLine],
    after: int,
    person: str | None,
    muted: frozenset[str] = frozenset(),
    language: Language | None = None,
) -> list[dict[str, Any]]:
    """The lines of a log after a number, each as it would have been told at its time."""
    retelling = Retelling(table, after, person, muted, language)
    return list(retelling.told(log[retelling.number :]))


class Past:
    """What somebody missed at a table: read while others play on, and then the rest."""

    def __init__(self, store: Store, table: Table, after: int, listener: Listener) -> None:
        self._store, self._table, self._after = store, table, after
        self._retelling: Retelling | None = Retelling(
            table, after, listener.person, listener.muted, listener.language
        )

    async def told(self, address: str) -> list[bytes]:
        """The lines up to now for somebody at an address, none if that is too long ago."""
        table = self._table
        if not 0 < table.number - self._after <= MOST_MISSED or self._retelling is None:
            self._retelling = None
            return []
        async with self._store.aside.turn_of(address):
            return await self._read(self._retelling)

    async def rest(self) -> list[bytes]:
        """The lines that were written meanwhile."""
        retelling = self._retelling
        if retelling is None or retelling.number == self._table.number:
            return []
        return await self._read(retelling)

    async def _read(self, retelling: Retelling) -> list[bytes]:
        known, until = retelling.number, self._table.number
        log = await self._store.lines_after(self._table.id, known)
        return await self._store.aside.do(retelling.encoded, log[: until - known])


class Sender(Protocol):
    """One connection on which something was said."""

    def flush(self) -> None:
        """Send it. Raises OSError where the link is cut."""


class Outbox:
    """Wires on which something was said: it is sent once all that is to be told now is said.

    Sending takes longer than saying, and wakes whoever reads: the moves that were read together
    are all decided and told before the first of their players has to share the machine with us.
    """

    def __init__(self) -> None:
        self._waiting: dict[Sender, None] = {}

    def put(self, wire: Sender) -> None:
        """Send what was said on a wire when the loop turns to the next thing."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting[wire] = None

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for wire in waiting:
            try:
                wire.flush()
            except OSError:  # that link is cut; the others are not
                log.debug("a link was cut while something was sent")
