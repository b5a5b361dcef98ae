"""Takes notices out of the outbox and has them told, each by one sender at a time.

What was told is marked at once; a server that dies between the two tells it again, under the same
id, and as something that may have been told before. Nobody outside can hold up anybody else: each
machine out there has a few places, each answer a time, and whoever does not answer at all is left
alone for a while.
"""

import asyncio
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from tabletier.server.background import end
from tabletier.server.live.hub import Hub, TurnLookup, now_ms
from tabletier.server.notices.channels import Channel
from tabletier.server.notices.daily import DailyCall
from tabletier.server.notices.hours import read_hours, ready_at
from tabletier.server.notices.leases import Due, Leases
from tabletier.server.notices.senders import SEND, Outcome, Senders
from tabletier.server.notices.wording import gathered, worded
from tabletier.server.tables.errors import Refused

log = logging.getLogger(__name__)
MINUTE, HOUR = 60, 3600
GAPS = (
    *(30, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE),
    *(HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR),
)
"""Seconds until something is tried again; after the last of them, some three days, it is given up.
Tries are counted, not days: a clock that jumps gives nothing up."""
MOST, EACH = 32, 4
"""What is sent at a time, and to one machine outside."""
TOGETHER = 50
"""Notices in one message at most."""
POLL = 10.0
"""Seconds until the outbox is looked at without news: another server may have died, or written."""
JUMP = 5.0
"""From how many seconds on a clock has jumped."""
OUTAGE, LONGEST_OUTAGE = 5.0, 300.0
"""Seconds for which a machine that does not answer is left alone: at first, and at most."""
CLOSING = 5.0
"""Seconds that messages under way are given when the house closes."""
CHECKED = frozenset({"your_turn", "started", "ended", "asked", "rematch", "time_short"})
"""Kinds that nobody needs who is looking at the table."""


