"""What a notice says, in the language of whom it is for; all of them as an Atom feed (RFC 4287).

It never says what was played.
"""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast
from xml.etree import ElementTree as Xml

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language, Text
from tabletier.server.notices.channels import Channel
from tabletier.server.tables.presence import duration


class Message(NamedTuple):
    """A notice, ready to be told."""

    id: str
    """The same whenever the same is told again, so that whoever hears it twice can know."""
    kind: str
    title: str
    text: str
    path: str
    """Where to go, in this house."""
    topic: str
    """What it is about: a newer one of the same topic may take its place."""
    at: int
    language: Language
    again: bool = False
    """Whether it may have been told before: nobody noted what came of it."""


QUESTIONS = {
    "takeback": Text("{by} voudrait reprendre un coup.", "{by} would like to take a move back."),
    "stand_in": Text(
        "{by} voudrait reprendre ce que la maison a joué à sa place.",
        "{by} would like to take back what the house played for them.",
    ),
    "draw": Text("{by} propose la nulle.", "{by} proposes a draw."),
    "rematch": Text("{by} propose une revanche.", "{by} proposes a rematch."),
    "start": Text(
        "{by} a pris place : tout le monde est là, vous pouvez commencer.",
        "{by} has sat down: everybody is there, you can begin.",
    ),
}
RESULTS = {
    "won": Text("Vous avez gagné.", "You have won."),
    "lost": Text("Vous avez perdu.", "You have lost."),
    "drawn": Text("Partie nulle.", "A draw."),
}
TITLES = {
    "your_turn": Text("À vous de jouer", "Your turn"),
    "started": Text("La partie commence", "The match begins"),
    "ended": Text("La partie est terminée", "The match is over"),
    "asked": Text("On vous demande quelque chose", "Somebody asks you something"),
    "rematch": Text("Revanche", "Rematch"),
    "time_short": Text("Votre temps s'écoule", "Your time runs short"),
    "daily": Text("Le problème du jour", "Today's puzzle"),
    "test": Text("Essai", "Test"),
    "confirm": Text("Confirmez votre adresse", "Confirm your address"),
}
CAN_BEGIN = Text("Tout le monde est là", "Everybody is there")
"""The title of the question whether to begin."""
GATHERED = Text("{n} nouvelles de Tabletier", "{n} pieces of news from Tabletier")


def worded(row: Any, language: Language) -> Message:
    """The message of a row of the outbox."""
    about: dict[str, Any] = json.loads(row.about)
    title, game = _title(row.kind, about).say(language), _game(about, language)
    return Message(
        id=row.id,
        kind=row.kind,
        title=f"{title} · {game}" if game else title,
        text=_text(row.kind, about).say(language),
        path=_path(row.kind, about),
        topic=f"{row.channel} {row.table_id or row.kind}",
        at=row.at,
        language=language,
        again=bool(row.doubt),
    )


def _title(kind: str, about: dict[str, Any]) -> Text:
    return CAN_BEGIN if kind == "asked" and about.get("question") == "start" else TITLES[kind]


def gathered(batch: str, found: list[Message]) -> Message:
    """Several messages as one; a single one stays as it is, but for what it is known by."""
    if len(found) == 1:
        return found[0]._replace(id=batch)
    language = found[0].language
    return Message(
        id=batch,
        kind="digest",
        title=GATHERED.say(language).format(n=len(found)),
        text="\n".join(f"– {one.title} : {one.text}" for one in found),
        path="/",
        topic=batch,
        at=found[-1].at,
        language=language,
        again=any(one.again for one in found),
    )


def _game(about: dict[str, Any], language: Language) -> str:
    key = about.get("game", "")
    try:
        return find(key).name.say(language) if key else ""
    except GameError:  # a guest that is gone
        return str(key)


def _path(kind: str, about: dict[str, Any]) -> str:
    path = str(about.get("path", ""))
    if path.startswith("/") and not path.startswith("//"):
        return path
    if kind in {"test", "confirm"}:
        return "/me"
    return f"/table/{about['go']}" if about.get("go") else "/"


def _text(kind: str, about: dict[str, Any]) -> Text:
    by = about.get("by", "")
    if kind == "your_turn":
        return _turn(by, about)
    if kind == "started":
        return Text("Tout le monde est à table.", "Everybody is at the table.")
    if kind == "ended":
        return RESULTS[about.get("result", "drawn")]
    if kind in {"asked", "rematch"}:
        if about.get("opened"):
            return Text("La table de la revanche est ouverte.", "The table of the rematch is open.")
        return _filled(QUESTIONS[about.get("question", "rematch")], by=by)
    if kind == "time_short":
        left = duration(int(about.get("left", 0)))
        return Text(f"Il vous reste {left} pour jouer.", f"You have {left} left to move.")
    if kind == "daily":
        return Text("Un nouveau problème vous attend.", "A new puzzle is waiting for you.")
    if kind == "confirm":
        return Text(
            "Pour recevoir ici les nouvelles de vos parties, ouvrez ce lien. Si vous n'avez rien "
            "demandé, ne faites rien : rien d'autre ne viendra.",
            "To be told here about your matches, open this link. If you did not ask for it, do "
            "nothing: nothing else will come.",
        )
    return Text(
        "Les nouvelles de vos parties arrivent bien ici.",
        "News of your matches does arrive here.",
    )


def _turn(by: str, about: dict[str, Any]) -> Text:
    if by and "result" not in about and "question" not in about:
        return Text(f"{by} a joué.", f"{by} has moved.")
    return Text("C'est à vous.", "It is up to you.")


def _filled(text: Text, **given: str) -> Text:
    return Text(text.fr.format(**given), text.en.format(**given))


ATOM = "http://www.w3.org/2005/Atom"
TITLE = Text("Tabletier : vos parties", "Tabletier: your matches")


def atom(channel: Channel, rows: list[Any], language: str, home: str) -> bytes:
    """A feed; an entry keeps its id for ever."""
    spoken = cast(Language, language if language in ("fr", "en") else "fr")
    feed = Xml.Element("feed", {"xmlns": ATOM, "xml:lang": spoken})
    _add(feed, "id", f"urn:tabletier:feed:{channel.id}")
    _add(feed, "title", TITLE.say(spoken))
    _add(feed, "updated", _time(max((row.at for row in rows), default=channel.made)))
    _add(_add(feed, "author"), "name", "Tabletier")
    _add(feed, "link", href=f"{home}/")
    for row in rows:
        message = worded(row, spoken)
        entry = _add(feed, "entry")
        _add(entry, "id", f"urn:tabletier:notice:{message.id}")
        _add(entry, "title", message.title)
        _add(entry, "updated", _time(message.at))
        _add(entry, "link", href=home + message.path)
        _add(entry, "summary", message.text)
    return cast(bytes, Xml.tostring(feed, encoding="utf-8", xml_declaration=True))


def _add(parent: Xml.Element, name: str, text: str | None = None, **given: str) -> Xml.Element:
    found = Xml.SubElement(parent, name, given)
    found.text = text
    return found


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
