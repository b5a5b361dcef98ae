"""A rematch that everybody has answered: another table, which both tables know of."""

import contextlib

from tabletier.server.live.hub import Hub, Room
from tabletier.server.storage.store import new_table
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.deciding import Decision
from tabletier.server.tables.refused import Refused, wrong_time
from tabletier.server.tables.rematching import is_due, opening
from tabletier.server.tables.table import Table


class Rematches:
    """Opens the other table: after an order, or when a house was killed just before it could."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        hub.before.append(self.open_when_due)

    async def open_when_due(self, room: Room) -> None:
        """Open the other table if it is time, in one go with the line that tells of it."""
        if is_due(room.table):
            with contextlib.suppress(Refused):  # somebody else opened it, or takes part no more
                await self._hub.write(room, opened)


def opened(table: Table, now: int) -> Decision:
    """The line that tells where the rematch is, and the table that is opened with it."""
    if not is_due(table):
        raise wrong_time("La revanche a changé.", "The rematch has changed.")
    host, first = opening(table)
    line = Line(1, now, first, host)
    there = new_table(line)
    return Decision((acts.Rematched(table=there.id),), opens=(there, line))
