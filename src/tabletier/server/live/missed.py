"""What happened at a table while somebody was not looking, as they may see it now.

A log is read for that, aside: the loop and whoever plays go on meanwhile.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tabletier.games.kernel.text import Language
from tabletier.server.background import paced
from tabletier.server.db.store import Store
from tabletier.server.live.broadcast import Listener, encode
from tabletier.server.tables.acts import Line
from tabletier.server.tables.show import Board, audience_of, line
from tabletier.server.tables.table import Table

MOST = 300
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

    def told(self, log: Iterable[Line]) -> Iterator[dict[str, Any]]:
        """Read on; what is to be told of these lines, each as it was at its time."""
        then = self._then
        for written in log:
            then.absorb(written)
            if written.number > self._after:
                board = None if then.match is None else Board(then, then.match, written.at)
                audience = audience_of(then, self._person, self._muted, self._language)
                yield line(then, written, board, audience)

    def encoded(self, log: list[Line]) -> list[bytes]:
        """The same, as it is sent. This takes a while: it is nothing for the event loop."""
        return [encode(one) for one in self.told(paced(log))]


def retold(
    table: Table,
    log: list[Line],
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
        if not 0 < table.number - self._after <= MOST or self._retelling is None:
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
