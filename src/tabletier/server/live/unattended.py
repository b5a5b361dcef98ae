"""Tables where the house moves and nobody is there: they are few, and their turn comes last.

A table that waits for a person's move costs nothing and is not counted, however many they are. At
one where only opponents of the house sit, they play by themselves from beginning to end.

Opponents of tables where somebody is think first, then the others one by one. Those others take
turns by whoever they belong to: many tables of one wait for each other, and not in front of the
only one of somebody else.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from tabletier.games.kernel.text import Text
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables.decide import Actor
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.table import Table

OF_ONE = 3
"""Matches under way without people that one person may have begun, times the generosity of the
limits."""
FROM_ONE = 12
"""Those begun from one address."""
LEFT = 4
"""So many times as many where somebody sits who is not there, and the house is to move."""


class UnattendedTables:
    """The tables of this server where nobody is, and who began them."""

    def __init__(self, hub: Hub, generosity: float) -> None:
        self._hub, self._generosity = hub, generosity
        self._addresses: dict[str, str] = {}

    async def begin(self, room: Room, actor: Actor) -> None:
        """One more begins. Raises Refused where too much is played already without anybody."""
        if not self._generosity:
            return
        rooms = self._hub.rooms
        self._addresses = {table: near for table, near in self._addresses.items() if table in rooms}
        if is_without_people(room.table):
            going = [found for found in rooms.values() if is_showpiece(found.table)]
            many = self._are_many(going, actor, self._generosity)
        else:
            going = [found for found in rooms.values() if goes_on_alone(found)]
            many = self._are_many(going, actor, LEFT * self._generosity)
            if many:  # their people may be connected to other servers
                going = [found for found in going if not await self._hub.is_attended(found)]
                many = self._are_many(going, actor, LEFT * self._generosity)
        if many:
            raise too_many()
        self._addresses[room.table.id] = actor.address

    def owner_of(self, table: Table) -> str:
        """To whom a table without anybody is counted: an address, or else a person."""
        return self._addresses.get(table.id) or min(owners(table), default="")

    def _are_many(self, going: Sequence[Room], actor: Actor, times: float) -> bool:
        own = sum(actor.person in owners(room.table) for room in going)
        near = sum(self._addresses.get(room.table.id) == actor.address for room in going)
        return own >= OF_ONE * times or near >= FROM_ONE * times


def too_many() -> Refused:
    """Enough is played already without anybody."""
    return Refused(
        "rate/showpieces",
        Text(
            "Plusieurs parties sans personne sont déjà en cours ; rejoignez-les, ou attendez que"
            " l'une d'elles finisse.",
            "Several matches without anybody are under way already; go there, or wait until one of"
            " them ends.",
        ),
        status=429,
        retry=60,
    )


def goes_on_alone(room: Room) -> bool:
    """Whether the house is to move, and nobody who plays is connected here."""
    table = room.table
    return table.status == "playing" and table.level_to_move is not None and not room.persons


def is_showpiece(table: Table) -> bool:
    """Whether opponents of the house play against each other."""
    return table.status == "playing" and is_without_people(table)


def owners(table: Table) -> set[str]:
    """Whose table it is: of those who sit there, or else of whoever opened it."""
    return {seat.person for seat in table.seats if seat.person is not None} or {table.host}


def is_without_people(table: Table) -> bool:
    """Whether only opponents of the house sit at a table."""
    return all(seat.person is None for seat in table.seats)


LOOK = 1.0
"""Seconds after which a table that waits is looked at again: somebody may have come."""
Place = tuple[int, int]
"""Where a table stands in the queue: in which round, and who came first."""


class Turns:
    """The thoughts under way."""

    def __init__(self) -> None:
        self._attended = 0
        """At tables where somebody is."""
        self._alone = 0
        """At tables where nobody is: one at a time."""
        self._waiting: dict[Place, asyncio.Future[None]] = {}
        self._round = 0
        self._rounds: dict[str, int] = {}
        """Of everybody who waits, the round of their last table."""
        self._count = itertools.count()

    def __len__(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def taken(
        self, owner: str, is_attended: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        attended = await is_attended()
        if not attended:
            attended = await self._come_up(owner, is_attended)
        self._attended += attended
        self._alone += not attended
        try:
            yield
        finally:
            self._attended -= attended
            self._alone -= not attended
            self._call()

    async def _come_up(self, owner: str, is_attended: Callable[[], Awaitable[bool]]) -> bool:
        """Wait until the only turn of tables without anybody is free, or somebody comes."""
        place = (self._next_round(owner), next(self._count))
        loop, attended = asyncio.get_running_loop(), False
        try:
            while not attended:
                self._waiting[place] = called = loop.create_future()
                if self._is_free and place == min(self._waiting):
                    self._round = place[0]
                    break
                await asyncio.wait([called], timeout=LOOK)
                attended = await is_attended()
        finally:
            del self._waiting[place]
            if not self._waiting:
                self._rounds.clear()
        return attended

    @property
    def _is_free(self) -> bool:
        return not self._attended and not self._alone

    def _next_round(self, owner: str) -> int:
        """The round in which one more table of somebody comes up."""
        found = self._rounds.get(owner)
        self._rounds[owner] = self._round if found is None else max(self._round, found + 1)
        return self._rounds[owner]

    def _call(self) -> None:
        """Have whoever is first look whether it is their turn."""
        if self._waiting and self._is_free:
            called = self._waiting[min(self._waiting)]
            if not called.done():
                called.set_result(None)
