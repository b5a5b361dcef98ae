"""Orders that somebody gives at a table, in words (docs/protocol.md, Orders)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime, time
from typing import Any, Literal


class Orders(ABC):
    """What somebody may do at a table; each gives the number of its line, or raises Refused."""

    @abstractmethod
    async def order(self, do: str, **fields: Any) -> int:
        """Give an order."""

    async def sit(self, seat: int | None = None, name: str = "") -> int:
        """Take a seat: this one, or any that is free."""
        return await self.order("sit", seat=seat, name=name)

    async def stand(self, seat: int) -> int:
        """Free a seat before the start."""
        return await self.order("stand", seat=seat)

    async def invite(self, seat: int, level: int) -> int:
        """Give a free seat to an opponent of the house; for the host."""
        return await self.order("invite", seat=seat, level=level)

    async def change(self, **agreed: Any) -> int:
        """Agree on something else before the start; for the host."""
        return await self.order("change", **agreed)

    async def say(
        self, text: str, channel: Literal["table", "team", "spectators"] = "table"
    ) -> int:
        """Say something."""
        return await self.order("say", text=text, channel=channel)

    async def propose(self, question: Literal["takeback", "draw", "stand_in", "rematch"]) -> int:
        """Ask the others for something (the order `ask`)."""
        return await self.order("ask", question=question)

    async def answer(self, yes: bool) -> int:
        """Agree to what was proposed, or do not."""
        return await self.order("answer", yes=yes)

    async def rematch(self, wait: bool = True, **agreed: Any) -> int:
        """Propose another match, or agree to one; `state.next` will be its table."""
        return await self.order("rematch", wait=wait, **agreed)

    async def resign(self) -> int:
        """Give up; with two sides only."""
        return await self.order("resign")

    async def leave(self) -> int:
        """Go: your seats are free, or a stand-in plays."""
        return await self.order("leave")

    async def plan(self, lines: Sequence[Sequence[str]]) -> int:
        """Say what you answer to which moves, those of both in turn; no lines: nothing any more."""
        return await self.order("plan", lines=[list(line) for line in lines])

    async def keep_hours(
        self, since: time | None = None, until: time | None = None, zone: str = "UTC"
    ) -> int:
        """Have your clock stand every day from one time to another; without times: never."""
        quiet = None
        if since is not None and until is not None:
            quiet = {"since": minutes(since), "until": minutes(until), "zone": zone}
        elif (since, until) != (None, None):
            raise ValueError("Quiet hours have a beginning and an end: give both times, or none.")
        return await self.order("hours", quiet=quiet)

    async def take_leave(self, since: datetime | None = None, until: datetime | None = None) -> int:
        """Have your clock stand from now or `since` until then, or as long as there is leave."""
        return await self.order("holiday", since=moment(since), until=moment(until))

    async def end_leave(self) -> int:
        """Come back; what was not used of your leave can be taken again."""
        return await self.order("holiday_over")


def minutes(hour: time) -> int:
    """Minutes after midnight."""
    return 60 * hour.hour + hour.minute


def moment(when: datetime | None) -> int | None:
    """Milliseconds since 1970. Raises ValueError for a time without a zone."""
    if when is None:
        return None
    if when.tzinfo is None:
        raise ValueError(f"{when} is a time without a zone: say, for example, datetime.now(UTC).")
    return int(when.timestamp() * 1000)
