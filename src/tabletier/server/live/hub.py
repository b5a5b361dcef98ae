"""The tables in use. An order is decided, stored, and only then told to everyone.

Any number of servers may run a hub over the same database: a line whose place is taken means that
another server was faster; its lines are read and the order is decided again.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tabletier.games.kernel.text import Text
from tabletier.server.background import QuickLock
from tabletier.server.db.lobby import Filed, entry_of, is_filed
from tabletier.server.db.store import Store
from tabletier.server.live.broadcast import Listener, tell
from tabletier.server.live.cluster import Alone, Ears, Neighbours, Unreachable
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.decide import Actor, Decision, decide
from tabletier.server.tables.decision import check_length, wants_pause
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.notices import Notice, notices_of
from tabletier.server.tables.reading import absorb, table_after
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
TRIES = 5
AT_A_TIME = 16
"""Lines of other servers after which the loop may turn to others."""


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return int(time.time() * 1000)


class Receipt(NamedTuple):
    """An order that was carried out: the number of its line, and whether that was earlier."""

    number: int
    again: bool


class Room:
    """A table in use, and who looks at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = QuickLock()
        self.listeners: set[Listener] = set()
        self.last: LogLine | None = None
        self.used = time.monotonic()
        self.coming: set[str] = set()
        """Persons who have just connected and take their seats back: nobody plays for them."""

    @property
    def persons(self) -> set[str]:
        """Who is connected here."""
        return {listener.player for listener in self.listeners if listener.player is not None}

    @property
    def lookers(self) -> set[str]:
        """Who is connected here by a page that shows the table to a person."""
        looking = (listener for listener in self.listeners if listener.looks)
        return {listener.player for listener in looking if listener.player is not None}


