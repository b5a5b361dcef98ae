"""What the house says when somebody proposes something to one of its seats.

A draw is thought about like a move, elsewhere and from what the seat knows: who is clearly ahead
plays on. A stand-in takes nothing back for the person whose seat it keeps.
"""

import asyncio
import logging
import secrets
from concurrent.futures import CancelledError

from tabletier.match.match import Match
from tabletier.search.evaluation import chances, known_by, standing
from tabletier.search.knowledge import side_of
from tabletier.server.live.bots import LEASE, Minds
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables.acts import Line, Reason
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.proposals import KINDS, house_answers, waiting
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
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

    def heard(self, room: Room, _: Line | None) -> None:
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
