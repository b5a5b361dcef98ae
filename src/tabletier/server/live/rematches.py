"""A rematch: another table for the same players, which both tables know of."""

from tabletier.server.live.hub import Done, Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.agreeing import rematch
from tabletier.server.tables.deciding import Actor, Decision
from tabletier.server.tables.orders import Rematch
from tabletier.server.tables.refused import Refused
from tabletier.server.tables.table import Table


async def open_rematch(hub: Hub, room: Room, order: Rematch, actor: Actor) -> Done:
    """Open the other table, then tell everybody at this one. Raises Refused."""
    number = room.table.done.get((actor.person, order.key)) if order.key else None
    if number is not None:
        return Done(number, again=True)
    opening = rematch(room.table, order, actor.person)
    there = await hub.store.open_table(Line(1, now_ms(), opening, actor.person))

    def deciding(table: Table, _: int) -> Decision:
        rematch(table, order, actor.person)  # somebody else may have been faster
        return Decision((acts.Rematched(table=there.id),))

    try:
        done = await hub.write(room, deciding, actor.person, order.key)
    except Refused:
        await hub.store.discard(there.id)
        raise
    if done.again:
        await hub.store.discard(there.id)
    return done
