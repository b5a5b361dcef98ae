"""What the lobby's stream says."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from tabletier.server.http.models import Shape
from tabletier.server.http.models.messages import Bye
from tabletier.server.http.models.table import TableInLobby


class LobbyHello(Shape):
    """The first event: all open tables that were asked for, the latest last."""

    type: Literal["hello"]
    tables: list[TableInLobby]


class LobbyTable(Shape):
    """An open table has appeared, or is not as it was."""

    type: Literal["table"]
    table: TableInLobby


class LobbyGone(Shape):
    """A table is not open any more, or no longer one that was asked for."""

    type: Literal["gone"]
    id: str


LobbyMessage = TypeAliasType(
    "LobbyMessage",
    Annotated[
        LobbyHello | LobbyTable | LobbyGone | Bye,
        Field(discriminator="type", description="What the lobby's stream says (`data`)."),
    ],
)
