"""What goes over a socket: messages out, orders in."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType

from tabletier.server.http.models.acts import Act
from tabletier.server.http.models.base import Shape
from tabletier.server.http.models.table import Furniture, Position, Saying
from tabletier.server.tables.orders import AnyOrder


class Snapshot(Shape):
    """All that you may know of a table."""

    id: str
    game: str
    number: int
    """The number of the last line."""
    table: Furniture
    position: Position | None
    """None before the start."""
    moves: list[str | None]
    """The moves that stand; null for one that is still secret."""
    chat: list[Saying]
    last: NotRequired[list[Act]]
    """Only where `tell` asks for it: the last move that stands (else the start), and the end."""


class Hello(Snapshot):
    """The first message, or the first after what was missed: all that you may know."""

    type: Literal["hello"]
    version: int
    """Of the protocol."""


class Line(Shape):
    """A line of the table's log."""

    type: Literal["line"]
    number: int
    """From 1, without gaps."""
    at: NotRequired[int]
    """Milliseconds since 1970; missing where something was said that you do not hear."""
    key: NotRequired[str]
    """What the sender calls the order that this line comes from."""
    acts: list[Act]
    """None where something was said that you do not hear."""
    table: NotRequired[Furniture]
    """There when anything but the board changed."""
    position: NotRequired[Position]
    """There when the board changed."""
    moves: NotRequired[list[str | None]]
    """All moves that stand, there when you are shown others than before."""


class Refusal(Shape):
    """Why not."""

    code: str
    """For programs."""
    text: str
    """A sentence for people."""
    rule: str | None
    """The rule that forbids it, where there is one."""
    cells: list[str]
    """Where to look, in the notation of the game."""
    retry_ms: NotRequired[int]
    """When asking again may help."""


class Done(Shape):
    """An order with this key had been carried out already."""

    type: Literal["done"]
    key: str
    number: int
    """The line that it became."""


class RefusedMessage(Refusal):
    """An order was refused, and changed nothing."""

    type: Literal["refused"]
    key: str


class Bye(Shape):
    """The server closes the socket: come back in a moment."""

    type: Literal["bye"]
    retry_ms: int
    """After how long."""


Message = TypeAliasType(
    "Message",
    Annotated[
        Hello | Line | Done | RefusedMessage | Bye,
        Field(discriminator="type", description="What the house says over a socket or a stream."),
    ],
)
Order = TypeAliasType(
    "Order", Annotated[AnyOrder, Field(description="What may be asked of a table.")]
)
