"""Who may talk to whom. Games say how partners talk during play: in private, aloud, or not at all.

A private word is heard by those only who play on the speaker's side and on no other: people who
share a screen with the other side would read it together.
"""

import unicodedata

from tabletier.games.kernel.contract import Talk
from tabletier.games.kernel.text import Text
from tabletier.server.tables.acts import Channel, Said
from tabletier.server.tables.errors import Refused, wrong_time
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
    if table.status == "playing":
        _check_play(table, seats)
    if wanted == "team":
        _check_private(table, person)
    return "table" if wanted == "spectators" else wanted


def _check_play(table: Table, seats: list[int]) -> None:
    """Whether players may talk at all while a match goes on. Raises Refused."""
    talk = talk_of(table, tuple(seats))
    if talk.way == "closed":
        raise _refused(
            "talk/closed",
            "Pendant la partie, la règle interdit de se concerter : "
            "on pourra de nouveau parler à la fin.",
            "During play the rules forbid conferring: talk is open again at the end.",
            talk.rule,
        )
    if not table.house.talk:
        raise _refused(
            "talk/off", "À cette table on joue en silence.", "At this table people play in silence."
        )


def _check_private(table: Table, person: str) -> None:
    """Whether somebody may talk to partners in private. Raises Refused."""
    seats = table.seats_of(person)
    talk, side = talk_of(table, tuple(seats)), side_of(table, seats[0])
    if len(side) == 1:
        raise _refused(
            "talk/no-conferring",
            "Vous n'avez pas de partenaire à cette table : parlez à tout le monde.",
            "You have no partner at this table: talk to everybody.",
        )
    if talk.way != "private":
        raise _refused(
            "talk/no-conferring",
            "Ici les partenaires parlent à voix haute : toute la table les entend.",
            "Here partners talk aloud: the whole table hears them.",
            talk.rule,
        )
    if table.match is None:
        raise wrong_time(
            "Les partenaires se parlent en privé une fois la partie commencée.",
            "Partners talk in private once the match has begun.",
        )
    if not _has_confidant(table, person):
        raise _refused(
            "talk/shared-screen",
            "Un même écran sert aux deux camps, qui liraient ensemble : parlez à toute la table.",
            "One screen serves both sides, who would read it together: talk to the whole table.",
        )


def _refused(code: str, fr: str, en: str, rule: str | None = None) -> Refused:
    return Refused(code, Text(fr, en), rule, status=403)


def _refuse_outsider() -> Channel:
    raise _refused(
        "talk/spectators-only",
        "Qui regarde parle aux autres spectateurs (canal « spectators »).",
        "Who watches talks to the other spectators (channel 'spectators').",
    )


def talk_of(table: Table, seats: tuple[int, ...]) -> Talk:
    """How the rules let these seats talk during play; a spectator is told of the first seat."""
    return table.rules.talk(table.options, seats[0] if seats else 0)


def side_of(table: Table, seat: int) -> tuple[int, ...]:
    """The seats of a seat's side, itself included."""
    return next(side for side in table.rules.teams(table.options) if seat in side)


def may_confer(table: Table, person: str) -> bool:
    """Whether a person can talk to partners in private, as things are."""
    if not table.seats_of(person):
        return False
    try:
        return channel_for(table, person, "team") == "team"
    except Refused:
        return False


def _has_confidant(table: Table, person: str) -> bool:
    """Whether a private word of somebody would reach a partner, and nobody else."""
    seats = table.seats_of(person)
    side = side_of(table, seats[0])
    if not set(seats) <= set(side):
        return False
    partners = [table.seats[seat] for seat in side if seat not in seats]
    return not partners or any(
        seat.person is None or set(table.seats_of(seat.person)) <= set(side) for seat in partners
    )


def hears(table: Table, said: Said, person: str | None) -> bool:
    """Whether a person hears something that was said."""
    seats = table.seats_of(person) if person else []
    if said.channel == "table":
        return True
    if said.channel == "spectators":
        return not seats or table.status == "over"
    if said.seat is None or not seats:
        return False
    return set(seats) <= set(side_of(table, said.seat))
