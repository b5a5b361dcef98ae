"""The other servers of the house. The log decides who was first; neighbours save work and waiting.

They tell each other which tables have new lines, who is connected, and who thinks about a move.
Whatever is lost on this way can be found in the database.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol


class Ears(NamedTuple):
    """What a server does with the news."""

    wrote: Callable[[str, int], None]
    """A neighbour wrote lines of a table, up to this number."""
    missed: Callable[[], None]
    """News may have been lost; everything has to be looked up."""
    connected: Callable[[], Iterable[tuple[str, str]]]
    """Tables and the persons connected to them here."""
    send_away: Callable[[str], None]
    """The connections of a person are cut."""


class Unreachable(Exception):
    """Nothing can be learnt from the neighbours just now."""


class Neighbours(Protocol):
    """Whoever shares the database with this server."""

    shared: bool
    """Whether there may be any."""

    async def open(self, ears: Ears) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """No more news."""

    def tell(self, table: str, number: int) -> None:
        """This server has written a line."""

    def send_away(self, person: str) -> None:
        """A person's cookies or tokens are void: their connections are cut everywhere."""

    async def came(self, table: str, person: str) -> None:
        """A person is connected here."""

    async def left(self, table: str, person: str) -> None:
        """A person is not connected here any more."""

    async def here(self, table: str) -> set[str]:
        """The persons connected to a table at any other server. Raises Unreachable."""

    async def claim(self, task: str, seconds: float) -> bool:
        """Whether this server may do something that need not be done twice, for a while."""


class Alone:
    """No other server."""

    shared = False

    async def open(self, ears: Ears) -> None:
        """There is nobody to listen to."""

    async def close(self) -> None:
        """Nor to take leave of."""

    def tell(self, table: str, number: int) -> None:
        """Nor to talk to."""

    def send_away(self, person: str) -> None:
        """They are connected nowhere else."""

    async def came(self, table: str, person: str) -> None:
        """Nobody else wants to know."""

    async def left(self, table: str, person: str) -> None:
        """Nobody else wants to know."""

    async def here(self, table: str) -> set[str]:  # noqa: ARG002 - whatever table it is
        """Nobody is connected elsewhere."""
        return set()

    async def claim(self, task: str, seconds: float) -> bool:  # noqa: ARG002 - whatever it is
        """Nobody else would do it."""
        return True
