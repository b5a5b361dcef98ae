"""Mistakes that people and programs can make, each with a code and a sentence in two languages."""

from typing import ClassVar

from tabletier.games.kernel.text import Text


class GameError(Exception):
    """A mistake a player can make; `str(error)` is the English sentence, `text` has both."""

    code: ClassVar[str] = "game/error"

    def __init__(self, text: Text, rule: str | None = None, cells: tuple[str, ...] = ()) -> None:
        self.text = text.printable()
        super().__init__(self.text.en)
        self.rule = rule
        self.cells = cells


class UnknownGame(GameError):
    """No game of the library has this name."""

    code = "game/unknown"


class BadOption(GameError):
    """An option that the game does not have, a value it does not allow, or two that clash."""

    code = "option/bad"


class BadNotation(GameError):
    """A text that is not a move of this game at all."""

    code = "move/notation"


class IllegalMove(GameError):
    """A move that the rules forbid here."""

    code = "move/illegal"


class GameOver(GameError):
    """The match is over."""

    code = "game/over"


class DrawDue(GameError):
    """Chance must draw before anybody moves; only a match with explicit chance waits for it."""

    code = "draw/due"


class BadDraw(GameError):
    """A draw that was chosen and cannot be: none is due, or this is not one of its outcomes."""

    code = "draw/bad"


class NoSuchSeat(GameError):
    """A seat that this match does not have."""

    code = "seat/unknown"


class BadPosition(GameError):
    """A position that cannot stand on the table."""

    code = "position/bad"


class BadRecord(GameError):
    """A record that cannot be read, or that was changed after it was written."""

    code = "record/bad"


class SeedHidden(GameError):
    """The record keeps its seed secret, so the match can be read but not played on."""

    code = "record/seed-hidden"


class BadBox(GameError):
    """Corrected box data that does not fit its schema, or a folder of such data that is none."""

    code = "box/bad"


class NotAllowed(GameError):
    """Something the rules of the house do not offer here, such as resigning for three sides."""

    code = "match/not-allowed"


def unreadable(text: str, fr: str, en: str) -> BadNotation:
    """The error for a text that is no move of the game at all; `fr` and `en` say what to write."""
    came = "".join(sign if sign.isprintable() else "?" for sign in text[:40])
    return BadNotation(
        Text(
            f"« {came} » ne se lit pas comme un coup : {fr}.",
            f"'{came}' does not read as a move: {en}.",
        )
    )
