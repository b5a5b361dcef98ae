"""A glance at tables that somebody plays at: whose turn it is, without opening a room for each."""

from collections import OrderedDict
from typing import NamedTuple

from tabletier.server.live.hub import Hub
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables.table import Table

KEPT = 2000


class Glance(NamedTuple):
    """What is seen of a table in passing."""

    seats: tuple[str | None, ...]
    """The person of each seat."""
    to_move: int | None

    def of(self, person: str) -> list[int]:
        """The seats of a person."""
        return [number for number, seated in enumerate(self.seats) if seated == person]


class Glances:
    """Looks at tables, and remembers what it saw until something happens there."""

    def __init__(self, hub: Hub, boxes: Boxes) -> None:
        self._hub, self._boxes = hub, boxes
        self._seen: OrderedDict[str, tuple[int, Glance]] = OrderedDict()

    async def at(self, tables: dict[str, str]) -> dict[str, Glance]:
        """What there is to see at some tables, given with their games."""
        numbers = await self._hub.store.numbers(list(tables))
        found = {}
        for table_id, number in numbers.items():
            known = self._seen.get(table_id)
            if known is None or known[0] != number:
                known = await self._look(table_id, tables[table_id])
            if known is not None:
                self._seen[table_id] = known
                self._seen.move_to_end(table_id)
                found[table_id] = known[1]
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)
        return found

    async def _look(self, table_id: str, game: str) -> tuple[int, Glance] | None:
        room = self._hub.rooms.get(table_id)
        if room is not None and not self._hub.neighbours.shared:
            return room.table.number, _glance(room.table)
        await self._boxes.wait_for(game)
        table = await self._hub.store.load(table_id)
        return None if table is None else (table.number, _glance(table))


def _glance(table: Table) -> Glance:
    return Glance(tuple(seat.person for seat in table.seats), table.to_move)
