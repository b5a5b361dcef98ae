"""Whether the house can work: alive, or only a restart helps; ready, or what it waits for."""

import asyncio
import time
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from tabletier.server.house import House

MOMENT = 2.0
"""Seconds that the database has to write something down."""
FRESH = 1.0
"""Seconds for which an answer of the database is good, however many ask."""


class Health(NamedTuple):
    """How the house is."""

    alive: bool
    """Whether it will be ready by itself, if it is not; otherwise it must be started again."""
    waiting_for: list[str]

    @property
    def ready(self) -> bool:
        """Whether everything can be done here."""
        return not self.waiting_for


class Doctor:
    """Looks after a house, whoever asks and however often."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asking = asyncio.Lock()
        self._looked = float("-inf")
        self._writes = False

    @property
    def alive(self) -> bool:
        """Whether the house writes where it will find it again."""
        return self._house.store.writer.anchored

    async def look(self) -> Health:
        """How the house is, with a line of the database really written."""
        house = self._house
        reasons = [f"the rules of {game}" for game in house.boxes.closed]
        if house.callers.closing:
            reasons.append("the house closes")
        if not self.alive:
            reasons.append("a restart: the database file was moved or replaced")
        elif not await self._database_writes():
            reasons.append("the database")
        return Health(self.alive, reasons)

    async def _database_writes(self) -> bool:
        async with self._asking:
            if time.monotonic() - self._looked > FRESH:
                try:
                    async with asyncio.timeout(MOMENT):
                        await self._house.diary.sign()
                    self._writes = True
                except (SQLAlchemyError, OSError, TimeoutError):
                    self._writes = False
                self._looked = time.monotonic()
            return self._writes
