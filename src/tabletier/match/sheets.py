"""A small reader of the rule sheets, which travel with the package, and of the pictures in them.

Positions are written once, in the sheet, and drawn wherever it is read. A sheet shows a picture as
a link, what it shows in italics, and the position, hidden from readers of the Markdown, in a fenced
block:

    ![What one sees](pictures/name.en.svg)

    *What it shows.*

    <!--
    ```position
    position = { … }
    moves = ["c3-d4"]
    ```
    -->

The page draws the position with the board that is played on, the terminal with its own drawing,
and `make pictures` makes the file of the link. `docs/adding-a-game.md` says what a block may hold.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, folder_of, guests
from tabletier.games.kernel.text import LANGUAGES, Language, Text
from tabletier.match.lessons import caused
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.start import setup

PACKAGE = Path(__file__).resolve().parents[1]
FOLDERS = (PACKAGE / "_sheets", PACKAGE.parents[1] / "docs" / "rules")
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
EVIDENCE = Text("Ce qui a été reconstitué, et pourquoi", "What was reconstructed, and why")
"""The chapter of a sheet that says what is known of a box and what was reconstructed."""
TITLE = re.compile(r"^\*\*([A-Z]+-\d+)\*\* ([^.]+)\.", re.MULTILINE)


def sheet(game: str, language: Language) -> str | None:
    """The rule sheet of a game, None when it is not there."""
    places = [folder / f"{game}.{language}.md" for folder in FOLDERS]
    if game in guests():
        places.append(folder_of(game) / f"rules.{language}.md")  # a guest brings its own
    for path in places:
        if path.is_file():
            return path.read_text("utf-8")
    return None


def summary(game: Game, language: Language) -> str:
    """What there is to read of a game that has brought no sheet, in Markdown."""
    none = Text(
        "Ce jeu n'a pas apporté de règle : le plateau montre ce qui est permis.",
        "This game has brought no rule sheet: the board shows what is allowed.",
    )
    said = [game.name.say(language), game.goal.say(language), game.credits, none.say(language)]
    name, goal, makers, rest = (text.replace("*", "\\*") for text in said)
    return f"# {name}\n\n{goal}\n\n*{makers}*\n\n{rest}\n"


def titles(text: str) -> dict[str, str]:
    """What each rule of a sheet is about: the words between its id and the first full stop."""
    return {found[1]: found[2].replace("\\", "") for found in TITLE.finditer(text)}


def rule_id(game: str, wanted: str) -> str:
    """The id that someone means by `12`, `punto-12` or `PUNTO-12`."""
    return f"{game}-{wanted}".upper() if wanted.isdigit() else wanted.upper()


def rule(text: str, identifier: str) -> str | None:
    """One rule out of a sheet: from its id to the next rule or heading."""
    found = re.search(
        rf"^\*\*{re.escape(identifier)}\*\*.*?(?=^\*\*[A-Z]+-\d+\*\*|^#|\Z)",
        text,
        re.MULTILINE | re.DOTALL,
    )
    return found.group().strip() if found else None


def chapter(text: str, heading: str) -> str | None:
    """One chapter out of a sheet, with its heading."""
    found = re.search(rf"^## {re.escape(heading)}$.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group().strip() if found else None


LINK = r"!\[(?P<title>[^\]]+)\]\(pictures/(?P<name>[a-z0-9-]+)\.(?P<language>[a-z]{2})\.svg\)"
FIGURE = re.compile(
    rf"^{LINK}\n\n\*(?P<caption>[^\n]+)\*\n\n<!--\n```position\n(?P<block>.*?)^```\n-->$",
    re.MULTILINE | re.DOTALL,
)


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a fenced block holds: a position, moves made from it, and what must be true of them."""

    position: dict[str, Any]
    """As the game completes it: only what matters is written."""
    options: dict[str, Any] = {}
    seed: str = "picture"
    seat: int | None = None
    """From whose seat it is seen; without it, from that of whoever is to move."""
    lit: tuple[str, ...] = ()
    """Cells to point at."""
    moves: tuple[str, ...] = ()
    """Legal moves, drawn one after the other."""
    events: tuple[dict[str, Any], ...] = ()
    """What the last move causes; of an event only what matters is named."""
    after: dict[str, Any] = {}
    """Parts of the position after the last move."""
    legal: tuple[str, ...] | None = None
    """All legal moves of the first position, where the picture says that there are no others."""
    refused: dict[str, str] = {}
    """Moves that the first position refuses, and by which rule."""
    ends: str | None = None
    """Why the match is over after the last move; without it, it goes on."""


