"""Where hints and analyses are asked for. Nothing is thought on the event loop.

A job goes on as long as somebody asks for it now and then; any server may be asked.
"""

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.search.endings import ending_json
from tabletier.search.hints import Hint
from tabletier.search.knowledge import knowledge_of
from tabletier.server.jobs.analysis_process import analysed
from tabletier.server.jobs.ledger import GOING_ON, Job, Kind, Ledger
from tabletier.server.live.bots import Minds
from tabletier.server.live.hub import now_ms
from tabletier.server.tables.decide import playing
from tabletier.server.tables.errors import Refused, not_seated, not_your_turn, wrong_time
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
MOST = 3
"""Jobs that are done for one person at a time."""
MOST_MOVES = 1000
"""In a record that somebody brings along."""
BEAT = 1.0
"""Seconds between two looks whether anybody still waits."""
PATIENCE_MS = 30_000
"""A job that nobody has asked for so long is given up."""
LOOK = 0.25
SECONDS = 1.0
"""How long a hint is thought about."""
Work = Callable[["Progress"], Awaitable[dict[str, Any]]]


class Progress:
    """How far a job is."""

    def __init__(self) -> None:
        self.status, self.done, self.total = "waiting", 0, 0

    def told(self, done: int, total: int) -> None:
        """So many of so many moves were looked at."""
        self.status, self.done, self.total = "running", done, total


