"""The lobby as it changes: read from the house's stream, connected again when it breaks."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Literal, NamedTuple

from msgspec import convert, json

from tabletier.client.errors import HouseError, Refused, Unreachable
from tabletier.client.messages import ListedTable
from tabletier.client.transport import Gaps, Transport


class LobbyChange(NamedTuple):
    """An open table has appeared or changed (`here`), or is not open any more (`gone`)."""

    kind: Literal["here", "gone"]
    table: ListedTable
    """As it is, or as it last was."""


async def changes(
    transport: Transport, wanted: dict[str, Any]
) -> AsyncGenerator[LobbyChange, None]:
    """The open tables, then every change. Raises Refused and Unreachable."""
    known: dict[str, ListedTable] = {}
    gaps = Gaps(transport.patience)
    while True:
        trouble: HouseError = transport.away("the link was closed")
        wait = 0.0
        try:
            async with transport.streaming("/lobby/stream", **wanted) as lines:
                async for message in _messages(lines):
                    gaps.over()
                    if message["type"] == "bye":
                        wait = message["retry_ms"] / 1000
                    for change in _taken(known, message):
                        yield change
        except Refused as refusal:
            if not refusal.passing:
                raise
            trouble, wait = refusal, refusal.retry_after or 0.0
        except Unreachable as error:
            if not transport.reached:
                raise
            trouble = error
        if not await gaps.wait(wait):
            raise trouble from None


async def _messages(lines: AsyncIterator[str]) -> AsyncIterator[dict[str, Any]]:
    """The messages of a stream of Server-Sent Events; the house sends each on one line."""
    async for line in lines:
        if line.startswith("data:"):
            yield json.decode(line.removeprefix("data:"), type=dict[str, Any])


def _taken(known: dict[str, ListedTable], message: dict[str, Any]) -> list[LobbyChange]:
    """What a message changes in what is known."""
    kind, found = message["type"], []
    if kind == "hello":
        tables = convert(message["tables"], list[ListedTable])
        gone = known.keys() - {table.id for table in tables}
        found += [LobbyChange("gone", known.pop(table_id)) for table_id in gone]
    elif kind == "table":
        tables = [convert(message["table"], ListedTable)]
    elif kind == "gone" and message["id"] in known:
        return [LobbyChange("gone", known.pop(message["id"]))]
    else:
        return []
    for table in tables:
        if known.get(table.id) != table:
            known[table.id] = table
            found.append(LobbyChange("here", table))
    return found
