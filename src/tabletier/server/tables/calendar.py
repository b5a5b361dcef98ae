"""When somebody's moves are due, for calendar programs (RFC 5545)."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tabletier.games.kernel.text import Language, Text

LINE = 75
"""Bytes of a line at most; the rest stands on the next one, after a space."""
BEFORE_MS = 30 * 60_000
"""An event is the last half hour."""
ESCAPED = re.compile(r"([\\;,])")


class DueMove(NamedTuple):
    """A move that somebody has to make."""

    table: str
    game: Text
    others: tuple[str, ...]
    """With whom they play."""
    due: int
    since: int
    """When that was last otherwise."""


def calendar(found: Sequence[DueMove], home: str, language: Language) -> str:
    """A calendar with the times by which moves are due; `home` is where tables are looked at."""
    name = Text("Tabletier : à vous de jouer", "Tabletier: your turn").say(language)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tabletier//Days to think//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for move in found:
        lines += _event(move, home, language)
    return "".join(folded for line in [*lines, "END:VCALENDAR"] for folded in folds(line))


def _event(move: DueMove, home: str, language: Language) -> Iterator[str]:
    game, others = move.game.say(language), ", ".join(move.others)
    summary = Text(f"{game} : à vous ({others})", f"{game}: your turn ({others})").say(language)
    told = Text(
        "Votre temps pour ce coup s'achève à la fin de ce rendez-vous.",
        "Your time for this move is over at the end of this appointment.",
    ).say(language)
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(move.table)}@tabletier"
    yield f"DTSTAMP:{stamp(move.since)}"
    yield f"DTSTART:{stamp(move.due - BEFORE_MS)}"
    yield f"DTEND:{stamp(move.due)}"
    yield f"SUMMARY:{escaped(summary)}"
    yield f"DESCRIPTION:{escaped(told)}"
    yield f"URL:{home}/table/{move.table}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def stamp(ms: int) -> str:
    """A time as calendars write it."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """A text as calendars write it; whatever cannot be seen is left out."""
    seen = "".join(sign if sign.isprintable() else " " for sign in text)
    return ESCAPED.sub(r"\\\1", seen)


def folds(line: str) -> Iterator[str]:
    """A line in parts of at most 75 bytes; no sign is cut in two."""
    part = ""
    for sign in line:
        if len((part + sign).encode()) > LINE:
            yield part + "\r\n"
            part = " "
        part += sign
    yield part + "\r\n"
