"""Opponents of the house at their tables: when one is to move, or is asked, it thinks elsewhere.

A draw is thought about like a move, from what the seat knows: who is clearly ahead plays on. A
stand-in takes nothing back for the person whose seat it keeps.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Protocol

from tabletier.games.kernel.contract import Options
from tabletier.match.match import Match
from tabletier.search.evaluation import chances, known_by, standing
from tabletier.search.hints import Hint
from tabletier.search.knowledge import Knowledge, knowledge_of, side_of
from tabletier.search.levels import player_named
from tabletier.search.tree_search import Thought
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.live.unattended import Turns
from tabletier.server.tables.acts import LogLine, Reason
from tabletier.server.tables.decide import Decision, moved, playing
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.proposals import KINDS, house_answers, waiting
from tabletier.server.tables.table import Table

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

    def heard(self, room: Room, _: LogLine | None) -> None:
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
        who, known = thinker(table, level), knowledge_of(table.match)
        asked = self._minds.submit(who, known, secrets.token_hex(8))
        try:
            return await asyncio.wrap_future(asked)
        except asyncio.CancelledError:
            asked.cancel()
            raise

    def _try_again(self, room: Room, seconds: float) -> None:
        """Look again later whether somebody must think at this table."""
        self._thinking.pop(room.table.id, None)
        loop = asyncio.get_running_loop()
        later = self._retries.pop(room.table.id, None)
        if later is not None:
            later.cancel()
        self._retries[room.table.id] = loop.call_later(seconds, self.heard, room, None)

    async def close(self) -> None:
        """Stop all thinking."""
        for later in self._retries.values():
            later.cancel()
        for _, task in self._thinking.values():
            task.cancel()
        self._minds.close()
        shut = getattr(self._minds, "shut", None)
        if shut is not None:  # a queue is left on the event loop
            await shut()


def thinker(table: Table, level: int) -> str:
    """Who thinks about the next move: an opponent in its manner, a stand-in in none."""
    seat = None if table.to_move is None else table.seats[table.to_move]
    if seat is None or seat.person is not None:
        return str(level)
    return player_named(table.rules, level, seat.opponent)


def is_expecting(table: Table) -> bool:
    """Whether an opponent will soon be wanted: one sits at the table, or somebody is away."""
    if table.status == "open":
        return any(seat.level is not None for seat in table.seats)
    soon = table.touched + SOON_MS
    return any(seat.away_until and seat.away_until < soon for seat in table.seats)


JUDGE = "best@0.5"
"""Who judges the position for every level: the weak overlook moves, not how they stand."""
ROUNDS = 3
"""Moves of every seat before an opponent would hear of a draw."""


class Answers:
    """Answers for the seats that the house plays."""

    def __init__(self, hub: Hub, minds: Minds) -> None:
        self._hub, self._minds = hub, minds
        self._thinking: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._retries: dict[str, asyncio.TimerHandle] = {}
        hub.after.append(self.heard)

    def heard(self, room: Room, _: LogLine | None) -> None:
        """Something happened at a table: perhaps the house owes an answer, or none any more."""
        table = room.table
        known = self._thinking.get(table.id)
        if table.question is None and known is None:
            return
        seats = waiting(table)
        if known is not None and (not seats or known[0] != table.asked_at):
            known[1].cancel()
            del self._thinking[table.id]
            known = None
        if seats and known is None:
            task = asyncio.create_task(self._answer(room, seats))
            self._thinking[table.id] = (table.asked_at, task)

    async def _answer(self, room: Room, seats: list[int]) -> None:
        table, asked_at = room.table, room.table.asked_at
        if not await self._hub.neighbours.claim(f"answer:{table.id}:{asked_at}", LEASE):
            self._look_again(room)
            return
        said = await self._said(table, seats)
        self._thinking.pop(table.id, None)
        try:
            await self._hub.write(room, lambda table, _: house_answers(table, asked_at, said))
        except Refused as refusal:
            log.info("an answer of the house came too late: %s", refusal.code)

    async def _said(self, table: Table, seats: list[int]) -> dict[int, Reason]:
        """What each seat answers; no where it cannot think."""
        match, none = table.match, dict[int, Reason]()
        if match is None or table.question is None or not KINDS[table.question].house_thinks:
            return none | dict.fromkeys(seats, "absent")
        if len(table.moves) < ROUNDS * len(table.seats):
            return none | dict.fromkeys(seats, "early")
        try:
            return {seat: await self._judged(match, seat) for seat in seats}
        except (CancelledError, RuntimeError):
            log.exception("an opponent could not think about a draw of %s", table.game)
            return none | dict.fromkeys(seats, "unsure")

    async def _judged(self, match: Match, seat: int) -> Reason:
        """Whether the side of a seat is about even, ahead or behind."""
        known, mover = known_by(match, seat), match.to_move
        assert mover is not None
        asked = self._minds.submit(JUDGE, known, secrets.token_hex(8))
        try:
            thought = await asyncio.wrap_future(asked)
        except asyncio.CancelledError:
            asked.cancel()
            raise
        return standing(chances(thought, known, mover), side_of(known._replace(seat=seat)))

    def _look_again(self, room: Room) -> None:
        """Another server answers; should it be gone, we do."""
        self._thinking.pop(room.table.id, None)
        later = self._retries.pop(room.table.id, None)
        if later is not None:
            later.cancel()
        loop = asyncio.get_running_loop()
        self._retries[room.table.id] = loop.call_later(LEASE, self.heard, room, None)

    def close(self) -> None:
        """Nobody is answered any more."""
        for later in self._retries.values():
            later.cancel()
        for _, task in self._thinking.values():
            task.cancel()
