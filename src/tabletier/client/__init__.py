"""A program at a house: a small typed client over HTTP and sockets.

It resumes after a broken link, sends again what was not confirmed (and that is carried out once),
waits as long as the house asks it to, and plays. `Client` is for `async` programs, `PlainClient`
has the same methods for all others. docs/bots.md leads from nothing to a bot that plays.
"""

try:
    import httpx  # noqa: F401 -- looked for before anything is
    import websockets  # noqa: F401
except ModuleNotFoundError as missing:
    from tabletier.games.kernel.extras import install_line

    raise ModuleNotFoundError(
        f"tabletier.client needs {missing.name}: {install_line('client').en}",
        name=missing.name,
    ) from None

from tabletier.client.acts import Act, Ended, Event, Moved, Said, Started
from tabletier.client.client import Client
from tabletier.client.errors import HouseError, Refused, Unreachable
from tabletier.client.lobby import LobbyChange
from tabletier.client.messages import (
    Hint,
    ListedTable,
    Me,
    Position,
    Result,
    Seat,
    TableState,
)
from tabletier.client.plain import PlainClient, PlainTable, PlainTurn
from tabletier.client.table import Table
from tabletier.client.turn import Turn

__all__ = [
    "Act",
    "Client",
    "Ended",
    "Event",
    "Hint",
    "HouseError",
    "ListedTable",
    "LobbyChange",
    "Me",
    "Moved",
    "PlainClient",
    "PlainTable",
    "PlainTurn",
    "Position",
    "Refused",
    "Result",
    "Said",
    "Seat",
    "Started",
    "Table",
    "TableState",
    "Turn",
    "Unreachable",
]
