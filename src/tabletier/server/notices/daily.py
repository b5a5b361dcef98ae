"""Who wants to be called for the puzzle of the day is, once a day and unless they have answered."""

from datetime import UTC, datetime

from sqlalchemy import and_, exists, select

from tabletier.server.db.outbox import NoticeOutbox
from tabletier.server.db.schema import channels, puzzle_answers
from tabletier.server.tables.notices import Notice

MORNING = 7
"""The hour (UTC) from which people are called; their own quiet hours come on top."""
MOST = 2000
"""People who are called at a time."""


class DailyCall:
    """Puts a notice into the outbox for each person and day; the same twice is one."""

    def __init__(self, outbox: NoticeOutbox) -> None:
        self._outbox, self._day = outbox, ""
        self._after: str | None = None
        """The last person who was called today; None: all have been."""

    async def call(self, now: int) -> int:
        """Call the next ones, if it is time; how many rows that are."""
        moment = datetime.fromtimestamp(now / 1000, UTC)
        day = f"{moment:%Y-%m-%d}"
        if moment.hour < MORNING or not self._outbox.is_used:
            return 0
        if day != self._day:
            self._day, self._after = day, ""
        if self._after is None:
            return 0
        persons = await self._wanting(day, self._after)
        self._after = persons[-1] if persons else None
        if not persons:
            return 0
        number = int(day.replace("-", ""))
        calls = [Notice(who, ("daily",), "", number, {"path": "/puzzle"}) for who in persons]
        return await self._outbox.add(calls, now)

    async def _wanting(self, day: str, after: str) -> list[str]:
        """Who wants to be called, and has not answered a puzzle of that day."""
        answered = exists().where(
            and_(puzzle_answers.c.person == channels.c.person, puzzle_answers.c.day == day)
        )
        wanted = (
            select(channels.c.person)
            .distinct()
            .where(
                channels.c.state == "on",
                channels.c.kinds.contains("daily"),
                channels.c.person > after,
                ~answered,
            )
            .order_by(channels.c.person)
            .limit(MOST)
        )
        async with self._outbox.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())
