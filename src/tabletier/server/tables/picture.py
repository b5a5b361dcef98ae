"""Positions of a match as pictures: the board as a spectator saw it, or a card for a link."""

import re
from collections.abc import Sequence
from html import escape
from itertools import islice
from typing import NamedTuple

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language
from tabletier.match.drawing import FAINT, FONTS, INK, LIT, PAPER
from tabletier.match.history import unfolding
from tabletier.match.match import Match
from tabletier.match.sentences import ending
from tabletier.server.background import paced
from tabletier.server.tables.table import Table

WIDTH, HEIGHT, EDGE = 1200, 630, 40
"""A card, in the size in which others show links."""
BOARD = HEIGHT - 2 * EDGE
LINE = 24
"""Signs of a sentence in a line of the card."""
ROOT = re.compile(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>')


class BoardScene(NamedTuple):
    """All that a picture is made of: nothing of it changes while others play on."""

    match: Match
    step: int | None
    """After so many deeds; None: as it stands."""
    names: tuple[str, ...]
    reason: str
    """Why it ended, as the table has it: out of time is a resignation to the match."""


def scene(table: Table, step: int | None) -> BoardScene | None:
    """What is needed to draw a table, None before the match has begun."""
    if table.match is None:
        return None
    names = tuple(seat.name or seat.opponent for seat in table.seats)
    return BoardScene(table.match, step, names, "" if table.result is None else table.result.reason)


def board(scene: BoardScene, language: Language) -> str:
    """The board as SVG. This takes a while: it is nothing for the event loop."""
    return standing(scene).svg(None, language)


def standing(scene: BoardScene) -> Match:
    """The match after the scene's step; the last one where there are fewer."""
    if scene.step is None or scene.step >= len(scene.match.log):
        return scene.match
    found = scene.match
    for found in paced(islice(unfolding(scene.match), scene.step + 1)):  # noqa: B007 - the last
        pass
    return found


def card(scene: BoardScene, language: Language) -> str:
    """The board beside who played and how it ended, as SVG. This takes a while as well."""
    match = standing(scene)
    drawn = match.svg(None, language)
    root = ROOT.match(drawn)
    assert root is not None
    inner = (
        f'<svg x="{EDGE}" y="{EDGE}" width="{BOARD}" height="{BOARD}" '
        f'viewBox="0 0 {root[1]} {root[2]}">{drawn[root.end() :]}'
    )
    left, top = BOARD + 2 * EDGE + 20, 120
    parts = [_text(left, top, find(match.game).name.say(language), 64, weight=700)]
    for name in scene.names:
        top += min(56, 300 // len(scene.names))
        parts.append(_text(left, top, _cut(name, LINE), 34 if len(scene.names) < 6 else 26))
    top += 40
    for row in _wrapped(sentence(match, scene, language), LINE)[:4]:
        top += 42
        parts.append(_text(left, top, row, 30, FAINT))
    parts.append(_text(left, HEIGHT - EDGE - 10, "Tabletier", 28, LIT, 700))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="{FONTS}">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{inner}{"".join(parts)}</svg>'
    )


def sentence(match: Match, scene: BoardScene, language: Language) -> str:
    """How the match ended, or how far it is."""
    if match.result is not None:
        why = scene.reason or match.result.reason
        return ending(match.game, match.result.winners, why, scene.names).say(language)
    count = len(match.moves)
    return f"Coup {count}" if language == "fr" else f"Move {count}"


def _wrapped(text: str, width: int) -> Sequence[str]:
    """A text in lines of about so many signs; a word that is longer is cut."""
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 1 > width and rows[-1]:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return [_cut(row, width) for row in rows]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _text(x: int, y: int, text: str, size: int, fill: str = INK, weight: int = 400) -> str:
    style = f'font-size="{size}" font-weight="{weight}" fill="{fill}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
