"""A turn at a table: what the seat sees, and what it may do."""

from typing import TYPE_CHECKING

from tabletier.client.messages import Position, Text

if TYPE_CHECKING:
    from tabletier.client.table import Table


class Turn:
    """It is your turn: what you see, and what you may do."""

    def __init__(self, table: "Table", position: Position, seat: int) -> None:
        self.table = table
        self.seat = seat
        """The seat that is to move; one of yours."""
        self.ply = position.plies
        """The number of the move, among all that were ever made at this table."""
        self.view = position.view
        """The table as this seat may see it, in the format of the game."""
        self.legal = position.legal
        """Every legal move, as text."""
        self.ask: Text | None = position.ask
        """What is to be decided, in French and English."""
        self.time_left = None if position.clock is None else position.clock.left[seat] / 1000
        """Seconds left to think when this was sent; None without a clock."""

    async def play(self, move: str) -> int:
        """Make a move; the number of its line. Raises Refused."""
        return await self.table.order("move", move=move, ply=self.ply)
