"""A table of the house: what is known of it now, what happens there, and orders.

A task of its own keeps the link from the first moment until `close`, so what is known is what the
house last said; it says the last number seen when it connects again. An order that was not
confirmed is sent again with the same key, so that it is carried out once.
"""

import asyncio
import contextlib
import inspect
import logging
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import Any

from msgspec import convert

from tabletier.client.acts import Event, Moved, Said, act_of
from tabletier.client.errors import HouseError, Refused, Unreachable, refused
from tabletier.client.links import OPENERS, Link, Way
from tabletier.client.messages import (
    Hint,
    Line,
    Position,
    Result,
    Saying,
    Seat,
    Snapshot,
    TableState,
)
from tabletier.client.orders import Orders
from tabletier.client.transport import Gaps, Transport
from tabletier.client.turn import Turn

Choose = Callable[[Turn], str | Awaitable[str]]
log = logging.getLogger("tabletier.client")


class Table(Orders):
    """A table at which you play or look on."""

    def __init__(
        self, transport: Transport, way: Way, snapshot: Snapshot, begins: bool = False
    ) -> None:
        self._transport, self._opener = transport, OPENERS[way]
        self.id, self.game = snapshot.id, snapshot.game
        self._take(snapshot)
        self._link: Link | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._failed: HouseError | None = None
        self._changed = asyncio.Event()
        self._waiting: dict[str, asyncio.Future[int]] = {}
        """Orders that are not confirmed yet, by their keys."""
        self._ears: list[deque[Event]] = []
        self._begins = begins
        """Whether the match begins by itself once nobody is missing."""
        self._beginning: asyncio.Task[int | None] | None = None
        self._keep()

    def _take(self, known: Snapshot) -> None:
        self.number = known.number
        """The last line that was heard."""
        self.state: TableState = known.table
        """Everything about the table but the board."""
        self.position: Position | None = known.position
        """The board as you may see it; None before the start."""
        self.moves: list[str | None] = known.moves
        """The moves that stand; None for one that is still secret."""
        self.chat: list[Saying] = known.chat

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.game}, {self.status}, line {self.number}>"

    @property
    def status(self) -> str:
        """`open`, `playing` or `over`."""
        return self.state.status

    @property
    def seats(self) -> list[Seat]:
        """Who sits where."""
        return self.state.seats

    @property
    def yours(self) -> list[int]:
        """Your seats."""
        return self.state.yours

    @property
    def result(self) -> Result | None:
        """How the match ended; None before that."""
        return self.state.result

    @property
    def turn(self) -> Turn | None:
        """Your turn, if it is."""
        position = self.position
        if position is None or self.status != "playing" or position.to_move not in self.yours:
            return None
        return Turn(self, position, position.to_move)

    async def turns(self) -> AsyncGenerator[Turn, None]:
        """Your turns one after the other, until the match is over."""
        self._keep()
        told: Any = None
        while True:
            await self._until(partial(self._is_news, told))
            if self.status == "over":
                return
            told, turn = _turn_in(self), self.turn
            assert turn is not None
            yield turn

    def _is_news(self, told: Any) -> bool:
        return self.status == "over" or _turn_in(self) not in {None, told}

    async def play(self, choose: Choose) -> Result:
        """Play to the end: at each turn `choose` gives a move's text; how the match ended.

        A plain function is called in a thread, so that it may think as long as it likes; one that
        is awaited is awaited here. Where the position changed meanwhile, it is asked again.
        """
        async for turn in self.turns():
            if inspect.iscoroutinefunction(choose):
                move = await choose(turn)
            else:
                move = await asyncio.to_thread(choose, turn)
            try:
                await turn.play(move)
            except Refused as refusal:
                if not refusal.outdated:
                    raise
        assert self.result is not None
        return self.result

    def events(self, after: int | None = None) -> AsyncGenerator[Event, None]:
        """What happens from now on; with `after`, first what happened after that line."""
        self._keep()
        heard: deque[Event] = deque()
        self._ears.append(heard)
        return self._told(heard, self.number if after is None else after, after)

    async def _told(
        self, heard: deque[Event], number: int, after: int | None
    ) -> AsyncGenerator[Event, None]:
        try:
            if after is not None and after < self.number:
                path, query = f"/tables/{self.id}/lines", {"after": after}
                for line in await self._transport.ask(list[Line], "GET", path, params=query):
                    number = line.number
                    for event in _events_of(line):
                        yield event
            while True:
                await self._until(lambda: bool(heard))
                event = heard.popleft()
                if event.number > number:
                    yield event
        finally:
            self._ears.remove(heard)

    async def wait_for(self, number: int) -> None:
        """Wait until a line was heard."""
        self._keep()
        await self._until(lambda: self.number >= number)

    async def over(self) -> Result:
        """Wait until the match is over; how it ended."""
        self._keep()
        await self._until(lambda: self.result is not None)
        assert self.result is not None
        return self.result

    async def order(self, do: str, **fields: Any) -> int:
        """Give an order (docs/protocol.md, Orders); the number of its line. Raises Refused.

        It is sent again after a broken link, and carried out once. When this returns, the table
        here has heard the line.
        """
        self._keep()
        order = {"do": do, **fields, "key": fields.get("key") or secrets.token_urlsafe(12)}
        key: str = order["key"]
        done = self._waiting[key] = asyncio.get_running_loop().create_future()
        gaps = Gaps(self._transport.patience)
        try:
            while True:
                try:
                    number = await self._try(order, done)
                    break
                except Refused as refusal:
                    if not refusal.passing or not await gaps.wait(refusal.retry_after or 0.0):
                        raise
                    done = self._waiting[key] = asyncio.get_running_loop().create_future()
        finally:
            del self._waiting[key]
            done.cancel()
        await self.wait_for(number)
        return number

    async def _try(self, order: dict[str, Any], done: "asyncio.Future[int]") -> int:
        """Send an order over this link and, while they break, over the next."""
        while not done.done():
            await self._until(lambda: self._link is not None or done.done())
            link = self._link
            if done.done() or link is None:
                continue
            answer = await link.send(order)
            if answer is not None:
                return int(answer["number"])
            await self._until(lambda: done.done() or self._link is not link)  # noqa: B023 -- awaited here
        return done.result()

    async def start(self) -> int:
        """Begin the match; for the host, when no seat is free."""
        begins, self._begins = self._begins, False
        begun = None if self._beginning is None else await self._beginning
        if begun is not None:
            return begun
        try:
            return await self.order("start")
        except Refused:
            self._begins = begins
            raise

    def _begin_if_full(self) -> None:
        """Begin where that was promised, once nobody is missing."""
        full = self.status == "open" and all(seat.taken for seat in self.seats)
        idle = self._beginning is None or self._beginning.done()
        if self._begins and self.state.host and full and idle:
            self._beginning = asyncio.create_task(self._begin(), name=f"begin {self.id}")

    async def _begin(self) -> int | None:
        try:
            return await self.order("start")
        except HouseError as error:  # somebody stood up again, or the house has a reason
            log.warning("Table %s has not begun: %s", self.id, error)
            return None

    async def hint(self) -> Hint:
        """A good move on your turn, where the table allows hints. Raises Refused."""
        path = f"/tables/{self.id}/hint"
        job = await self._transport.ask(dict[str, Any], "POST", path, repeats=False)
        while job["status"] in {"waiting", "running"}:
            path = f"/jobs/{job['id']}"
            job = await self._transport.ask(dict[str, Any], "GET", path, params={"wait": 20})
        if job["result"] is None:
            raise HouseError(f"The house has no hint: its job is {job['status']}.")
        return convert(job["result"], Hint)

    async def record(self) -> str:
        """The record of a match that is over, which `tt.load` reads and `verify` checks."""
        return await self._transport.ask(str, "GET", f"/tables/{self.id}/record")

    async def close(self) -> None:
        """Leave the link; the house sees you go, and your seats stay yours."""
        keeping, self._keeping = self._keeping, None
        if keeping is not None:
            keeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeping

    def _keep(self) -> None:
        """Be connected from now on."""
        if self._keeping is None:
            self._failed = None
            self._keeping = asyncio.create_task(self._stay(), name=f"table {self.id}")

    async def _stay(self) -> None:
        """Keep a link for as long as there is patience."""
        gaps = Gaps(self._transport.patience)
        trouble: HouseError = self._transport.away("the link was closed")
        while True:
            wait = 0.0
            try:
                async with self._opener(self._transport, self.id, self.number) as link:
                    async for message in link.messages():
                        gaps.over()
                        if message["type"] == "bye":
                            wait = message["retry_ms"] / 1000
                        self._hear(message, link)
            except Refused as refusal:
                if not refusal.passing:
                    self._fail(refusal)
                    return
                trouble, wait = refusal, refusal.retry_after or 0.0
            except Unreachable as error:
                trouble = error
            finally:
                self._link = None
                self._tell()
            if not await gaps.wait(wait):
                self._fail(trouble)
                return

    def _fail(self, error: HouseError) -> None:
        self._failed, self._keeping = error, None
        self._tell()

    def _hear(self, message: dict[str, Any], link: Link) -> None:
        """Take in what the house says. Raises Refused when we may not be here."""
        kind, key = message["type"], message.get("key", "")
        if kind == "hello":
            self._take(convert(message, Snapshot))
            self._link = link
        elif kind == "line":
            self._hear_line(convert(message, Line))
        elif kind == "refused" and not key:
            raise refused(message)
        done = self._waiting.get(key)
        if done is not None and not done.done():
            if kind == "refused":
                done.set_exception(refused(message))
            else:
                done.set_result(message["number"])
        self._begin_if_full()
        self._tell()

    def _hear_line(self, line: Line) -> None:
        if line.number <= self.number:
            return
        self.number = line.number
        self.state = line.table or self.state
        self.position = line.position or self.position
        events = _events_of(line)
        for event in events:
            if isinstance(event.act, Moved) and line.moves is None:
                self.moves = [*self.moves, event.act.move]
            elif isinstance(event.act, Said):
                said = next(told for told in line.acts if told["act"] == "said")
                saying = convert({**said, "number": line.number, "at": line.at}, Saying)
                self.chat = [*self.chat, saying]
        if line.moves is not None:
            self.moves = line.moves
        for heard in self._ears:
            heard.extend(events)

    def _tell(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _until(self, met: Callable[[], bool]) -> None:
        """Wait until something is so. Raises why that will not come any more."""
        while not met():
            if self._failed is not None:
                raise self._failed
            if self._keeping is None:
                raise HouseError(f"The link to table {self.id} was closed here.")
            await self._changed.wait()


def _turn_in(table: Table) -> tuple[int, int, str] | None:
    """What tells one turn from another: a position may come back with the number it had."""
    turn = table.turn
    return None if turn is None else (turn.ply, turn.seat, repr(turn.view))


def _events_of(line: Line) -> list[Event]:
    return [Event(line.number, line.at, act_of(told)) for told in line.acts]
