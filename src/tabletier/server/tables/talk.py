"""Who may talk to whom. Games say whether partners may confer in private."""

import unicodedata

from tabletier.games.kernel.texts import Text
from tabletier.server.tables.acts import Channel, Said
from tabletier.server.tables.refused import Refused
from tabletier.server.tables.table import Table
from tabletier.server.tables.visible import has_shape

SHAPELESS = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Kinds of signs that nobody sees, but that may hide or turn around what others say."""
NEEDED = "\u200c\u200d\u200e\u200f"
"""Those of them without which some scripts and pictures cannot be written."""


def spoken(text: str) -> str:
    """What is heard of a message: one line of visible signs. Raises Refused if nothing is left."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    line = "".join(
        sign for sign in line if sign in NEEDED or unicodedata.category(sign) not in SHAPELESS
    ).strip(NEEDED + " ")
    if not any(map(has_shape, line)):
        raise Refused(
            "talk/empty", Text("Le message est vide.", "The message is empty."), status=422
        )
    return line


def channel_for(table: Table, person: str, wanted: Channel) -> Channel:
    """The channel in which a person's words are heard. Raises Refused."""
    seats = table.seats_of(person)
    if not seats:
        return "spectators" if wanted == "spectators" else _refuse_outsider()
    if not table.house.talk and table.status == "playing":
        raise Refused(
            "talk/off",
            Text("À cette table on joue en silence.", "At this table people play in silence."),
            status=403,
        )
    if wanted == "spectators":
        return "table"
    if wanted == "team" and not may_confer(table, seats[0]):
        raise Refused(
            "talk/no-conferring",
            Text(
                "La règle ne permet pas à ces partenaires de se concerter en secret.",
                "The rules do not let these partners confer in private.",
            ),
            status=403,
        )
    return wanted


def _refuse_outsider() -> Channel:
    raise Refused(
        "talk/spectators-only",
        Text(
            "Qui regarde parle aux autres spectateurs (canal « spectators »).",
            "Who watches talks to the other spectators (channel 'spectators').",
        ),
        status=403,
    )


def may_confer(table: Table, seat: int) -> bool:
    """Whether the rules let a seat talk to its partners in private."""
    return table.rules.confers(table.options, seat)


def hears(table: Table, said: Said, person: str | None) -> bool:
    """Whether a person hears something that was said."""
    seats = table.seats_of(person) if person else []
    if said.channel == "table":
        return True
    if said.channel == "spectators":
        return not seats or table.status == "over"
    if said.seat is None:
        return False
    team = next(team for team in table.rules.teams(table.options) if said.seat in team)
    return any(seat in team for seat in seats)
