"""What is said in one turn of the loop is sent when all of it is said, and once."""

import asyncio
from typing import cast

from tabletier.server.live.broadcast import Outbox
from tabletier.server.live.websocket import Wire


class Noted:
    """A wire that notes when it is sent."""

    def __init__(self, log: list[str], name: str) -> None:
        self.log, self.name = log, name

    def flush(self) -> None:
        self.log.append(f"sent on {self.name}")


def test_all_is_said_before_anything_is_sent() -> None:
    log: list[str] = []

    async def say() -> None:
        outbox = Outbox()
        wires = {name: cast(Wire, Noted(log, name)) for name in "ab"}
        for name in "aba":
            outbox.put(wires[name])
            log.append(f"said on {name}")
        await asyncio.sleep(0)
        outbox.put(wires["b"])
        await asyncio.sleep(0)

    asyncio.run(say())
    told = ["said on a", "said on b", "said on a"]
    assert log == [*told, "sent on a", "sent on b", "sent on b"]


def test_one_that_breaks_keeps_nothing_from_the_others() -> None:
    log: list[str] = []

    class Broken(Noted):
        def flush(self) -> None:
            raise OSError("cut")

    async def say() -> None:
        outbox = Outbox()
        outbox.put(cast(Wire, Broken(log, "a")))
        outbox.put(cast(Wire, Noted(log, "b")))
        await asyncio.sleep(0)

    asyncio.run(say())
    assert "sent on b" in log
