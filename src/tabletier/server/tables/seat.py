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
    """When a stand-in takes over, while nobody is connected."""
    since: int = 0
    """The line in which the person sat down."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None


class Saying(NamedTuple):
    """Something that was said, and where in the log."""

    number: int
    at: int
    said: acts.Said
