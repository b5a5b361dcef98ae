"""Who may talk to whom. Games say how partners talk during play: in private, aloud, or not at all.

A private word is heard by those only who play on the speaker's side and on no other: people who
share a screen with the other side would read it together. Signs that hide, turn around or pile up
make one person look like another: what is said and what people are called can be seen.
"""

import re
import unicodedata
from typing import NamedTuple

from tabletier.games.kernel.contract import Talk
from tabletier.games.kernel.text import Language, Text
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Channel, Said
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table

UNSEEN_KINDS = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Kinds of signs that nobody sees, but that may hide or turn around what others say."""
NEEDED = "\u200c\u200d\u200e\u200f"
"""Those of them without which some scripts and pictures cannot be written."""


def spoken(text: str) -> str:
    """What is heard of a message: one line of visible signs. Raises Refused if nothing is left."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    line = "".join(
        sign for sign in line if sign in NEEDED or unicodedata.category(sign) not in UNSEEN_KINDS
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


JOINERS = "\u200c\u200d"
"""Signs without a shape that some scripts and pictures need."""
LAST_OF_OURS = 0x052F
"""The last of the Latin, Greek and Cyrillic letters, between which joiners join nothing."""
PICTURE_STYLES, KEYCAPS = "\ufe0e\ufe0f", "0123456789#*"
"""Whether a sign is drawn as a picture, and the signs that are none by themselves."""
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that nobody sees."""
UNSEEN_MARKS = (
    (0x034F, 0x034F),
    (0x180B, 0x180F),
    (0xFE00, 0xFE0F),
    (0xE0100, 0xE01EF),
    (0x1D159, 0x1D159),
)
"""Marks that nobody sees, first and last of each kind."""
PILED = re.compile("m{4}|^m")
"""More marks on one letter than any script has, or a mark on nothing."""


def is_visible(name: str) -> bool:
    """Whether a name can be seen as it is, and nothing in it hides, turns or piles up."""
    if not any(has_shape(sign) for sign in name):
        return False
    return all(
        _is_honest(sign, before, after)
        for before, sign, after in zip(" " + name, name, name[1:] + " ", strict=False)
    ) and not PILED.search(_outline(name))


def has_shape(sign: str) -> bool:
    """Whether there is anything to see of a sign by itself."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK


def _is_honest(sign: str, before: str, after: str) -> bool:
    """Whether a sign is seen where it stands."""
    if sign in JOINERS:  # without an effect between letters of ours: two names would look the same
        return all(ord(other) > LAST_OF_OURS and other != " " for other in (before, after))
    if sign in PICTURE_STYLES:
        return unicodedata.category(before)[0] == "S" or before in KEYCAPS
    hidden = unicodedata.category(sign)[0] == "C" or sign in BLANK
    return not hidden and not any(first <= ord(sign) <= last for first, last in UNSEEN_MARKS)


def _outline(name: str) -> str:
    """A name with marks and all else as two signs."""
    return "".join("m" if unicodedata.category(sign)[0] == "M" else "." for sign in name)


class Audience(NamedTuple):
    """Someone who looks at a table: a person with seats, or a spectator."""

    person: str | None
    seats: tuple[int, ...]
    muted: frozenset[str] = frozenset()
    """The persons whom this one does not want to hear."""
    language: Language | None = None
    """In which moves are told in sentences; None: they are not."""

    def hears(self, table: Table, said: acts.Said) -> bool:
        """Whether something that was said is told here."""
        return said.person not in self.muted and hears(table, said, self.person)


def audience_of(
    table: Table,
    person: str | None,
    muted: frozenset[str] = frozenset(),
    language: Language | None = None,
) -> Audience:
    """How a person looks at a table."""
    return Audience(person, tuple(table.seats_of(person)) if person else (), muted, language)