class NoticeTally:
    """What was told, for `/metrics`."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, str]] = Counter()
        """By kind of channel and what came of it."""
        self.waiting = 0
        self.oldest = 0.0
        """For how many seconds the oldest has been waiting."""


class Dispatcher:
    """Sends what is in the outbox."""

    def __init__(self, hub: Hub, turns: TurnLookup, senders: Senders) -> None:
        self._hub, self._turns, self._senders = hub, turns, senders
        self._outbox, self._leases = hub.store.outbox, Leases(hub.store.engine)
        self._task: asyncio.Task[None] | None = None
        self._running: dict[asyncio.Task[Any], Channel] = {}
        self._outages: dict[str, tuple[int, float]] = {}
        """How often machines did not answer, and until when they are left alone."""
        self._daily = DailyCall(self._outbox)
        self._clock, self._swept = 0.0, float("-inf")
        self.tally = NoticeTally()

    async def open(self) -> None:
        """Begin to send."""
        self._clock = time.time() - time.monotonic()
        if not self._hub.neighbours.shared:
            await self._leases.let_go_of_all()
        await self._leases.hurry(since=now_ms() + int(1000 * JUMP))
        self._task = asyncio.create_task(self._run(), name="notices")

    async def close(self) -> None:
        """Send nothing more; what is under way has a moment."""
        if self._task is not None:
            await end(self._task)
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSING)
        await end(*self._running)

    async def _run(self) -> None:
        while True:
            try:
                wait = await self._round()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the outbox cannot be read: %s", type(error).__name__)
                wait = POLL / 10
            try:
                async with asyncio.timeout(wait):
                    await self._outbox.news.wait()
            except TimeoutError:
                pass

    async def _round(self) -> float:
        """Send all that may be sent now; the seconds until something else may be."""
        self._outbox.news.clear()  # what comes while we look is looked at again
        await self._look_at_the_clock()
        began = now_ms()
        await self._daily.call(began)
        while chosen := await self._choose():
            for channel, rows in chosen:
                self._spawn(channel, self._deliver(channel, rows))
        return await self._look_ahead(began)

    def _spawn(self, channel: Channel, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._running[task] = channel
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._running.pop(task, None)
        self._outbox.news.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a notice could not be handled", exc_info=error)

    async def _choose(self) -> list[tuple[Channel, list[str]]]:
        """What this server sends next, by channel: taken for itself."""
        if len(self._running) >= MOST:
            return []
        picked = self._pick(await self._leases.due(*self._busy()))
        names = [name for _, rows in picked for name in rows]
        taken = await self._leases.take(names) if names else set()
        mine = [(channel, [name for name in rows if name in taken]) for channel, rows in picked]
        return [(channel, rows) for channel, rows in mine if rows]

    def _busy(self) -> tuple[list[str], list[str]]:
        """The machines that nobody is to ask now, and the channels that are being told."""
        targets = Counter(channel.target for channel in self._running.values() if channel.target)
        now = time.monotonic()
        full = {target for target, count in targets.items() if count >= EACH}
        away = {target for target, (_, until) in self._outages.items() if until > now}
        return sorted(full | away), [channel.id for channel in self._running.values()]

    def _pick(self, found: list[Due]) -> list[tuple[Channel, list[str]]]:
        """Of what is due: one message for a channel, few for a machine, not too many in all."""
        room = Counter(channel.target for channel in self._running.values())
        picked: dict[str, tuple[Due, list[str]]] = {}
        for due in found:
            channel = due.channel
            first, rows = picked.get(channel.id, (None, []))
            if first is not None:
                gathers = first.batch is not None or bool(read_hours(channel.hours).digest)
                if gathers and due.batch == first.batch and len(rows) < TOGETHER:
                    rows.append(due.id)
            elif len(picked) + len(self._running) < MOST and (
                not channel.target or room[channel.target] < EACH
            ):
                room[channel.target] += 1
                picked[channel.id] = (due, [due.id])
        return [(first.channel, rows) for first, rows in picked.values()]

    async def _deliver(self, channel: Channel, names: list[str]) -> Outcome | None:
        """Tell what is worth telling of some rows that we hold."""
        rows = await self._worth_telling(channel, await self._leases.rows(names))
        if not rows:
            return None
        language = await self._leases.language(channel.person)
        batch = await self._leases.batch(rows)
        message = gathered(batch, [worded(row, language) for row in rows])
        try:
            async with asyncio.timeout(SEND):
                outcome = await self._senders.send(channel, message)
        except TimeoutError:
            outcome = Outcome("retry", "silent", outage=True, doubt=True)
        await self._settle(channel, rows, outcome)
        return outcome

    async def _worth_telling(self, channel: Channel, rows: list[Any]) -> list[Any]:
        """The rows that are to be told now; the others are dropped, or put off."""
        now, hours, found = now_ms(), read_hours(channel.hours), []
        for row in rows:
            useless = await self._why_useless(channel, row)
            later = ready_at(hours, row.kind, row.at, now)
            if useless:
                self.tally.outcomes[channel.kind, useless] += 1
                await self._leases.mark([row.id], state="dropped", trouble=useless, done=now)
            elif later > now:
                await self._leases.mark([row.id], due=later)
            else:
                found.append(row)
        return found

    async def _why_useless(self, channel: Channel, row: Any) -> str:
        """Why nobody needs to be told any more; empty: they do."""
        if row.kind not in CHECKED:
            return ""
        if await self._hub.looks(row.table_id, channel.person):
            return "looking"
        if row.kind in ("your_turn", "time_short") and await self._has_moved(channel.person, row):
            return "stale"
        if json.loads(row.about).get("question") == "start" and await self._has_begun(row.table_id):
            return "stale"
        return ""

    async def _has_begun(self, table_id: str) -> bool:
        """Whether a match is not waited for any more."""
        filed = await self._hub.store.filed(table_id)
        return filed is None or filed.status != "open"

    async def _has_moved(self, person: str, row: Any) -> bool:
        """Whether it is not a person's turn any more."""
        numbers = await self._hub.store.numbers([row.table_id])
        if numbers.get(row.table_id, 0) <= row.number:
            return False
        game = await self._hub.game_of(row.table_id)
        try:
            seen = {} if game is None else await self._turns.at({row.table_id: game})
        except Refused:  # a guest that is gone
            return True
        turn = seen.get(row.table_id)
        return turn is None or turn.to_move not in turn.of(person)

    async def _settle(self, channel: Channel, rows: list[Any], outcome: Outcome) -> None:
        """Write down what came of it."""
        now, names, what = now_ms(), [row.id for row in rows], outcome.what
        tries = max(row.tries for row in rows) + 1
        if what == "retry" and (tries > len(GAPS) or rows[0].kind == "test"):
            what = "failed"
        self._remember(channel.target, outcome)
        self.tally.outcomes[channel.kind, what] += 1
        trouble = "" if what == "sent" else outcome.said
        known: dict[str, Any] = {"trouble": trouble}
        if what == "retry":
            gap = outcome.wait or GAPS[tries - 1] * random.uniform(0.75, 1.25)
            due = now + int(1000 * gap)
            values: dict[str, Any] = {"due": due, "tries": tries, "trouble": trouble}
            if outcome.doubt:
                values["doubt"] = True
            await self._leases.mark(names, channel.id, known, **values)
            return
        if what == "sent":
            known["told"] = now
        elif what == "dead":
            known["state"] = "dead"
            log.info("a channel is dead", extra={"channel": channel.kind})
        state = "sent" if what == "sent" else "failed"
        await self._leases.mark(names, channel.id, known, state=state, done=now, trouble=trouble)

    def _remember(self, target: str, outcome: Outcome) -> None:
        """Leave a machine alone that does not answer; for longer each time."""
        if not outcome.outage:
            self._outages.pop(target, None)
        elif target:
            times = self._outages.get(target, (0, 0.0))[0] + 1
            pause = min(LONGEST_OUTAGE, OUTAGE * 2 ** min(times - 1, 10))
            self._outages[target] = times, time.monotonic() + pause

    async def try_out(self, channel: Channel) -> Outcome:
        """Tell a channel something now, whatever it wants; what came of it."""
        name = await self._leases.make(channel, "test")
        return await asyncio.shield(self._deliver(channel, [name])) or Outcome("failed")

    async def hurry(self) -> None:
        """Look at all that waits now, whenever it is due."""
        await self._leases.hurry()
        self._outbox.news.set()

    async def _look_at_the_clock(self) -> None:
        """Notice when it was put back; once in a while, forget what was told long ago."""
        clock = time.time() - time.monotonic()
        jumped, self._clock = clock - self._clock, clock
        if jumped < -JUMP:
            log.warning("the clock was put back; what waits is looked at anew")
            await self.hurry()
        if time.monotonic() - self._swept > HOUR:
            self._swept = time.monotonic()
            await self._leases.sweep()

    async def _look_ahead(self, began: int) -> float:
        """Count what waits; the seconds until what was not due then will be, if that is soon."""
        self.tally.waiting, oldest, due = await self._leases.count(began)
        now = now_ms()
        self.tally.oldest = 0.0 if oldest is None else max(0.0, (now - oldest) / 1000)
        away = [until - time.monotonic() for _, until in self._outages.values()]
        soon = [wait for wait in away if wait > 0] + ([] if due is None else [(due - now) / 1000])
        return max(0.01, min([POLL, *soon]))
