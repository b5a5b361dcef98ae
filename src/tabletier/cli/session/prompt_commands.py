"""What people may type at the prompt besides moves: help, moves, hint, why, rules, save, undo."""

import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tabletier.cli import render, terminal
from tabletier.cli.errors import BadInput, game_sentence
from tabletier.cli.i18n import TEXTS, language, say, tell
from tabletier.cli.saves import write_new
from tabletier.cli.session import move_input
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.match import sheets
from tabletier.match.match import Match
from tabletier.match.sheets import Figure, drawable, viewer

if TYPE_CHECKING:
    from rich.console import Console

    from tabletier.cli.session.play import PlaySession

EXAMPLES = 3
COLUMN = 12
ALIKE = 0.7
EVIDENCE = "reconstruction"
"""What is asked of the rules in both languages, to read what was reconstructed and why."""
SHORT = {"?": "help", "h": "help", "m": "moves", "q": "quit", "exit": "quit", "rule": "rules"}


class Session(Protocol):
    """What a command needs of whatever goes on at this keyboard: a match or a lesson."""

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


class LeaveSession(Exception):
    """The people at the keyboard want to stop here."""


class PromptCommand(NamedTuple):
    """A command and what was typed after it."""

    name: str
    argument: str

    def run(self, session: "PlaySession") -> None:
        """Do what was asked; a mistake becomes a sentence, and nothing is lost."""
        try:
            PROMPT_COMMANDS[self.name](session, self.argument)
        except GameError as error:
            session.write(game_sentence(error), style="yellow")
        except BadInput as error:
            session.write(error.message, style="yellow")


