"""Tables at which only opponents of the house sit: they play by themselves, so they are few."""

from tabletier.games.kernel.texts import Text
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables.deciding import Actor
from tabletier.server.tables.refused import Refused
from tabletier.server.tables.table import Table

OF_ONE = 3
"""Such matches under way that one person may have begun, times the generosity of the limits."""
FROM_ONE = 12
"""Those begun from one address."""


class Showpieces:
    """The matches without people at this server, and who began them."""

    def __init__(self, hub: Hub, generosity: float) -> None:
        self._hub, self._generosity = hub, generosity
        self._addresses: dict[str, str] = {}

    def begin(self, room: Room, actor: Actor) -> None:
        """One more begins, unless somebody sits there. Raises Refused."""
        if not self._generosity or not is_without_people(room.table):
            return
        going = {
            table_id: found.table.host
            for table_id, found in self._hub.rooms.items()
            if found.table.status == "playing" and is_without_people(found.table)
        }
        self._addresses = {
            table_id: address for table_id, address in self._addresses.items() if table_id in going
        }
        own = sum(host == actor.person for host in going.values())
        near = sum(address == actor.address for address in self._addresses.values())
        if own >= OF_ONE * self._generosity or near >= FROM_ONE * self._generosity:
            raise Refused(
                "rate/showpieces",
                Text(
                    "Plusieurs parties sans personne sont déjà en cours ; asseyez-vous, ou attendez"
                    " que l'une d'elles finisse.",
                    "Several matches without anybody are under way already; sit down, or wait until"
                    " one of them ends.",
                ),
                status=429,
                retry=60,
            )
        self._addresses[room.table.id] = actor.address


def is_without_people(table: Table) -> bool:
    """Whether only opponents of the house sit at a table."""
    return all(seat.person is None for seat in table.seats)