@dataclass(frozen=True)
class Figure:
    """A picture of a sheet."""

    game: str
    name: str
    rule: str | None
    """The rule after which it stands."""
    language: str
    title: str
    caption: str
    block: Block


def figures_in(game: str, text: str) -> tuple[Figure, ...]:
    """The pictures of a sheet. A mistake in one is our own: msgspec.ValidationError."""
    return tuple(_figure(game, text, found) for found in FIGURE.finditer(text))


def _figure(game: str, text: str, found: re.Match[str]) -> Figure:
    before = RULE.findall(text, 0, found.start())
    block = msgspec.convert(tomllib.loads(found["block"]), Block)
    rule = before[-1] if before else None
    words = (found["language"], found["title"], found["caption"])
    return Figure(game, found["name"], rule, *words, block)


def figures(game: str, language: Language = LANGUAGES[0]) -> tuple[Figure, ...]:
    """The pictures of a game's sheet. Raises UnknownGame."""
    return figures_in(find(game).key, sheet(game, language) or "")


def frames(figure: Figure) -> tuple[Match, ...]:
    """The position and what becomes of it, move by move.

    Raises GameError where it cannot be: with a corrected box other parts may lie on the table.
    """
    game, block = find(figure.game), figure.block
    options = fill(game, block.options)
    shown = [setup(game.key, game.complete(block.position, options), options, block.seed)]
    for move in block.moves:
        shown.append(shown[-1].play(move))
    return tuple(shown)


def drawable(game: str) -> Iterator[tuple[Figure, tuple[Match, ...]]]:
    """The pictures of a game that can be drawn with its box, with their frames."""
    for figure in figures(game):
        try:
            yield figure, frames(figure)
        except GameError:
            continue


def viewer(figure: Figure, shown: tuple[Match, ...]) -> int | None:
    """The seat from which a picture is seen."""
    return shown[0].to_move if figure.block.seat is None else figure.block.seat


def faults(figure: Figure) -> list[str]:
    """What a picture claims and the engine denies, as sentences for whoever writes sheets."""
    block, shown = figure.block, frames(figure)
    first, last = shown[0], shown[-1]
    position, reason = last.position(), last.result.reason if last.result else None
    found = [f"{event} did not happen." for event in block.events if not caused(last, (event,))]
    found += [
        f"{key} is {position.get(key)!r}, not {value!r}."
        for key, value in block.after.items()
        if position.get(key) != value
    ]
    if block.legal is not None and sorted(block.legal) != list(first.legal_moves()):
        found.append(f"Legal are {', '.join(first.legal_moves())}.")
    for move, rule in block.refused.items():
        why = first.explain(move)
        if why is None or why.rule != rule:
            found.append(f"{move} is refused by {why and why.rule}, not by {rule}.")
    if reason != block.ends:
        found.append(f"The match ends by {reason}, not by {block.ends}.")
    return found


def fingerprint(figure: Figure) -> str:
    """Changes when what is to be drawn changes; the drawn file carries it."""
    shown = frames(figure)
    seat = viewer(figure, shown)
    views = [match.view(seat)["table"] for match in shown]
    told = json.dumps([views, figure.block.moves, figure.block.lit], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
