"""Ratings are worked out when a rated match ends, and whatever was left when the house opens."""

import asyncio
import logging
from collections.abc import Coroutine

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.registry import keys
from tabletier.server.background import end
from tabletier.server.db import ratings as books
from tabletier.server.db.ladder import Ladders
from tabletier.server.db.results import renew_levels
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine

log = logging.getLogger(__name__)


class Ratings:
    """Keeps the ratings of all games up to date."""

    def __init__(self, engine: AsyncEngine, hub: Hub) -> None:
        self._engine = engine
        self.ladders = Ladders(engine)
        self._tasks: set[asyncio.Task[None]] = set()
        hub.after.append(self.heard)

    def open(self) -> None:
        """Begin: levels stand on their ladders, what was left is worked out."""
        self._do(self._begin())

    async def close(self) -> None:
        """What is not worked out yet is, when the house opens again."""
        await end(*self._tasks)

    def heard(self, room: Room, line: LogLine | None) -> None:
        """A rated match is over."""
        ends = line is not None and any(isinstance(act, acts.Ended) for act in line.acts)
        if ends and room.table.house.rated:
            self._do(self.settle(room.table.game))

    async def settle(self, game: str) -> None:
        """Work out what waits of a game; what cannot be stored now waits on."""
        try:
            await books.settle(self._engine, game)
        except (SQLAlchemyError, OSError) as error:
            log.warning("ratings of %s wait: %s", game, type(error).__name__)

    async def settle_all(self) -> None:
        """Work out whatever waits."""
        for game in await books.queued(self._engine):
            await self.settle(game)

    async def _begin(self) -> None:
        try:
            for game in keys():
                await renew_levels(self._engine, game)
            await self.settle_all()
        except (SQLAlchemyError, OSError) as error:
            log.warning("ratings wait: %s", type(error).__name__)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
