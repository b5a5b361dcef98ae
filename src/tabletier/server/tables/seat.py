"""A place at a table, and something that was said there."""

from dataclasses import dataclass
from typing import NamedTuple

from tabletier.server.tables import acts


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    person: str | None = None
    name: str = ""
    level: int | None = None
    """An opponent of the house, or the stand-in of someone who left."""
    opponent: str = ""
    """What that opponent or stand-in is called."""
    away_until: int | None = None
    """When a stand-in takes over, while nobody is connected; 0: not while nobody waits."""
    played: tuple[int, ...] = ()
    """Those of the moves that stand which a stand-in made, since the person last moved."""
    since: int = 0
    """The line in which the person sat down."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None

    @property
    def away(self) -> bool:
        """Whether others were told that nobody is connected for the person."""
        return self.away_until is not None


class Pause(NamedTuple):
    """While people look at what has just ended, nothing goes on."""

    until: int
    """When it is over whether they have looked or not (milliseconds)."""
    seats: frozenset[int]
    """Where those sit who have not looked yet."""


class Saying(NamedTuple):
    """Something that was said, and where in the log."""

    number: int
    at: int
    said: acts.Said