class JobService:
    """Takes jobs, does them, and gives them up when nobody waits any more."""

    def __init__(self, ledger: Ledger, minds: Minds, simulations: int) -> None:
        self.ledger, self._minds, self._simulations = ledger, minds, simulations
        self._doing: dict[str, asyncio.Task[None]] = {}
        self._analyses = asyncio.Semaphore(1)

    def __len__(self) -> int:
        return len(self._doing)

    async def hint(self, table: Table, person: str) -> Job:
        """A good move for whoever is to move, from what that seat knows. Raises Refused."""
        match, seat = playing(table), table.to_move
        if seat is None or table.seats[seat].person != person or table.seats[seat].level:
            raise not_your_turn() if table.seats_of(person) else not_seated()
        if not table.hints:
            raise wrong_time(
                "À cette table on joue sans conseils.", "At this table people play without hints."
            )
        known = knowledge_of(match)

        async def think(progress: Progress) -> dict[str, Any]:
            progress.told(0, 0)
            asked = self._minds.hint(known, secrets.token_hex(8), SECONDS)
            return hint_told(await asyncio.wrap_future(asked))

        about = f"{table.plies}.{len(table.moves)}.{seat}"
        return await self._take("hint", table.id, about, person, think)

    async def advise(self, match: Match, person: str) -> Job:
        """A good move in a position that somebody made, from what the seat to move may know."""
        known = knowledge_of(match)

        async def think(progress: Progress) -> dict[str, Any]:
            progress.told(0, 0)
            asked = self._minds.hint(known, secrets.token_hex(8), SECONDS)
            return hint_told(await asyncio.wrap_future(asked))

        told = json.dumps([person, match.game, match.options, match.start], sort_keys=True)
        about = hashlib.sha256(told.encode()).hexdigest()[:40]
        return await self._take("hint", None, about, person, think)

    async def analysis(self, table: Table, person: str) -> Job:
        """A match that is over, looked at again. Raises Refused."""
        if table.match is None or table.status != "over":
            raise wrong_time(
                "Une partie s'analyse une fois terminée.",
                "A match can be analysed once it is over.",
            )
        if not table.moves:
            raise wrong_time(
                "Aucun coup n'a été joué à cette table.", "No move was made at this table."
            )
        return await self._analysis(table.match, table.id, "", person)

    async def kept(self, table: Table) -> Job | None:
        """The analysis that was made of a table, if there is one."""
        if table.status != "over":
            return None
        found = await self.ledger.same("analysis", table.id, "", now_ms())
        return None if found is None or found.status != "done" else found

    async def study(self, match: Match, person: str) -> Job:
        """The match of a record that somebody brought along, looked at again. Raises Refused."""
        if match.result is None or match.seed is None:
            raise wrong_time(
                "Une partie s'analyse une fois terminée, et son tirage révélé.",
                "A match can be analysed once it is over and its deal is revealed.",
            )
        if not 0 < len(match.moves) <= MOST_MOVES:
            raise wrong_time(
                f"La maison analyse des parties de 1 à {MOST_MOVES} coups.",
                f"The house analyses matches of 1 to {MOST_MOVES} moves.",
            )
        about = hashlib.sha256(match.record().encode()).hexdigest()[:40]
        if await self.ledger.same("analysis", None, about, now_ms()) is None:
            await self._one_at_a_time(person)
        return await self._analysis(match, None, about, person)

    async def _one_at_a_time(self, person: str) -> None:
        """Whoever brings records along waits for the first before the second. Raises Refused."""
        if await self.ledger.going_on(person, now_ms(), brought=True):
            raise Refused(
                "job/too-many",
                Text(
                    "La maison analyse un procès-verbal à la fois : attendez la fin du premier.",
                    "The house analyses one record at a time: wait for the end of the first.",
                ),
                status=429,
                retry=10,
            )

    async def _analysis(self, match: Match, table: str | None, about: str, person: str) -> Job:
        record, moves = match.record(), len(match.moves)

        async def look(progress: Progress) -> dict[str, Any]:
            async with self._analyses:
                found = await self.ledger.same("analysis", table, about, now_ms())
                if found is not None and found.result is not None:  # asked for twice at once
                    earlier: dict[str, Any] = await asyncio.to_thread(json.loads, found.result)
                    return earlier
                progress.told(0, moves)
                return await analysed(record, self._simulations, progress.told)

        return await self._take("analysis", table, about, person, look)

    async def _take(
        self, kind: Kind, table: str | None, about: str, person: str, work: Work
    ) -> Job:
        """A job: the same that was done or is being done already, or a new one."""
        now = now_ms()
        same = await self.ledger.same(kind, table, about, now)
        if same is not None:
            await self.ledger.change(same.id, seen=now)
            return same
        if await self.ledger.going_on(person, now) >= MOST:
            raise Refused(
                "job/too-many",
                Text(
                    f"La maison fait au plus {MOST} travaux à la fois pour une personne.",
                    f"The house does no more than {MOST} jobs at a time for one person.",
                ),
                status=429,
                retry=5,
            )
        job = await self.ledger.add(kind, table, about, person, now)
        task = asyncio.create_task(self._do(job.id, work), name=f"job {kind}")
        self._doing[job.id] = task
        task.add_done_callback(_ended)
        return job

    async def _do(self, job_id: str, work: Work) -> None:
        progress = Progress()
        doing = asyncio.ensure_future(work(progress))
        try:
            while not doing.done():
                await asyncio.wait({doing}, timeout=BEAT)
                if not doing.done() and await self._is_given_up(job_id, progress):
                    doing.cancel()
                    await asyncio.wait({doing})
            await self._end(job_id, doing, progress)
        except asyncio.CancelledError:
            doing.cancel()
            await asyncio.wait({doing})
            await self.ledger.end(job_id, status="cancelled")
            raise
        finally:
            self._doing.pop(job_id, None)

    async def _is_given_up(self, job_id: str, progress: Progress) -> bool:
        """Write down how far it is; whether nobody wants to know."""
        job, now = await self.ledger.find(job_id), now_ms()
        if job is None or job.status not in GOING_ON or job.seen < now - PATIENCE_MS:
            return True
        await self.ledger.end(
            job_id, status=progress.status, done=progress.done, total=progress.total, beat=now
        )
        return False

    async def _end(
        self, job_id: str, doing: "asyncio.Future[dict[str, Any]]", progress: Progress
    ) -> None:
        if doing.cancelled():
            await self.ledger.end(job_id, status="cancelled")
        elif (trouble := doing.exception()) is not None:
            log.error("a job failed: %s", type(trouble).__name__)
            await self.ledger.end(job_id, status="failed")
        else:
            result = await asyncio.to_thread(json.dumps, doing.result(), ensure_ascii=False)
            done, total = progress.total, progress.total
            await self.ledger.end(job_id, status="done", result=result, done=done, total=total)

    async def look(self, job_id: str, seconds: float) -> Job | None:
        """A job as it stands when it is finished, or after some seconds."""
        deadline = asyncio.get_running_loop().time() + seconds
        while True:
            job, now = await self.ledger.find(job_id), now_ms()
            if job is None or job.status not in GOING_ON:
                return job
            if not job.goes_on(now):
                return job._replace(status="cancelled")
            if job.seen < now - 1000 * BEAT:
                await self.ledger.change(job_id, seen=now)
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                return job
            here = self._doing.get(job_id)
            if here is not None:
                await asyncio.wait({here}, timeout=min(left, BEAT))
            else:
                await asyncio.sleep(min(left, LOOK))

    async def cancel(self, job_id: str) -> None:
        """Nobody wants to know any more."""
        await self.ledger.end(job_id, status="cancelled")
        here = self._doing.get(job_id)
        if here is not None:
            here.cancel()

    async def close(self) -> None:
        """Give up everything."""
        tasks = list(self._doing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _ended(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (trouble := task.exception()) is not None:
        log.error("a job was lost: %s", type(trouble).__name__)


def hint_told(hint: Hint) -> dict[str, Any]:
    """A hint in plain values; `value`: each side's chances after the move."""
    return {
        "move": hint.move,
        "reason": hint.reason._asdict(),
        "value": list(hint.value),
        "ending": ending_json(hint.ending),
        "alternatives": [
            {
                "move": other.move,
                "value": list(other.value),
                "ending": ending_json(other.ending),
            }
            for other in hint.alternatives
        ],
    }
