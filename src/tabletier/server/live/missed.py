"""What somebody has missed: the lines of a table as they may see them now, and whose turn it is.

A log is read for that, aside: the loop and whoever plays go on meanwhile. A glance at many tables
opens no room for each.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tabletier.games.kernel.text import Language
from tabletier.server.background import paced
from tabletier.server.db.store import Store
from tabletier.server.live.broadcast import Listener, encode
from tabletier.server.live.hub import Hub
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.show import SharedBoard, line
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import audience_of

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

    def told(self, log: Iterable[LogLine]) -> Iterator[dict[str, Any]]:
        """Read on; what is to be told of these lines, each as it was at its time."""
        then = self._then
        for written in log:
            then.absorb(written)
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


KEPT = 2000


class TableTurn(NamedTuple):
    """What is seen of a table in passing."""

    seats: tuple[str | None, ...]
    """The person of each seat."""
    to_move: int | None

    def of(self, person: str) -> list[int]:
        """The seats of a person."""
        return [number for number, seated in enumerate(self.seats) if seated == person]


class TurnLookup:
    """Looks at tables, and remembers what it saw until something happens there."""

    def __init__(self, hub: Hub, boxes: Boxes) -> None:
        self._hub, self._boxes = hub, boxes
        self._seen: OrderedDict[str, tuple[int, TableTurn]] = OrderedDict()

    async def at(self, tables: dict[str, str]) -> dict[str, TableTurn]:
        """What there is to see at some tables, given with their games."""
        numbers = await self._hub.store.numbers(list(tables))
        found = {}
        for table_id, number in numbers.items():
            known = self._seen.get(table_id)
            if known is None or known[0] != number:
                known = await self._look(table_id, tables[table_id])
            if known is not None:
                self._seen[table_id] = known
                self._seen.move_to_end(table_id)
                found[table_id] = known[1]
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)
        return found

    async def _look(self, table_id: str, game: str) -> tuple[int, TableTurn] | None:
        room = self._hub.rooms.get(table_id)
        if room is not None and not self._hub.neighbours.shared:
            return room.table.number, _glance(room.table)
        await self._boxes.wait_for(game)
        table = await self._hub.store.load(table_id)
        return None if table is None else (table.number, _glance(table))


def _glance(table: Table) -> TableTurn:
    return TableTurn(tuple(seat.person for seat in table.seats), table.to_move)
