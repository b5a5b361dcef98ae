"""Games that live elsewhere and say that they are there, and what is wrong with those that fail.

A guest announces itself in one of two ways: the project that it belongs to has an entry point of
the group `tabletier.games`, or the variable `TABLETIER_GAMES` names its package (or several, with
commas between them). Nothing is imported here.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Text

GROUP = "tabletier.games"
VARIABLE = "TABLETIER_GAMES"
PACKAGE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
PLACE = re.compile(r'File "(.+?)", line (\d+)')
WRONG = re.compile(r"^(?!During|File)[\w.]+(?=:|$).*", re.MULTILINE)
"""The lines of a traceback that say what went wrong."""
LONGEST = 200
"""Letters of what went wrong that are told."""


class BrokenGuest(GameError):
    """A game from elsewhere that cannot be used."""

    code = "game/broken"

    def __init__(self, package: str, text: Text) -> None:
        super().__init__(text)
        self.package = package
        self.key = package.rpartition(".")[2]


class Announcement(NamedTuple):
    """A package that is said to be a game, and who said so."""

    package: str
    source: Text


REGISTERED = Text("annoncé par register()", "told of by register()")


def announcements() -> list[Announcement]:
    """All guests that announce themselves: those of installed projects, then of the variable."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    found = [
        Announcement(
            point.value.partition(":")[0].strip(),
            Text(
                f"point d'entrée {GROUP} du projet {project}",
                f"entry point {GROUP} of the project {project}",
            ),
        )
        for point in sorted(entry_points(group=GROUP), key=lambda one: one.value)
        for project in ["?" if point.dist is None else point.dist.name]
    ]
    named = os.environ.get(VARIABLE, "").split(",")
    source = Text(f"nommé par {VARIABLE}", f"named by {VARIABLE}")
    found += [Announcement(name.strip(), source) for name in named if name.strip()]
    return list({one.package: one for one in reversed(found)}.values())[::-1]


def broken(guest: Announcement, why: Text | BaseException) -> BrokenGuest:
    """What to say of a guest that cannot be used: its name, where it came from, what went wrong."""
    package, (fr, en) = guest.package[:80], guest.source
    wrong = _in_words(guest.package, why)
    return BrokenGuest(
        guest.package,
        Text(
            f"Le jeu invité « {package} » ({fr}) ne peut pas être utilisé : {wrong.fr}.",
            f"The guest game '{package}' ({en}) cannot be used: {wrong.en}.",
        ),
    )


def failed(guest: Announcement, trace: str, folder: str) -> Text | None:
    """What to say of an error that arose in a guest: which, what, where; None if it did not."""
    found = ((Path(file).absolute(), line) for file, line in PLACE.findall(trace))
    places = [(file.resolve(), line) for file, line in found]
    here = Path(folder).resolve()
    places = [(file.relative_to(here), line) for file, line in places if file.is_relative_to(here)]
    if not places:
        return None
    package, (fr, en) = guest.package[:80], guest.source
    wrong = WRONG.findall(trace)[-1].rstrip(".")[:LONGEST]
    file, line = places[-1]
    return Text(
        f"Le jeu invité « {package} » ({fr}) a échoué pendant qu'on y jouait : "
        f"{wrong} ({file}, ligne {line}).",
        f"The guest game '{package}' ({en}) failed while it was played: "
        f"{wrong} ({file}, line {line}).",
    )


def _in_words(package: str, why: Text | BaseException) -> Text:
    if isinstance(why, GameError):
        return Text(why.text.fr.rstrip("."), why.text.en.rstrip("."))
    if isinstance(why, Text):
        return why
    missing = why.name if isinstance(why, ModuleNotFoundError) else None
    if missing and f"{package}.".startswith(f"{missing}."):
        return Text(
            "ce paquet est introuvable (est-il installé, ou son dossier dans PYTHONPATH ?)",
            "there is no such package (is it installed, or its folder on PYTHONPATH?)",
        )
    plain = " ".join(f"{type(why).__name__}: {why}".split()).rstrip(".")[:LONGEST]
    return Text(plain, plain)
