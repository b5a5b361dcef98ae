"""Partners of the house at their tables: asked by a partner, they think elsewhere and answer."""

import asyncio
import logging
from concurrent.futures import CancelledError
from functools import partial
from typing import NamedTuple

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Text
from tabletier.search.hints import Hint
from tabletier.search.knowledge import Knowledge
from tabletier.server.live.bots import LEASE, Minds
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables.acts import Line
from tabletier.server.tables.confiding import (
    UNSURE,
    Asked,
    advice,
    answered,
    asked,
    basis,
)
from tabletier.server.tables.decision import Decision
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
SECONDS = 0.5
"""How long a partner thinks."""
TRIES = 3
"""How often a partner thinks anew because somebody has moved meanwhile."""


MOST_THOUGHTS = 1000
"""Thoughts kept for whoever asks again."""


class _Thought(NamedTuple):
    """What a partner has thought, of which decision and from what."""

    moment: int
    known: Knowledge
    hint: Hint


class Partners:
    """Answers for the seats that the house plays beside a person."""

    def __init__(self, hub: Hub, minds: Minds) -> None:
        self._hub, self._minds = hub, minds
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._thoughts: dict[tuple[str, int], _Thought] = {}
        hub.after.append(self.heard)

    def heard(self, room: Room, line: Line | None) -> None:
        """Something happened at a table: perhaps a partner of the house was asked."""
        question = None if line is None else asked(room.table, line)
        if question is None:
            return
        key = room.table.id, question.seat
        earlier = self._thinking.get(key)
        if earlier is not None:  # the last question is answered
            earlier.cancel()
        task = asyncio.create_task(self._answer(room, question))
        self._thinking[key] = task
        task.add_done_callback(lambda done: self._ended(key, done))

    def _ended(self, key: tuple[str, int], task: "asyncio.Task[None]") -> None:
        if self._thinking.get(key) is task:
            del self._thinking[key]
        if not task.cancelled() and task.exception() is not None:
            log.error("a partner did not answer: %s", type(task.exception()).__name__)

    async def _answer(self, room: Room, question: Asked) -> None:
        claim = f"partner:{room.table.id}:{question.number}"
        if not await self._hub.neighbours.claim(claim, LEASE):
            return
        for _ in range(TRIES):
            moment = room.table.moment
            text = await self._said(room.table, question)
            if text is None:
                return
            deciding = partial(_deciding, question, moment, text)
            try:
                await self._hub.write(room, deciding)
            except Refused as refusal:
                log.info("a partner's answer came too late: %s", refusal.code)
            else:
                return

    async def _said(self, table: Table, question: Asked) -> Text | None:
        """What a partner answers; nothing once the match is over."""
        match = table.match
        if match is None or table.status != "playing":
            return None
        known = basis(table, match, question)
        if isinstance(known, Text):
            return known
        try:
            return advice(match, question, await self._thought(table, question.seat, known))
        except (CancelledError, RuntimeError, GameError):
            log.exception("a partner could not think about %s", table.game)
            return UNSURE

    async def _thought(self, table: Table, seat: int, known: Knowledge) -> Hint:
        """What a partner thinks, once for each decision: asked again, it is of the same mind."""
        key, moment = (table.id, seat), table.moment
        thought = self._thoughts.pop(key, None)
        if thought is None or thought[:2] != (moment, known):
            seed = f"partner {table.id} {seat} {moment}"
            hint = await asyncio.wrap_future(self._minds.hint(known, seed, SECONDS))
            thought = _Thought(moment, known, hint)
        self._thoughts[key] = thought  # the last one used is the last to be forgotten
        if len(self._thoughts) > MOST_THOUGHTS:
            del self._thoughts[next(iter(self._thoughts))]
        return thought.hint

    def close(self) -> None:
        """Nobody is answered any more."""
        for task in self._thinking.values():
            task.cancel()


def _deciding(question: Asked, moment: int, text: Text, table: Table, _: int) -> Decision:
    return answered(table, question, moment, text)