def _help(session: "PlaySession", _: str) -> None:
    game, moves = find(session.match.game), session.match.legal_moves()
    session.write(tell(game.goal))
    picked = dict.fromkeys(moves[len(moves) * k // EXAMPLES] for k in range(EXAMPLES))
    session.write(say("help.move", examples=move_input.join_moves(picked)))
    session.write(say("help.part"))
    for name in PROMPT_COMMANDS:
        session.write(f"  {_word(name):<{COLUMN}}{say(f'command.{name}')}", indent=COLUMN + 2)
    session.write(say("help.slash"))
    if game.reconstruction is not None:
        session.write(tell(game.reconstruction))


def tell_moves(session: Session, about: str) -> None:
    """List the legal moves: all, or those that contain a text."""
    everything = about.lower() in {"all", "tous", "tout"}
    moves = session.match.legal_moves()
    if about and not everything:
        wanted = move_input.normalise(about)
        moves = tuple(move for move in moves if wanted in move_input.normalise(move))
        if not moves:
            session.write(say("moves.none", text=about[: move_input.LONGEST]))
            return
    session.write(say("moves.count", count=len(moves)))
    for line in move_input.list_moves(moves, everything):
        session.write("  " + line, indent=2)
    if len(moves) > move_input.FEW and not everything:
        session.write(say("moves.more"))


def _hint(session: "PlaySession", _: str) -> None:
    def say_thinking() -> None:
        if session.console.is_terminal:
            session.write(say("hint.thinks"), style="dim")

    found = session.opponents.hint(session.match, say_thinking)
    session.write(say("hint.move", move=found.move, reason=tell(found.reason).rstrip(".")))


def tell_why(session: Session, about: str) -> None:
    """Say why a move would be refused."""
    if not about:
        session.write(say("why.what", move=session.match.legal_moves()[0]))
        return
    moves = session.match.legal_moves()
    about = move_input.resolve_spoken(
        about[: move_input.LONGEST], moves, find(session.match.game).spoken
    )
    move = move_input.find_move(about, moves) or about
    why = move_input.find_refusal(session.match, move)
    session.write(say("why.legal", move=move) if why is None else render.refusal(why))


def tell_rules(session: Session, about: str) -> None:
    """Show the rule sheet, one rule of it, or what was reconstructed."""
    game = session.match.game
    text = sheets.sheet(game, language())
    if text is None:
        session.write(say("rules.missing"))
        return
    if about:
        found = _sheet_part(game, text, about)
        if found is None:
            session.write(say("rules.none", rule=sheets.rule_id(game, about)[:40]))
            return
        text = found
    render.show(text, session.console, sheet_drawings(game))


def _sheet_part(game: str, sheet: str, about: str) -> str | None:
    """A rule of a sheet, or its chapter on what was reconstructed."""
    if about.lower() == EVIDENCE:
        return sheets.chapter(sheet, tell(sheets.EVIDENCE))
    return sheets.rule(sheet, sheets.rule_id(game, about))


def sheet_drawings(game: str) -> Callable[[str], str | None]:
    """Finds the drawing of a picture by its name, with rich markup; None where there is none."""

    @cache
    def by_name() -> dict[str, str]:
        return {figure.name: _draw_figure(figure, shown) for figure, shown in drawable(game)}

    return lambda name: by_name().get(name)


def _draw_figure(figure: Figure, shown: tuple[Match, ...]) -> str:
    """One position, or the one before a move and those after each."""
    seat = viewer(figure, shown)
    tables = [render.picture(match, seat).rstrip() for match in shown]
    if not figure.block.moves:
        return tables[0]
    heads = [say("rules.before")]
    heads += [say("rules.after", move=move) for move in figure.block.moves]
    return "\n\n".join(f"{head}\n{table}" for head, table in zip(heads, tables, strict=True))


def show_board(session: Session, _: str) -> None:
    """Show the table again."""
    session.show()


def _save(session: "PlaySession", about: str) -> None:
    if about:
        path = Path(about).expanduser()
        write_new(path, session.match, session.seats)
    else:
        try:
            session.save_file.asked_for = True
            path = session.save_file.write(session.match)
        except OSError as error:
            session.write(say("save.failed", why=error.strerror or error), style="yellow")
            return
    session.write(say("save.done", path=path))


def _undo(session: "PlaySession", _: str) -> None:
    """Back to where a person last had to decide."""
    for number in range(len(session.history) - 2, -1, -1):
        if session.history[number].to_move in session.people:
            session.go_back(number)
            session.write(say("undo.done"))
            return
    session.write(say("undo.nothing"))


def _resign(session: "PlaySession", _: str) -> None:
    seat = session.match.to_move
    assert seat is not None
    resigned = session.match.resign(seat)
    if terminal.confirm(say("resign.sure") + " "):
        session.advance(resigned)


def _draw(session: "PlaySession", _: str) -> None:
    if len(session.people) < session.match.seats:
        session.write(say("draw.alone"))
    elif terminal.confirm(say("draw.sure") + " "):
        session.advance(session.match.draw_by_agreement())


def _quit(_: "PlaySession", __: str) -> None:
    raise LeaveSession


PROMPT_COMMANDS: dict[str, Callable[["PlaySession", str], None]] = {
    "help": _help,
    "moves": tell_moves,
    "hint": _hint,
    "why": tell_why,
    "rules": tell_rules,
    "board": show_board,
    "undo": _undo,
    "save": _save,
    "resign": _resign,
    "draw": _draw,
    "quit": _quit,
}


def _word(name: str) -> str:
    return say(f"word.{name}")


def _names_by_word() -> dict[str, str]:
    """Every word that is a command, in both languages, with the name of its command."""
    spoken = {word: name for name in PROMPT_COMMANDS for word in TEXTS[f"word.{name}"]}
    known = SHORT | {name: name for name in PROMPT_COMMANDS} | spoken
    return {_strip_accents(word): name for word, name in known.items()}


def _strip_accents(word: str) -> str:
    """`regles` for `règles`: not every keyboard has accents."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def command_words() -> list[str]:
    """Every word that is a command in the language of the run."""
    return [_word(name) for name in PROMPT_COMMANDS]


def find_command(text: str) -> PromptCommand | None:
    """The command that a line gives, with or without a slash before it."""
    word, _, about = text.removeprefix("/").strip().partition(" ")
    name = _names_by_word().get(_strip_accents(word))
    return None if name is None else PromptCommand(name, about.strip())


def advise(text: str) -> str:
    """What to type instead of something that is neither a move nor a command."""
    word = text.removeprefix("/").partition(" ")[0].lower()
    if find_command(text) is not None:
        return say("prompt.command", word=word)
    near = get_close_matches(word[:40], command_words(), n=1, cutoff=ALIKE)
    return say("prompt.near", word=near[0]) if near else say("prompt.hint")
