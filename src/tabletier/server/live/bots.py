"""The opponents of the house at their tables: whenever one is to move, it thinks elsewhere.

Those of tables where somebody is think first, then the others one by one. Those others take turns
by whoever they belong to: many tables of one wait for each other, and not in front of the only one
of somebody else.
"""

import asyncio
import itertools
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import CancelledError, Future
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol

from tabletier.games.kernel.contract import Options
from tabletier.search.hints import Hint
from tabletier.search.knowledge import Knowledge, knowledge_of
from tabletier.search.tree_search import Thought
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables.acts import Line
from tabletier.server.tables.decide import Decision, moved, playing
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table

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


log = logging.getLogger(__name__)
LEASE = 20.0
"""Seconds that the other servers leave a move to the one that thinks about it."""
SOON_MS = 300_000
"""How long before its turn a stand-in gets ready at most."""
RETRY = 5.0
"""Seconds until a thought that failed is tried again."""


class Minds(Protocol):
    """Whoever does the thinking: processes of this machine, or workers elsewhere."""

    def prepare(self, game: str, options: Options) -> None:
        """A table is being set."""

    def submit(self, player: str, known: Knowledge, seed: str) -> Future[Thought]:
        """Ask for a move."""

    def hint(self, known: Knowledge, seed: str, seconds: float = 1.0) -> Future[Hint]:
        """Ask for a good move with a reason."""

    def close(self) -> None:
        """No more questions."""


class Opponents:
    """Has opponents move when it is their turn."""

    def __init__(
        self,
        hub: Hub,
        minds: Minds,
        pace: float = 0,
        owner_of: Callable[[Table], str] = lambda table: table.host,
    ) -> None:
        self._hub, self._minds, self._owner_of = hub, minds, owner_of
        self._pace = pace
        """Seconds from one move to the next at least, so that people can follow; a table may have
        agreed on another."""
        self._thinking: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._retries: dict[str, asyncio.TimerHandle] = {}
        self._turns = Turns()
        hub.after.append(self.heard)

    def __len__(self) -> int:
        return len(self._thinking)

    def heard(self, room: Room, _: Line | None) -> None:
        """Something happened at a table: perhaps an opponent must think, or need not any more."""
        table = room.table
        if is_expecting(table):
            self._minds.prepare(table.game, table.options)
        level = None if table.pause is not None else table.level_to_move
        known = self._thinking.get(table.id)
        if known is not None and (level is None or known[0] != table.moment):
            known[1].cancel()
            del self._thinking[table.id]
            known = None
        if level is not None and known is None:
            task = asyncio.create_task(self._move(room, level))
            self._thinking[table.id] = (table.moment, task)

    async def _move(self, room: Room, level: int) -> None:
        table, moment = room.table, room.table.moment
        attended = partial(self._hub.is_attended, room)
        try:
            async with self._turns.taken(self._owner_of(table), attended):
                if not await self._hub.neighbours.claim(f"think:{table.id}:{moment}", LEASE):
                    self._try_again(room, LEASE)
                    return
                thought = await self._think(table, level)
        except (CancelledError, RuntimeError):
            log.exception("an opponent of level %s could not think about %s", level, table.game)
            self._try_again(room, RETRY)
            return
        pace = self._pace if table.house.pace is None else table.house.pace
        await asyncio.sleep(pace - (now_ms() - table.timing.since) / 1000)
        self._thinking.pop(table.id, None)

        def deciding(table: Table, now: int) -> Decision:
            seat = table.to_move
            changed = table.moment != moment or table.level_to_move is None
            if seat is None or changed or table.pause is not None:
                raise wrong_time("La position a changé.", "The position has changed.")
            instead = table.seats[seat].person is not None
            if table.seats[seat].person in room.coming:
                raise wrong_time("La personne est de retour.", "The person is back.")
            return moved(table, playing(table), seat, thought.move, now, stand_in=instead)

        try:
            await self._hub.write(room, deciding)
        except Refused as refusal:
            log.info("an opponent's move came too late: %s", refusal.code)

    async def _think(self, table: Table, level: int) -> Thought:
        assert table.match is not None
        asked = self._minds.submit(str(level), knowledge_of(table.match), secrets.token_hex(8))
        try:
            return await asyncio.wrap_future(asked)
        except asyncio.CancelledError:
            asked.cancel()
            raise

    def _try_again(self, room: Room, seconds: float) -> None:
        """Look again later whether somebody must think at this table."""
        self._thinking.pop(room.table.id, None)
        loop = asyncio.get_running_loop()
        waiting = self._retries.pop(room.table.id, None)
        if waiting is not None:
            waiting.cancel()
        self._retries[room.table.id] = loop.call_later(seconds, self.heard, room, None)

    async def close(self) -> None:
        """Stop all thinking."""
        for waiting in self._retries.values():
            waiting.cancel()
        for _, task in self._thinking.values():
            task.cancel()
        self._minds.close()
        shut = getattr(self._minds, "shut", None)
        if shut is not None:  # a queue is left on the event loop
            await shut()


def is_expecting(table: Table) -> bool:
    """Whether an opponent will soon be wanted: one sits at the table, or somebody is away."""
    if table.status == "open":
        return any(seat.level is not None for seat in table.seats)
    soon = table.touched + SOON_MS
    return any(seat.away_until and seat.away_until < soon for seat in table.seats)
