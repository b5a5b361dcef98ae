"""A rematch that everybody has answered: another table, which both tables know of."""

from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.deciding import Decision
from tabletier.server.tables.refused import Refused, wrong_time
from tabletier.server.tables.rematching import is_due, opening
from tabletier.server.tables.table import Table

TRIES = 3


async def open_when_due(hub: Hub, room: Room) -> None:
    """Open the other table if it is time; somebody may answer meanwhile."""
    for _ in range(TRIES):
        if not is_due(room.table) or await _open(hub, room):
            return


async def _open(hub: Hub, room: Room) -> bool:
    """Open the other table, then tell everybody at this one; False if something came between."""
    host, first = opening(room.table)
    there = await hub.store.open_table(Line(1, now_ms(), first, host))

    def deciding(table: Table, _: int) -> Decision:
        if not is_due(table) or opening(table) != (host, first):
            raise wrong_time("La revanche a changé.", "The rematch has changed.")
        return Decision((acts.Rematched(table=there.id),))

    try:
        await hub.write(room, deciding)
    except Refused:
        await hub.store.discard(there.id)
        return False
    return True