class Hub:
    """All rooms of this server."""

    def __init__(self, store: Store, neighbours: Neighbours | None = None) -> None:
        self.store = store
        self.neighbours = neighbours or Alone()
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self._reading: set[asyncio.Task[None]] = set()
        self.before: list[Callable[[Room], Awaitable[None]]] = []
        """Called before anybody may use a room that was opened."""
        self.after: list[Callable[[Room, LogLine | None], None]] = []
        """Called after every line that this server wrote or read, and once when a room is opened:
        opponents, clocks."""

        self.pausing: Callable[[Room, Decision, int], Awaitable[Decision]] | None = None
        """Adds the pause to a move after which people want to look."""

        self.send_away: Callable[[str], None] = lambda person: None  # noqa: ARG005 - nobody is here
        """Cuts the connections of a person to this server."""

    @property
    def ears(self) -> Ears:
        """What to do when neighbours have news."""
        return Ears(self.wrote, self.missed, self.connected, self.send_away)

    def wrote(self, table_id: str, number: int) -> None:
        """A neighbour wrote lines of a table; they are read if it is in use here."""
        room = self.rooms.get(table_id)
        if room is not None and room.table.number < number:
            task = asyncio.create_task(self.catch_up(room))
            self._reading.add(task)
            task.add_done_callback(self._read)

    def missed(self) -> None:
        """News may have been lost: every table in use is looked up."""
        for room in self.rooms.values():
            self.wrote(room.table.id, room.table.number + 1)

    def _read(self, task: asyncio.Task[None]) -> None:
        self._reading.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("a table could not be read: %s", type(task.exception()).__name__)

    def connected(self) -> Iterator[tuple[str, str]]:
        """Tables and the persons connected to them here."""
        for table_id, room in self.rooms.items():
            for person in room.persons:
                yield table_id, person
            for person in room.lookers:
                yield f"look:{table_id}", person

    async def is_attended(self, room: Room) -> bool:
        """Whether somebody who plays is connected to a table, at whatever server."""
        if room.persons:
            return True
        try:
            return bool(await self.neighbours.here(room.table.id))
        except Unreachable:
            return True

    async def looks(self, table_id: str, person: str) -> bool:
        """Whether a page shows a table to a person just now, at whatever server."""
        room = self.rooms.get(table_id)
        if room is not None and person in room.lookers:
            return True
        try:
            return person in await self.neighbours.here(f"look:{table_id}")
        except Unreachable:
            return False

    async def game_of(self, table_id: str) -> str | None:
        """The game of a table, None if there is no such table."""
        if table_id in self.rooms:
            return self.rooms[table_id].table.game
        filed = await self.store.filed(table_id)
        return None if filed is None else filed.game

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, None if there is no such table."""
        room = self.rooms.get(table_id)
        if room is not None:
            room.used = time.monotonic()
            return room
        opening = self._opening.get(table_id)
        if opening is None:
            opening = asyncio.ensure_future(self._open(table_id))
            self._opening[table_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _open(self, table_id: str) -> Room | None:
        table = await self.store.load(table_id)
        if table is None:
            return None
        room = Room(table)
        await self.get_ready(room)
        self.rooms[table_id] = room
        if self.neighbours.shared:  # what was written while we read
            await self.catch_up(room)
        for heard in self.after:
            heard(room, None)
        return room

    async def get_ready(self, room: Room) -> None:
        """Give back the time in which the house was closed, and what else comes before all."""
        for getting_ready in self.before:
            await getting_ready(room)

    async def order(self, room: Room, order: Any, actor: Actor) -> Receipt:
        """Carry out an order; where it is in the log. Raises Refused."""
        return await self.write(
            room, lambda table, now: decide(table, order, actor, now), actor.person, order.key
        )

    async def write(
        self,
        room: Room,
        deciding: Callable[[Table, int], Decision],
        person: str = "",
        key: str = "",
    ) -> Receipt:
        """Add a line: decided on the table as it is, stored, then told. Raises Refused."""
        if not room.lock.take():
            await room.lock.wait()
        try:
            for _ in range(TRIES):
                table = room.table
                if key and (person, key) in table.done:
                    return Receipt(table.done[person, key], again=True)
                now = now_ms()
                try:
                    decision = deciding(table, now)
                    check_length(table, decision.acts)
                except Refused:  # perhaps a neighbour has written what makes it possible
                    if self.neighbours.shared and await self._catch_up(room):
                        continue
                    raise
                if self.pausing is not None and self._ends_something(room, decision):
                    decision = await self.pausing(room, decision, now)
                line = LogLine(table.number + 1, now, decision.acts, person, key)
                if await self._append(room, line, decision):
                    self._absorb(room, line, decision)
                    return Receipt(line.number, again=False)
                if not await self._catch_up(room) and key:  # its key was used long ago
                    number = await self.store.number_of(table.id, person, key)
                    if number is not None:
                        return Receipt(number, again=True)
        finally:
            room.lock.release()
        raise wrong_time(
            "La table est trop occupée ; réessayez.", "The table is too busy; try again."
        )

    def _ends_something(self, room: Room, decision: Decision) -> bool:
        """Whether people who may be here would look at what a move ended."""
        if self.pausing is None or not room.table.rules.pauses:
            return False
        return (self.neighbours.shared or bool(room.lookers)) and wants_pause(decision)

    async def _append(self, room: Room, line: LogLine, decision: Decision) -> bool:
        table, entry = room.table, None
        if decision.opens is not None or is_filed(line.acts, table.by_days, table.house.rated):
            entry = entry_of(table_after(table, line, decision.match), decision.opens)
        try:
            return await self.store.writer.append(
                table.id, line, entry, self._notices(room, line, decision)
            )
        except (SQLAlchemyError, OSError) as error:
            log.error("a line could not be stored: %s", type(error).__name__)
            raise Refused(
                "house/storage",
                Text(
                    "La maison ne peut rien noter pour l'instant ; réessayez avec la même clé.",
                    "The house cannot write anything down just now; try again with the same key.",
                ),
                status=503,
                retry=1,
            ) from error

    def _notices(self, room: Room, line: LogLine, decision: Decision) -> tuple[Notice, ...]:
        """What is to be told to people who do not look, where anybody can be told anything."""
        if not self.store.outbox.is_used:
            return ()
        opens = None if decision.opens is None else decision.opens[0]
        found = notices_of(room.table, line, decision.match, opens)
        return self.store.outbox.for_whom(found, room.lookers) if found else ()

    async def catch_up(self, room: Room) -> None:
        """Read what other servers wrote."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> bool:
        """Read what other servers wrote; whether there was anything."""
        before = room.table.number
        for line in await self.store.lines_after(room.table.id, before):
            self._absorb(room, line, None)
            if line.number % AT_A_TIME == 0:
                await asyncio.sleep(0)
        return room.table.number > before

    def _absorb(self, room: Room, line: LogLine, decision: Decision | None) -> None:
        """Take in a line that is stored, and tell everyone."""
        absorb(room.table, line, None if decision is None else decision.match)
        room.last = line
        tell(room.table, line, room.listeners, line.at)
        if decision is not None:
            self.neighbours.tell(room.table.id, line.number)
        for heard in self.after:
            heard(room, line)

    def sweep(self, idle: float) -> None:
        """Put away the tables that nobody looks at and where nothing will happen by itself."""
        since = time.monotonic() - idle
        for table_id, room in list(self.rooms.items()):
            busy = room.listeners or room.lock.locked() or not room.table.sleeps
            if not busy and room.used < since:
                del self.rooms[table_id]


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

    async def of(self, entries: list[Filed]) -> dict[str, TableTurn]:
        """What there is to see at some tables; where people have days, that is filed with them."""
        known = {entry.id: turn_filed(entry.sitters) for entry in entries if entry.sitters}
        return known | await self.at({one.id: one.game for one in entries if not one.sitters})

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
            return room.table.number, turn_at(room.table)
        try:
            await self._boxes.wait_for(game)
        except Refused:  # a guest that is gone: its tables wait until it is back
            return None
        table = await self._hub.store.load(table_id)
        return None if table is None else (table.number, turn_at(table))


def turn_filed(sitters: str) -> TableTurn:
    """Whose turn it is at a table, as that is filed."""
    seats, to_move = msgspec.json.decode(sitters)
    return TableTurn(tuple(seats), to_move)


def turn_at(table: Table) -> TableTurn:
    """Whose turn it is at a table."""
    return TableTurn(tuple(seat.person for seat in table.seats), table.to_move)


__all__ = ["Hub", "Refused", "Room", "now_ms"]
