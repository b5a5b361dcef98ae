"""Who gives an order and what comes of it; what every order may have to ask first."""

from typing import NamedTuple

from tabletier.games.kernel.text import Language
from tabletier.match.match import Match
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.errors import not_seated, wrong_time
from tabletier.server.tables.table import Table


class Actor(NamedTuple):
    """Who gives an order."""

    person: str
    name: str
    address: str = ""
    """Where the order comes from, as far as limits are concerned."""
    language: Language = "fr"
    """In which they are spoken to."""


class Decision(NamedTuple):
    """What an order adds to the log; the match after it, where that is known already."""

    acts: tuple[acts.AnyAct, ...]
    match: Match | None = None
    opens: tuple[Table, Line] | None = None
    """Another table, and its first line, stored with these acts or not at all."""


def playing(table: Table) -> Match:
    """The match of a table where one is going on. Raises Refused."""
    if table.match is None:
        raise wrong_time("La partie n'a pas commencé.", "The match has not begun.")
    if table.result is not None:
        raise wrong_time("La partie est terminée.", "The match is over.")
    return table.match


def seated(table: Table, actor: Actor) -> list[int]:
    """The seats of whoever gives an order. Raises Refused if there are none."""
    mine = table.seats_of(actor.person)
    if not mine:
        raise not_seated()
    return mine
