"""A sentence in the two languages of the house, and help for those about a move.

Numbers in words, names in a row, the weightiest reason.
"""

import re
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeVar

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


class Text(NamedTuple):
    """One sentence, in French and in English."""

    fr: str
    en: str

    def say(self, language: Language) -> str:
        """The sentence in one language."""
        return typeset(self.fr) if language == "fr" else self.en

    def printable(self) -> "Text":
        """The same sentence in characters that can be sent and printed (no lone surrogates)."""
        return Text(*(sentence.encode("utf-8", "replace").decode() for sentence in self))


def shown(value: object) -> str:
    """A value as a sentence can quote it, the way JSON writes it and cut short, whatever it is."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value[:40]}"'
    try:
        return repr(value)[:40]
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        return type(value).__name__


def stopped(sentence: str) -> str:
    """A sentence with its full stop, unless it ends in a sign of its own: ?, ! or …."""
    return sentence if sentence.endswith(("?", "!", "…", ".")) else f"{sentence}."


def typeset(french: str) -> str:
    """French as printers set it: signs stay with their words, apostrophes are curved.

    Letters on both sides make an apostrophe; quotes in a move's or a file's name stay as they are.
    """
    french = re.sub(r"(?<=\w)'(?=\w)", "’", french)
    return re.sub(r" (?=[»:;?!])|(?<=«) ", "\u00a0", french)


_NUMBERS = (
    *(("zéro", "no"), ("un", "one"), ("deux", "two"), ("trois", "three"), ("quatre", "four")),
    *(("cinq", "five"), ("six", "six"), ("sept", "seven"), ("huit", "eight"), ("neuf", "nine")),
    *(("dix", "ten"), ("onze", "eleven"), ("douze", "twelve")),
)

AND, OR = Text("et", "and"), Text("ou", "or")
ONLY_MOVE = Text("est le seul coup permis", "is the only move allowed")

Scene = TypeVar("Scene")
Reason = Callable[[Scene], Text | None]


def number(count: int, feminine: bool = False) -> Text:
    """A number in words as far as twelve, in digits beyond: une, deux; one, two."""
    if count >= len(_NUMBERS):
        return Text(str(count), str(count))
    fr, en = _NUMBERS[count]
    return Text("une" if feminine and count == 1 else fr, en)


def counted(count: int, one: Text, feminine: bool = False) -> Text:
    """So many (at least one) of something whose plural takes an s: deux pions noirs."""
    how_many = number(count, feminine)
    if count > 1:
        one = Text(" ".join(word + "s" for word in one.fr.split(" ")), one.en + "s")
    return Text(f"{how_many.fr} {one.fr}", f"{how_many.en} {one.en}")


def joined(names: Iterable[str], last: str) -> str:
    """Names in a row with a word before the last: a, b and c."""
    *rest, end = [*names] or [""]
    return f"{', '.join(rest)} {last} {end}" if rest else end


def series(names: Iterable[Text], last: Text) -> Text:
    """The same in both languages; `last` is AND or OR."""
    names = list(names)
    return Text(joined((n.fr for n in names), last.fr), joined((n.en for n in names), last.en))


def first_reason(scene: Scene, reasons: Iterable[Reason[Scene]]) -> Text | None:
    """The first of several reasons that holds, asked in the order of their weight."""
    for reason in reasons:
        found = reason(scene)
        if found is not None:
            return found
    return None
