"""What people may say at the prompt besides moves: help, moves, hint, why, rules, save, undo."""

import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tabletier.cli import markdown, reading, render, terminal
from tabletier.cli.errors import BadInput, game_sentence
from tabletier.cli.i18n import TEXTS, language, say, tell
from tabletier.cli.render import sheet_drawings
from tabletier.cli.saves import write_new
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.match import sheets
from tabletier.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console

    from tabletier.cli.session import Session

EXAMPLES = 3
COLUMN = 12
ALIKE = 0.7
EVIDENCE = "reconstruction"
"""What is asked of the rules in both languages, to read what was reconstructed and why."""
SHORT = {"?": "help", "h": "help", "m": "moves", "q": "quit", "exit": "quit", "rule": "rules"}


class Desk(Protocol):
    """Where somebody sits before a table and asks: a game, or a lesson."""

    @property
    def match(self) -> Match:
        """The match as it stands."""

    @property
    def console(self) -> "Console":
        """Where it is shown."""

    def write(self, text: str, style: str | None = None, indent: int = 0) -> None:
        """Print sentences."""

    def show(self) -> None:
        """Print the table, and what is asked."""


class Leave(Exception):
    """The people at the keyboard want to stop here."""


class Order(NamedTuple):
    """An order and what was said after it."""

    name: str
    about: str

    def obey(self, session: "Session") -> None:
        """Do what was asked; a mistake becomes a sentence, and nothing is lost."""
        try:
            ORDERS[self.name](session, self.about)
        except GameError as error:
            session.write(game_sentence(error), style="yellow")
        except BadInput as error:
            session.write(error.message, style="yellow")


def _help(session: "Session", _: str) -> None:
    game, moves = find(session.match.game), session.match.legal_moves()
    session.write(tell(game.goal))
    picked = dict.fromkeys(moves[len(moves) * k // EXAMPLES] for k in range(EXAMPLES))
    session.write(say("help.move", examples=reading.side_by_side(picked)))
    session.write(say("help.part"))
    for name in ORDERS:
        session.write(f"  {_word(name):<{COLUMN}}{say(f'order.{name}')}", indent=COLUMN + 2)
    session.write(say("help.slash"))
    if game.reconstruction is not None:
        session.write(tell(game.reconstruction))


def tell_moves(session: Desk, about: str) -> None:
    """List the legal moves: all, or those that contain a text."""
    everything = about.lower() in {"all", "tous", "tout"}
    moves = session.match.legal_moves()
    if about and not everything:
        wanted = reading.plain(about)
        moves = tuple(move for move in moves if wanted in reading.plain(move))
        if not moves:
            session.write(say("moves.none", text=about[: reading.LONGEST]))
            return
    session.write(say("moves.count", count=len(moves)))
    for line in reading.listing(moves, everything):
        session.write("  " + line, indent=2)
    if len(moves) > reading.FEW and not everything:
        session.write(say("moves.more"))


def _hint(session: "Session", _: str) -> None:
    def waiting() -> None:
        if session.console.is_terminal:
            session.write(say("hint.thinks"), style="dim")

    found = session.opponents.hint(session.match, waiting)
    session.write(say("hint.move", move=found.move, reason=tell(found.reason).rstrip(".")))


def tell_why(session: Desk, about: str) -> None:
    """Say why a move would be refused."""
    if not about:
        session.write(say("why.what", move=session.match.legal_moves()[0]))
        return
    moves = session.match.legal_moves()
    about = reading.meant(about[: reading.LONGEST], moves, find(session.match.game).spoken)
    move = reading.exact(about, moves) or about
    why = reading.find_refusal(session.match, move)
    session.write(say("why.legal", move=move) if why is None else render.refusal(why))


def tell_rules(session: Desk, about: str) -> None:
    """Show the rule sheet, one rule of it, or what was reconstructed."""
    game = session.match.game
    text = sheets.sheet(game, language())
    if text is None:
        session.write(say("rules.missing"))
        return
    if about:
        found = _part(game, text, about)
        if found is None:
            session.write(say("rules.none", rule=sheets.rule_id(game, about)[:40]))
            return
        text = found
    markdown.show(text, session.console, sheet_drawings(game))


def _part(game: str, sheet: str, about: str) -> str | None:
    """A rule of a sheet, or its chapter on what was reconstructed."""
    if about.lower() == EVIDENCE:
        return sheets.chapter(sheet, tell(sheets.EVIDENCE))
    return sheets.rule(sheet, sheets.rule_id(game, about))


def show_table(session: Desk, _: str) -> None:
    """Show the table again."""
    session.show()


def _save(session: "Session", about: str) -> None:
    if about:
        path = Path(about).expanduser()
        write_new(path, session.match, session.seats)
    else:
        try:
            path = session.save_file.write(session.match)
            session.save_file.asked_for = True
        except OSError as error:
            session.write(say("save.failed", why=error.strerror or error), style="yellow")
            return
    session.write(say("save.done", path=path))


def _undo(session: "Session", _: str) -> None:
    """Back to where a person last had to decide."""
    for number in range(len(session.history) - 2, -1, -1):
        if session.history[number].to_move in session.people:
            session.go_back(number)
            session.write(say("undo.done"))
            return
    session.write(say("undo.nothing"))


def _resign(session: "Session", _: str) -> None:
    seat = session.match.to_move
    assert seat is not None
    resigned = session.match.resign(seat)
    if terminal.confirm(say("resign.sure") + " "):
        session.advance(resigned)


def _draw(session: "Session", _: str) -> None:
    if len(session.people) < session.match.seats:
        session.write(say("draw.alone"))
    elif terminal.confirm(say("draw.sure") + " "):
        session.advance(session.match.draw_by_agreement())


def _quit(_: "Session", __: str) -> None:
    raise Leave


ORDERS: dict[str, Callable[["Session", str], None]] = {
    "help": _help,
    "moves": tell_moves,
    "hint": _hint,
    "why": tell_why,
    "rules": tell_rules,
    "board": show_table,
    "undo": _undo,
    "save": _save,
    "resign": _resign,
    "draw": _draw,
    "quit": _quit,
}


def _word(name: str) -> str:
    return say(f"word.{name}")


def _vocabulary() -> dict[str, str]:
    """Every word that gives an order, in both languages, with the order it gives."""
    spoken = {word: name for name in ORDERS for word in TEXTS[f"word.{name}"]}
    known = SHORT | {name: name for name in ORDERS} | spoken
    return {_without_accents(word): name for word, name in known.items()}


def _without_accents(word: str) -> str:
    """`regles` for `règles`: not every keyboard has accents."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def all_words() -> list[str]:
    """Every word that gives an order in the language of the run."""
    return [_word(name) for name in ORDERS]


def find_order(text: str) -> Order | None:
    """The order that a line gives, with or without a slash before it."""
    word, _, about = text.removeprefix("/").strip().partition(" ")
    name = _vocabulary().get(_without_accents(word))
    return None if name is None else Order(name, about.strip())


def advice(text: str) -> str:
    """What to type instead of something that is neither a move nor an order."""
    word = text.removeprefix("/").partition(" ")[0].lower()
    if find_order(text) is not None:
        return say("prompt.order", word=word)
    near = get_close_matches(word[:40], all_words(), n=1, cutoff=ALIKE)
    return say("prompt.near", word=near[0]) if near else say("prompt.hint")
